// The process that loses power: `worker.ts <data folder> <first work> <how many>`, with `record.ts` preloaded. Runs
// four transactions at once with frequent checkpoints, prints `done` and waits to be killed.
import { openSync } from 'node:fs'
import { silent } from '../../../apps/server/test/harness.ts'
import { openDatabase } from '../../../apps/server/src/platform/db/open.ts'
import { append } from './journal.ts'
import { doWork, makeTables } from './works.ts'

const [, , dataDir = '', first = '', count = ''] = process.argv
const journal = openSync(process.env['RECORD_JOURNAL'] ?? '', 'a')
const checkpoints = { everyMs: 300, afterBytes: 500_000 }
const db = await openDatabase({ dataDir, log: silent, checkpoints })
await makeTables(db)
let next = Number(first)
const end = next + Number(count)
await Promise.all(
  Array.from({ length: 4 }, async () => {
    while (next < end) {
      const work = next
      next += 1
      await db.tx((write) => doWork(write, work))
      append(journal, { op: 'acknowledged', work })
    }
  }),
)
console.log('done')
setInterval(() => undefined, 1000)
