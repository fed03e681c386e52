import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runs } from '../../apps/server/test/depth.ts'
import { databaseImage, silent, unpackDatabase } from '../../apps/server/test/harness.ts'
import { seeded } from '../../apps/server/src/modules/simulator/random.rules.ts'
import { openDatabase } from '../../apps/server/src/platform/db/open.ts'
import { CachedDisk, type CutChance } from '../support/power-cut/disk.ts'
import { type DiskEvent, readJournal, type RecordEnv } from '../support/power-cut/journal.ts'
import { troubles } from '../support/power-cut/works.ts'

/**
 * Simulates power cuts under the embedded database. A process works on it while all its disk operations are
 * recorded. The test then rebuilds the disk as after a cut at a random moment, opens it with the product and
 * checks it. The next process continues from one of these states, so recoveries are cut too.
 */
const processes = runs(1, 8)
const cutsEach = runs(3, 16)
const worksEach = 200

const recorder = join(import.meta.dirname, '../support/power-cut/record.ts')
const worker = join(import.meta.dirname, '../support/power-cut/worker.ts')
const seed = Date.now() % 1_000_000
const { next: random } = seeded(seed)
const root = mkdtempSync(join(tmpdir(), 'cf-power-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const files = (dataDir: string) => join(dataDir, 'db/pg')
const newFolder = () => mkdtempSync(join(root, 'data-'))

/** A data folder after a cut, and the work items that were acknowledged. */
interface Left {
  readonly dataDir: string
  readonly acknowledged: readonly number[]
}

/** Works on a copy of the folder until the process is killed. Returns its disk operations. */
async function recorded({ dataDir }: Left, first: number): Promise<DiskEvent[]> {
  const copy = newFolder()
  cpSync(dataDir, copy, { recursive: true })
  const env: RecordEnv = { RECORD_FOLDER: files(copy), RECORD_JOURNAL: join(newFolder(), 'journal') }
  const child = spawn(
    process.execPath,
    ['--import', recorder, worker, copy, String(first), String(worksEach)],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), ended])
  child.kill('SIGKILL')
  await ended
  rmSync(copy, { recursive: true })
  const events = readJournal(env.RECORD_JOURNAL)
  expect(acknowledgedIn(events)).toHaveLength(worksEach)
  return events
}

const acknowledgedIn = (events: readonly DiskEvent[]): number[] =>
  events.flatMap((event) => (event.op === 'acknowledged' ? [event.work] : []))

/** The states after cuts at these positions of the recording, in order. */
function* cutsAt({ dataDir, acknowledged }: Left, events: readonly DiskEvent[], places: readonly number[]) {
  const disk = new CachedDisk(files(dataDir))
  let at = 0
  for (const place of places) {
    for (const event of events.slice(at, place)) disk.take(event)
    at = place
    const written = [0, 1, 0.5, random()][Math.floor(random() * 4)] ?? 0
    const left = {
      dataDir: newFolder(),
      acknowledged: [...acknowledged, ...acknowledgedIn(events.slice(0, place))],
    }
    cut(disk, left, { random, written })
    yield { left, what: `seed ${seed}, event ${place} of ${events.length}, share ${written.toFixed(2)}` }
  }
}

function cut(disk: CachedDisk, { dataDir }: Left, chance: CutChance): void {
  mkdirSync(files(dataDir), { recursive: true })
  disk.cut(files(dataDir), chance)
}

/** Opens the database like the product and checks it. */
async function lookThrough({ dataDir, acknowledged }: Left): Promise<string[]> {
  try {
    const db = await openDatabase({ dataDir, log: silent })
    const found = await troubles(db, acknowledged).finally(() => db.close())
    return found
  } catch (error) {
    return [`it cannot be used: ${String(error)}`]
  }
}

const start: Left = { dataDir: newFolder(), acknowledged: [] }
beforeAll(async () => unpackDatabase(await databaseImage('migrated'), start.dataDir))

/** Positions during the recorded opening, and anywhere in the recording. */
const placesIn = (events: readonly DiskEvent[]): number[] => {
  const opened = events.findIndex(({ op }) => op === 'acknowledged')
  return Array.from({ length: cutsEach }, (_, nth) =>
    Math.floor(random() * (nth % 4 === 0 ? opened : events.length)),
  ).sort((a, b) => a - b)
}

describe('a power cut under the embedded database', () => {
  let before = start
  test.each(Array.from({ length: processes }, (_, nth) => nth))(
    `takes nothing that was acknowledged, in ${cutsEach} cuts of process %i`,
    async (nth) => {
      const events = await recorded(before, nth * worksEach)
      const goesOn = Math.floor(random() * cutsEach)
      let cuts = 0
      let next = before
      for (const { left, what } of cutsAt(before, events, placesIn(events))) {
        if (cuts === goesOn) {
          next = { ...left, dataDir: newFolder() }
          cpSync(left.dataDir, next.dataDir, { recursive: true })
        }
        expect(await lookThrough(left), what).toEqual([])
        rmSync(left.dataDir, { recursive: true })
        cuts += 1
      }
      expect(cuts).toBe(cutsEach)
      before = next
    },
    600_000,
  )

  test('takes all of it from a disk that lies: the cuts cut', async () => {
    const events = await recorded(start, 0)
    const liar = new CachedDisk(files(start.dataDir), false)
    for (const event of events) liar.take(event)
    const left = { dataDir: newFolder(), acknowledged: acknowledgedIn(events) }
    cut(liar, left, { random: () => 0, written: 0 })
    expect(await lookThrough(left)).not.toEqual([])
  }, 600_000)
})
