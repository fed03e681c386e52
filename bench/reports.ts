// Reports and the schedule over years of work: `node bench/reports.ts postgres 100000`. Each order has 20 pieces, all
// reported at four processes: 100 000 orders are 2 million pieces and 7 million reports. With BENCH_DATABASE_URL the
// filled database is kept, and `bench/order-list.ts` measures the list over the same pieces.
import { fillOrders } from '../apps/server/src/modules/orders/orders.fixtures.ts'
import { fillWork } from '../apps/server/src/modules/production/work.fixtures.ts'
import { sql } from '../apps/server/test/sql.ts'
import { readRows } from '../apps/server/src/platform/db/handles.ts'
import { cpuMeter, cpuPerRequest, machineLoad } from './support/cpu.ts'
import { openApp } from './support/app.ts'
import { runLoad } from './support/load.ts'

const [engine = 'postgres', count = '100000'] = process.argv.slice(2)
const now = new Date()

const app = await openApp(engine, async (db) => {
  await db.tx(async (write) => {
    await fillOrders(write, 1, { orders: Number(count), now })
    await fillWork(write, 1, now)
  })
})
const day = (ago: number) => new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10)
const report = (days: number, rest: string) =>
  `/api/reports/production?from=${day(100 + days)}&to=${day(100)}&${rest}`
const paths = {
  'report: a month by day': report(30, 'per=day&group=none'),
  'report: a month by shift and crew': report(30, 'per=shift&group=crew'),
  'report: a month by day, one crew': report(30, 'per=day&group=none&crewId=3'),
  'report: a quarter by month and project': report(90, 'per=month&group=project&processId=1'),
  'report: 400 days by month and workshop': report(399, 'per=month&group=workshop'),
  'schedule: this month': `/api/orders/schedule?from=${day(10)}&to=${day(-20)}`,
  'schedule: a past year': `/api/orders/schedule?from=${day(500)}&to=${day(135)}`,
  'schedule: next quarter, a word': `/api/orders/schedule?from=${day(-1)}&to=${day(-90)}&q=so-0999`,
}
try {
  const [size] = await readRows(
    app.db.reads,
    sql<{ pieces: number; reports: number }>`
      select (select count(*) from pieces) as pieces, (select count(*) from work_reports) as reports`,
  )
  console.log(
    `${engine}, ${count} orders, ${size?.pieces} pieces, ${size?.reports} reports, ${machineLoad()}`,
  )
  const cpu = await cpuMeter(app.db)
  for (const [name, path] of Object.entries(paths)) {
    const load = { ...app, paths: [path], connections: 1, perSecond: 20 }
    await runLoad({ ...load, seconds: 0.2 })
    const before = cpu()
    const figures = await runLoad({ ...load, seconds: 4 })
    console.log(
      `  ${name}`.padEnd(44),
      JSON.stringify(figures),
      cpuPerRequest(before, cpu(), figures.requests),
    )
  }
} finally {
  await app.close()
}
