// The order list at size: `node bench/order-list.ts postgres 100000`. Budget: p95 < 25 ms on PostgreSQL at 100 000
// orders with 50 connections of 10 requests per second each, at most twice that at 1 000 000.
import { fillOrders } from '../apps/server/src/features/orders/orders.bulk.ts'
import { openHouse } from './support/house.ts'
import { runLoad } from './support/load.ts'

const [engine = 'postgres', count = '100000', perSecond = '10'] = process.argv.slice(2)
const orders = Number(count)
const open = 'status=confirmed,released,in_production'

const house = await openHouse(engine, async (db) => {
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
try {
  console.log(`${engine}, ${orders} orders`)
  for (const [name, path] of Object.entries(lists)) {
    const figures = await runLoad({ ...house, paths: [path], connections: 1, perSecond: 100, seconds: 2 })
    console.log(`  alone: ${name}`.padEnd(42), JSON.stringify(figures))
  }
  const load = { ...house, paths: Object.values(lists), connections: 50, perSecond: Number(perSecond) }
  await runLoad({ ...load, seconds: 5 })
  const before = process.cpuUsage()
  const figures = await runLoad({ ...load, seconds: 20 })
  const { user, system } = process.cpuUsage(before)
  console.log(`  mixed, 50 × ${perSecond}/s`.padEnd(42), JSON.stringify(figures))
  console.log(`  CPU of the server per request: ${Math.round((user + system) / figures.requests)} µs`)
} finally {
  await house.close()
}
