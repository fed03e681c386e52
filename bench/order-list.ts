// The order list at size: `node bench/order-list.ts postgres 100000`. Budget: p95 < 25 ms on PostgreSQL at 100 000
// orders with 50 connections of 10 requests per second each, at most twice that at 1 000 000. The mix is asked three times:
// every answer computed anew; answers kept while nothing happens in the plant; and while ten facts a second make them old.
import { setInterval } from 'node:timers'
import { fillOrders } from '../apps/server/src/modules/orders/orders.fixtures.ts'
import { recordEvent } from '../apps/server/src/platform/outbox/record.ts'
import { type CpuTimes, cpuMeter, cpuPerRequest, machineLoad } from './support/cpu.ts'
import { openApp } from './support/app.ts'
import { type Figures, runLoad } from './support/load.ts'

const [engine = 'postgres', count = '100000', perSecond = '10'] = process.argv.slice(2)
const orders = Number(count)
const open = 'status=confirmed,released,in_production'

const app = await openApp(engine, async (db) => {
  await db.tx((write) => fillOrders(write, 1, { orders, now: new Date() }))
})
const lists = {
  'open by due date': `/api/orders?${open}&sort=dueOn`,
  'everything, newest': '/api/orders?sort=-createdAt',
  'everything, page 40 by weight': '/api/orders?sort=-weightKg&page=40',
  'closed, priority A, by number': '/api/orders?status=closed&priority=A&sort=no',
  late: '/api/orders?late=true&sort=dueOn',
  'one project': '/api/orders?projectId=7&sort=no',
  'rare word': `/api/orders?q=${encodeURIComponent('稀有')}`,
  'common word': `/api/orders?q=${encodeURIComponent('订单')}&sort=-updatedAt`,
  number: '/api/orders?q=so-0499',
}
const cpu = await cpuMeter(app.db)
const say = (name: string, figures: Figures, before: CpuTimes) =>
  console.log(`  ${name}`.padEnd(42), JSON.stringify(figures), cpuPerRequest(before, cpu(), figures.requests))
try {
  console.log(`${engine}, ${orders} orders, ${machineLoad()}`)
  for (const [name, path] of Object.entries(lists)) {
    const before = cpu()
    const alone = { ...app, origin: app.forgetful, paths: [path], connections: 1, perSecond: 100 }
    const figures = await runLoad({ ...alone, seconds: 2 })
    say(`alone: ${name}`, figures, before)
  }
  const load = { ...app, paths: Object.values(lists), connections: 50, perSecond: Number(perSecond) }
  const mixed = async (name: string, origin: string) => {
    await runLoad({ ...load, origin, seconds: 5 })
    const before = cpu()
    say(`${name}, 50 × ${perSecond}/s`, await runLoad({ ...load, origin, seconds: 20 }), before)
    console.log(`  ${machineLoad()}`)
  }
  await mixed('each computed', app.forgetful)
  const write = () =>
    app.db.tx((tx) => recordEvent(tx, { plantId: 1 }, { name: 'orders.changed', subjectId: '1' }))
  // Answers are kept from the plant's first fact on.
  await write()
  await mixed('nothing happens', app.origin)
  const writing = setInterval(() => void write(), 100)
  await mixed('ten facts a second', app.origin)
  clearInterval(writing)
} finally {
  await app.close()
}
