// Uploads, previews and applies a list: `node bench/import-list.ts pglite 10000 text`; also 100000, or xlsx. Budget
// for 10 000 rows: preview < 5 s, apply < 10 s, memory < 300 MB over base, other requests p95 < 100 ms meanwhile.
import { setInterval } from 'node:timers'
import { setTimeout as pause } from 'node:timers/promises'
import { fillOrders } from '../apps/server/src/modules/orders/orders.fixtures.ts'
import { cpuMeter, machineLoad } from './support/cpu.ts'
import { openApp } from './support/app.ts'
import { listFile } from './support/list-file.ts'
import { runLoad } from './support/load.ts'

const [engine = 'pglite', count = '10000', kind = 'text'] = process.argv.slice(2)
const rows = Number(count)
const file = await listFile(rows, kind)

const app = await openApp(engine, (db) =>
  db.tx((write) => fillOrders(write, 1, { orders: 2000, now: new Date() })),
)
const base = process.memoryUsage().rss
let most = base
setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20).unref()

const cpu = await cpuMeter(app.db)
const headers = app.sessions[0] ?? {}
interface ImportFacts {
  readonly id: string
  readonly status: string
  readonly computed: object
  readonly errors: number
}
async function call<T>(method: string, path: string, body?: FormData): Promise<T> {
  const reply = await fetch(app.origin + path, { method, headers, body: body ?? null })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as T
}

try {
  const found = await call<{ items: { id: string }[] }>('GET', '/api/orders?q=so-001999')
  const order = found.items[0]?.id ?? ''
  const load = runLoad({
    ...app,
    sessions: app.sessions.slice(1),
    paths: ['/api/orders?status=confirmed,released&sort=dueOn', `/api/orders/${order}`, '/api/projects'],
    connections: 10,
    perSecond: 5,
    seconds: Math.max(10, rows / 2500),
  })
  await pause(1000)
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(file.bytes)]), file.name)
  const before = cpu()
  const began = performance.now()
  let job = await call<ImportFacts>('POST', `/api/orders/${order}/imports`, form)
  while (job.status === 'reading') {
    await pause(50)
    job = await call<ImportFacts>('GET', `/api/imports/${job.id}`)
  }
  const read = performance.now()
  await call('GET', `/api/imports/${job.id}/marks?pageSize=200`)
  const shown = performance.now()
  job = await call<ImportFacts>('POST', `/api/imports/${job.id}/apply`)
  const applied = performance.now()
  const after = cpu()
  const seconds = (from: number, to: number) => Math.round(to - from) / 1000
  console.log(
    `${engine}, ${rows} rows of ${kind}, ${machineLoad()}: ${job.status}, ${job.errors} errors, ${JSON.stringify(job.computed)}`,
  )
  console.log(
    `  preview ${seconds(began, shown)} s (read ${seconds(began, read)} s), apply ${seconds(shown, applied)} s`,
  )
  const used = (from: number | null, to: number | null) => Math.round((to ?? 0) - (from ?? 0)) / 1000
  console.log(
    `  processor time: server with its threads ${used(before.server, after.server)} s, PostgreSQL ${used(before.database, after.database)} s`,
  )
  console.log(`  memory over base ${Math.round((most - base) / 1_048_576)} MB`)
  console.log('  other requests meanwhile', JSON.stringify(await load))
} finally {
  await app.close()
}
