// Work on one big order: `node bench/order-work.ts postgres 3000`. Budgets: piece matrix < 100 ms, recount of the order's
// numbers < 50 ms. Prints the fastest and the median of several runs: the machine may be busy with other things.
import { newProject, planner } from '../apps/server/src/modules/orders/orders.fixtures.ts'
import { refreshOrderTotals } from '../apps/server/src/modules/orders/orders.store.ts'
import { pieceMatrix } from '../apps/server/src/modules/production/production.queries.ts'
import { disagreements } from '../apps/server/src/modules/production/disagreements.fixtures.ts'
import {
  foreman,
  pieceIds,
  processIds,
  releasedOrder,
  report,
  reportInput,
} from '../apps/server/src/modules/production/work.fixtures.ts'
import { openApp } from './support/app.ts'

const [engine = 'postgres', count = '3000'] = process.argv.slice(2)
const pieces = Number(count)

async function measure(name: string, runs: number, work: (run: number) => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now()
    await work(run)
    times.push(performance.now() - started)
  }
  times.sort((a, b) => a - b)
  const [fastest = 0, median = 0] = [times[0], times[Math.floor(runs / 2)]]
  console.log(`  ${name.padEnd(44)} fastest ${fastest.toFixed(1)} ms   median ${median.toFixed(1)} ms`)
}

const app = await openApp(engine, () => Promise.resolve())
const { db } = app
try {
  const project = await newProject(db)
  const marks = Array.from({ length: Math.ceil(pieces / 10) }, (_, index) => `GL-${index + 1}`)
  const order = await releasedOrder(db, project, { marks, quantity: 10 })
  const [ids, processes] = [await pieceIds(db, order), await processIds(db)]
  console.log(`${engine}, an order of ${ids.length} pieces`)
  const batch = (run: number) => ids.slice(run * 500, run * 500 + 500)
  const at = new Date()
  await measure('report of 500 pieces', Math.floor(ids.length / 500), (run) =>
    report(db, foreman, reportInput(processes['CutComp'] ?? '', batch(run)), at),
  )
  await measure('report of one piece', 20, (run) =>
    report(db, foreman, reportInput(processes['Drilled'] ?? '', ids.slice(run, run + 1)), at),
  )
  await measure('200 reports of one piece, one after the other', 1, async () => {
    for (const id of ids.slice(100, 300)) {
      await report(db, foreman, reportInput(processes['Drilled'] ?? '', [id]), at)
    }
  })
  await measure('recount of the order', 20, () =>
    db.tx((write) => refreshOrderTotals(write, planner, Number(order))),
  )
  await measure('piece matrix, all', 20, () => pieceMatrix(db.reads, 1, order, { limit: 5000 }))
  await measure('piece matrix, a page of 200', 20, () => pieceMatrix(db.reads, 1, order, { limit: 200 }))
  console.log(`  disagreements: ${(await disagreements(db)).length}`)
} finally {
  await app.close()
}
