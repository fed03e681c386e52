// Quality statistics over years of readings: `node bench/quality-statistics.ts postgres 1000000` (or `pglite`).
// Filled by SQL; queries run one at a time through the server's routes. With BENCH_DATABASE_URL the filled database
// is kept.
import { fillOrders } from '../apps/server/src/modules/orders/orders.fixtures.ts'
import { fillWork } from '../apps/server/src/modules/production/work.fixtures.ts'
import { seedDefects } from '../apps/server/src/modules/ncr/defects.ts'
import { fillQuality } from '../apps/server/src/modules/quality-statistics/statistics.fixtures.ts'
import { readRows } from '../apps/server/src/platform/db/handles.ts'
import { sql } from '../apps/server/test/sql.ts'
import { cpuMeter, cpuPerRequest, machineLoad } from './support/cpu.ts'
import { openApp } from './support/app.ts'
import { runLoad } from './support/load.ts'

const [engine = 'postgres', count = '1000000'] = process.argv.slice(2)
const now = new Date()
const began = performance.now()

const app = await openApp(engine, async (db) => {
  await db.tx(async (write) => {
    await fillOrders(write, 1, { orders: 1000, now })
    await fillWork(write, 1, now)
    await seedDefects(write, 1)
    await fillQuality(write, 1, { readings: Number(count), now })
  })
})
const day = (ago: number) => new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10)
const statisticsOf = (what: string, days: number, rest = '') =>
  `/api/quality/${what}?from=${day(days - 1)}&to=${day(0)}${rest}`

try {
  const [size] = await readRows(
    app.db.reads,
    sql<{ readings: number; inspections: number; item: number; crew: number }>`
      select (select count(*) from readings) as readings, (select count(*) from inspections) as inspections,
        (select item_id from inspection_items limit 1) as item, (select min(id) from crews) as crew`,
  )
  const item = `&itemId=${size?.item}`
  const paths = {
    'first-pass yield, 400 days': statisticsOf('yield', 400),
    'first-pass yield, 400 days, one crew': statisticsOf('yield', 400, `&crewId=${size?.crew}`),
    'misses by item, 400 days': statisticsOf('misses', 400),
    'misses by item, 30 days': statisticsOf('misses', 30),
    'by crew, 400 days': statisticsOf('breakdown', 400, '&by=crew'),
    'by project, 400 days': statisticsOf('breakdown', 400, '&by=project'),
    'X̄-R chart of an item, 400 days': statisticsOf('chart', 400, `&kind=xbar_r${item}`),
    'X̄-R chart of an item, one crew': statisticsOf('chart', 400, `&kind=xbar_r${item}&crewId=${size?.crew}`),
    'p chart by day, 400 days': statisticsOf('chart', 400, '&kind=p'),
    'u chart by day, 400 days': statisticsOf('chart', 400, '&kind=u'),
    'non-conformances by defect and cost': statisticsOf('ncr-statistics', 400, '&by=defect&measure=cost'),
    'non-conformances by project': statisticsOf('ncr-statistics', 400, '&by=project&measure=reports'),
    'weld repair rate by month, 400 days': statisticsOf('repair-rates', 400, '&by=month'),
    'weld repair rate by welder, 400 days': statisticsOf('repair-rates', 400, '&by=welder'),
  }
  const filled = Math.round((performance.now() - began) / 1000)
  console.log(
    `${engine}, ${size?.readings} readings of ${size?.inspections} inspections, filled in ${filled} s, ${machineLoad()}`,
  )
  const cpu = await cpuMeter(app.db)
  for (const [name, path] of Object.entries(paths)) {
    const load = { ...app, paths: [path], connections: 1, perSecond: 10 }
    await runLoad({ ...load, seconds: 0.5 })
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
