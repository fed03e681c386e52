// An inspection of many points: `node bench/quality.ts postgres 22` is 22 pieces of 9 points. Prints the fastest and the median
// of several runs: the machine may be busy with other things.
import { actionOf, formOf, inspector, newInspection, readAll } from '../apps/server/test/made-inspections.ts'
import { saveReadings } from '../apps/server/src/modules/inspection/save-readings.ts'
import { openApp } from './support/app.ts'

const [engine = 'postgres', count = '22'] = process.argv.slice(2)

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
  const { id } = await newInspection(db, { quantity: Number(count) })
  await measure('all readings, saved at once', 1, () => readAll(db, id))
  const form = await formOf(db, id)
  console.log(`${engine}, a form of ${form.readings.length} points`)
  await measure('opening the form', 30, () => formOf(db, id))
  const [first] = form.readings
  if (first === undefined) throw new Error('nothing was read')
  const { itemId, pieceId, point, value } = first
  await measure('saving one reading', 30, (run) => {
    const reading = { itemId, pieceId, point, was: run === 0 ? value : `${run + 399}`, value: `${run + 400}` }
    return db.tx((write) => saveReadings(actionOf(write), inspector, id, [reading]))
  })
} finally {
  await app.close()
}
