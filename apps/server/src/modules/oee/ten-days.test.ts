import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClock } from '../../../test/clock.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { followerOf, madeMachines, storeFrames } from '../../../test/made-machines.ts'
import { planForEquipment, storedFrames } from '../../app/ports.ts'
import { type Database, readRows } from '../../platform/db/handles.ts'
import { catchUpLate } from '../machine-states/catch-up-late.ts'
import { machineDirectory } from '../machine-states/machine-directory.queries.ts'
import { figureReport } from './figures.queries.ts'
import {
  day,
  days,
  hour,
  ingested,
  period,
  rollsOverAt,
  type Sent,
  sentBy,
  start,
} from './ten-days.fixtures.ts'
import { computeDays } from './compute-days.ts'
import { recomputeLate } from './recompute-late.ts'

// Ten days of a machine that sends every five minutes, with typical faults of a plant: interruptions, resets, history that comes late,
// a clock that is set. Its messages go through ingestion. The expected figures are computed from the list of what was sent and
// when it truly happened, without any code of the product.

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
afterAll(() => testDb.close())

/** How often each kind of fault occurred: a fault that never occurs proves nothing. */
function wentWrong(sent: readonly Sent[]) {
  const steps = sent.slice(1).map((one, index) => ({ one, before: sent[index] ?? one }))
  const times = (is: (one: Sent, before: Sent) => boolean) =>
    steps.filter(({ one, before }) => is(one, before)).length
  const isLate = ({ at, arrives }: Sent) => arrives > at + period
  return {
    resets: times((one, before) => one.output < before.output && before.output < 9000),
    rollovers: times((one, before) => one.output < before.output && before.output > 9000),
    silences: times((one, before) => one.at - before.at >= 3 * period),
    setBack: times((one, before) => one.off < before.off),
    setForward: times((one, before) => one.off > before.off),
    backFillsOverShifts: times(
      (one, before) => isLate(one) && isLate(before) && shiftOf(one.at) > shiftOf(before.at),
    ),
  }
}

/** Shifts begin at 08:00 and 20:00 in the factory: at 00:00 and 12:00 UTC. */
const shiftOf = (at: number) => Math.floor((at - start) / (12 * hour))

interface Sums {
  output: number
  kwh: number
  arc: number
  seconds: Record<string, number>
}

const columns = ['output', 'kwh', 'arc', 'running', 'fault', 'idle', 'setup'] as const

/** Expected sums by shift: one pass over all frames in the order of measurement. */
function workedOut(sent: readonly Sent[]): Map<number, Sums> {
  const shifts = new Map<number, Sums>()
  const of = (at: number): Sums => {
    const known = shifts.get(shiftOf(at)) ?? { output: 0, kwh: 0, arc: 0, seconds: {} }
    shifts.set(shiftOf(at), known)
    return known
  }
  const spread = (from: number, to: number, add: (sums: Sums, seconds: number) => void) => {
    for (let at = from; at < to; ) {
      const end = Math.min(to, start + (shiftOf(at) + 1) * 12 * hour)
      add(of(at), (end - at) / 1000)
      at = end
    }
  }
  for (const [index, one] of sent.entries()) {
    const next = sent[index + 1]
    const until = next?.at ?? start + days * day
    // Silent for three periods: known for one of them, and not for the rest.
    const isHeardOn = next !== undefined && until - one.at < 3 * period
    const known = isHeardOn ? until : Math.min(until, one.at + period)
    spread(one.at, known, (sums, seconds) => {
      sums.seconds[one.state] = (sums.seconds[one.state] ?? 0) + seconds
    })
    if (next === undefined) continue
    const rose = (before: number, now: number) =>
      now >= before ? now - before : before > 9000 && now < 1000 ? now + 10_000 - before : now
    of(next.at).output += rose(one.output, next.output)
    of(next.at).kwh += next.kwh >= one.kwh ? next.kwh - one.kwh : next.kwh
    if (one.burning === 1)
      spread(one.at, Math.min(next.at, one.at + 3 * period), (sums, seconds) => {
        sums.arc += seconds
      })
  }
  return shifts
}

/** The product receives new frames at this interval, hours. */
const slotHours = 6

