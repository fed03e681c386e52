// The order list as an .xlsx file: `node bench/export-orders.ts postgres 100000`. Budget: 100 000 rows in under 30 s with
// less than 200 MB over base, other requests p95 < 100 ms meanwhile.
import { setInterval } from 'node:timers'
import { orderExportColumns } from '@cloud-factory/contract/orders/orders'
import { fillOrders } from '../apps/server/src/modules/orders/orders.fixtures.ts'
import { openApp } from './support/app.ts'
import { runLoad } from './support/load.ts'

const [engine = 'pglite', count = '10000'] = process.argv.slice(2)
const rows = Number(count)

const app = await openApp(engine, (db) =>
  db.tx((write) => fillOrders(write, 1, { orders: rows, now: new Date() })),
)
const headers = { ...app.sessions[0], 'content-type': 'application/json' }
const body = JSON.stringify({ name: '订单', columns: orderExportColumns.map((key) => ({ key })) })

interface Measurement {
  readonly seconds: number
  readonly firstByteMs: number
  readonly megabytes: number
  readonly overBase: number
  readonly guess: number
}

async function take(): Promise<Measurement> {
  global.gc?.()
  const base = process.memoryUsage().rss
  let most = base
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20)
  const began = performance.now()
  const reply = await fetch(`${app.origin}/api/exports/orders`, { method: 'POST', headers, body })
  if (!reply.ok || reply.body === null) throw new Error(`${reply.status} ${await reply.text()}`)
  const firstByteMs = Math.round(performance.now() - began)
  let bytes = 0
  // Chunks are discarded, so the measured memory is the server's.
  for await (const chunk of reply.body) bytes += chunk.length
  clearInterval(watch)
  return {
    seconds: Math.round(performance.now() - began) / 1000,
    firstByteMs,
    megabytes: Math.round(bytes / 104_857.6) / 10,
    overBase: Math.round((most - base) / 1_048_576),
    guess: Math.round((Number(reply.headers.get('x-estimated-bytes')) / bytes) * 100),
  }
}

const meanwhile = (seconds: number) =>
  runLoad({
    ...app,
    sessions: app.sessions.slice(1),
    paths: ['/api/orders?status=confirmed,released&sort=dueOn', '/api/orders?q=so-0019', '/api/projects'],
    connections: 10,
    perSecond: 5,
    seconds,
  })

try {
  const say = ({ seconds, firstByteMs, megabytes, overBase, guess }: Measurement) =>
    `${seconds} s, first byte ${firstByteMs} ms, ${megabytes} MB, ${overBase} MB over base, guessed ${guess} %`
  const alone = await take()
  console.log(`${engine}, ${rows} orders, ${orderExportColumns.length} columns`)
  console.log(`  alone: ${say(alone)}`)
  console.log('  other requests alone', JSON.stringify(await meanwhile(4)))
  const load = meanwhile(Math.max(4, Math.ceil(alone.seconds * 1.6)))
  console.log(`  with others: ${say(await take())}`)
  console.log('  other requests meanwhile', JSON.stringify(await load))
} finally {
  await app.close()
}
