// Reports of one piece each by many clients at once: `node bench/report-clients.ts postgres CLIENTS ORDERS PIECES`, orders of 200 pieces by default;
// the first 200 of each order are reported. Prints reports a second, processor time of a report, and what the clients' database sessions were doing,
// looked at every 10 ms: running, waiting for a lock (and which), for the log on disk, or for the server. Transactions of the embedded database are
// queued, so it has no sessions to look at.
import { newProject } from '../apps/server/src/modules/orders/orders.fixtures.ts'
import { disagreements } from '../apps/server/src/modules/production/disagreements.fixtures.ts'
import {
  foreman,
  pieceIds,
  processIds,
  releasedOrder,
  report,
  reportInput,
} from '../apps/server/src/modules/production/work.fixtures.ts'
import { openDatabase } from '../apps/server/src/platform/db/open.ts'
import { readRows } from '../apps/server/src/platform/db/handles.ts'
import { createLog } from '../apps/server/src/platform/log/log.ts'
import { sql } from '../apps/server/test/sql.ts'
import { openApp } from './support/app.ts'
import { cpuMeter, cpuPerRequest } from './support/cpu.ts'

const [engine = 'postgres', clientCount = '10', orderCount = '10', pieceCount = '200'] = process.argv.slice(2)
const clients = Number(clientCount)

/** What sessions inside a transaction do: the kind of wait and its name; `active` when they wait for nothing. */
const doing = sql<{
  what: string
}>`select coalesce(wait_event_type || ' ' || wait_event, 'running') as what from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`

const app = await openApp(engine, () => Promise.resolve(), { isAlone: true })
const watcher =
  app.postgres === null
    ? null
    : await openDatabase({ url: app.postgres.url, dataDir: '', log: createLog('error') })
const counts = new Map<string, number>()
let isWatching = true
async function watch(): Promise<void> {
  while (isWatching && watcher !== null) {
    for (const { what } of await readRows(watcher.reads, doing)) counts.set(what, (counts.get(what) ?? 0) + 1)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const { db } = app
try {
  const project = await newProject(db)
  const pieces: string[][] = []
  for (let no = 1; no <= Number(orderCount); no += 1)
    pieces.push(
      await pieceIds(
        db,
        await releasedOrder(db, project, {
          no: `W-${no}`,
          quantity: Number(pieceCount) / 20,
          marks: Array.from({ length: 20 }, (_, mark) => `GL-${mark + 1}`),
        }),
      ),
    )
  const { CutComp: cutting = '' } = await processIds(db)
  // One piece of each order in turn.
  const queue = pieces[0]?.slice(0, 200).flatMap((_, at) => pieces.flatMap((ids) => ids[at] ?? [])) ?? []
  const at = new Date()
  const total = queue.length
  const client = async (): Promise<void> => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift())
      await report(db, foreman, reportInput(cutting, [id]), at)
  }
  const cpu = await cpuMeter(db)
  const before = cpu()
  const watching = watch()
  const began = performance.now()
  await Promise.all(Array.from({ length: clients }, client))
  const seconds = (performance.now() - began) / 1000
  isWatching = false
  await watching
  console.log(
    `${clients} clients, ${orderCount} orders: ${(total / seconds).toFixed(0)} reports a second, ${cpuPerRequest(before, cpu(), total)} of processor time each`,
  )
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  for (const [what, count] of [...counts].toSorted(([, a], [, b]) => b - a))
    console.log(`  ${((count / all) * 100).toFixed(0).padStart(3)} % ${what}`)
  console.log(`  disagreements: ${(await disagreements(db)).length}`)
} finally {
  await watcher?.close()
  await app.close()
}