/** Sends all messages to the product. */
async function heard(db: Database, machineId: number, sent: readonly Sent[]): Promise<void> {
  const clock = testClock(new Date(start).toISOString())
  const follower = followerOf(db, clock)
  const stored = storedFrames
  const late = async () => {
    while (await catchUpLate({ db, clock, plantId: 1, stored })) continue
    while (await recomputeLate({ db, clock, plan: planForEquipment, plantId: 1, stored })) continue
  }
  const byArrival = Map.groupBy(ingested(sent, machineId), ({ arrives }) =>
    Math.floor((arrives - start) / (slotHours * hour)),
  )
  for (let slot = 0; slot <= (days * 24) / slotHours; slot += 1) {
    const now = start + (slot + 1) * slotHours * hour
    clock.advance((now - clock.now().getTime()) / 1000)
    const frames = byArrival.get(slot) ?? []
    if (frames.length > 0) await storeFrames(db, frames)
    // Of what comes out of a store the newest may come first.
    await follower.frames([
      ...frames.filter(({ live }) => live),
      ...frames.filter(({ live }) => !live).toReversed(),
    ])
    await follower.tick()
    if (slot % 4 === 3) await late()
  }
  const end = clock.now().getTime()
  await follower.links([
    { machineId, at: end, heardAt: sent.at(-1)?.at ?? 0, online: false, silent: true, byException: false },
  ])
  clock.advance(period)
  await late()
}

test('ten days of frames, with interruptions, resets, back-fill and steps of the clock, come out to the second and the piece', async () => {
  const { db } = testDb
  const [machineId = 0] = await madeMachines(db, 1)
  await db.tx(async (write) => {
    await sql`update machine_profiles set rate_ms = ${period}`.execute(write)
    await sql`update profile_signals set high = ${rollsOverAt}, decimals = 0 where code = 'out'`.execute(
      write,
    )
    await sql`update profile_signals set role = 'arc_on', unit = '' where code = 'cur'`.execute(write)
    await sql`delete from work_breaks`.execute(write)
    await sql`update work_pattern_shifts set weekdays = array[1, 2, 3, 4, 5, 6, 7]`.execute(write)
  })
  const sent = sentBy()
  expect(wentWrong(sent)).toEqual({
    resets: 3,
    rollovers: 1,
    silences: 2,
    setBack: 4,
    setForward: 2,
    backFillsOverShifts: 4,
  })
  await heard(db, machineId, sent)
  const span = ['2026-03-16', '2026-03-25'] as const
  const machines = await machineDirectory(db.reads, 1)
  const now = start + days * day + hour
  await db.tx((write) =>
    computeDays(write, { plan: planForEquipment, plantId: 1, machines, days: span, now }),
  )
  const rows = await readRows(
    db.reads,
    sql<Record<(typeof columns)[number] | 'shift' | 'revision', number>>`
      select (t.day - '2026-03-16'::date) * 2 + (s.code = 'NIGHT')::int as shift, c.output, c.energy_kwh as kwh,
        c.arc_on_s as arc, t.running_s as running, t.fault_s as fault, t.idle_s as idle, t.setup_s as setup, c.revision
      from machine_times t join shifts s on s.id = t.shift_id
      join machine_counts c on c.machine_id = t.machine_id and c.day = t.day and c.shift_id = t.shift_id
      where t.day between '2026-03-16' and '2026-03-25' order by 1`,
  )
  const expected = workedOut(sent)
  expect(rows.map(({ shift }) => shift)).toEqual(Array.from({ length: 20 }, (_, shift) => shift))
  const figuresOf = (of: Record<(typeof columns)[number], number>) =>
    columns.map((column) => `${column} ${Math.round(of[column] * 1000) / 1000}`).join(', ')
  expect(rows.map(figuresOf)).toEqual(
    rows.map(({ shift }) => {
      const { seconds = {}, ...sums } = expected.get(shift) ?? { output: 0, kwh: 0, arc: 0 }
      return figuresOf({ ...sums, running: 0, fault: 0, idle: 0, setup: 0, ...seconds })
    }),
  )
  // What was told days later is said to have been corrected; what came in its time is not.
  const corrected = rows.flatMap(({ shift, revision }) => (revision > 0 ? [shift] : []))
  expect(corrected).toContain(5)
  expect(corrected).not.toContain(8)
  const report = await figureReport(
    { reads: db.reads, plan: planForEquipment },
    1,
    { from: '2026-03-16', to: '2026-03-25', by: 'day' },
    new Date(now),
  )
  const of = (date: string) => report.rows.find(({ key }) => key === date)?.figures.flags
  expect(of('2026-03-18')).toContain('corrected')
}, 60_000)
