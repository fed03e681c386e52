import { type MachineState, machineStates } from '@cloud-factory/domain/machines/equipment-enums'
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
import { computeDays } from './compute-days.ts'
import { recomputeLate } from './recompute-late.ts'

// Ten days of a machine that sends every five minutes, with typical faults of a plant. The expected figures are computed from
// the list of sent frames, without any code of the product.

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
afterAll(() => testDb.close())

const minute = 60_000
const period = 5 * minute
const hour = 60 * minute
const day = 24 * hour
/** Monday, 08:00 in the factory: the day shift begins. */
const start = Date.parse('2026-03-16T00:00:00Z')
const days = 10
const rollsOverAt = 9999

interface Sent {
  readonly at: number
  readonly state: MachineState
  readonly output: number
  readonly kwh: number
  readonly burning: number
  /** When the server received it; later than `at`: from the gateway's store. */
  readonly arrives: number
}

/** A reproducible sequence of numbers between 0 and 1. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** Stretches without a link; null: what happened in them is never told. Hours from the start. */
const outages: readonly { readonly from: number; readonly to: number; readonly reportedAt: number | null }[] =
  [
    { from: 20.3, to: 23.2, reportedAt: null },
    { from: 34.9, to: 37.4, reportedAt: 37.6 },
    // Over the change of shifts, told three days later.
    { from: 55, to: 63.5, reportedAt: 134 },
    { from: 150, to: 150.1, reportedAt: null },
    // A day and more, told bit by bit and the other way round.
    { from: 170, to: 199, reportedAt: 201 },
  ]
const resets = [11.2, 90.01, 180.5]

function sentBy(): Sent[] {
  const random = numbers(7)
  const sent: Sent[] = []
  const working: readonly MachineState[] = ['running', 'running', 'running', 'idle', 'setup', 'fault']
  let [output, kwh, left, state] = [0, 500, 0, 'idle' as MachineState]
  for (let at = start; at < start + days * day; at += period) {
    if (left === 0) {
      state = working[Math.floor(random() * working.length)] ?? 'idle'
      left = 1 + Math.floor(random() * 20)
    }
    left -= 1
    if (state === 'running') {
      output = (output + Math.floor(random() * 12)) % (rollsOverAt + 1)
      kwh += Math.floor(random() * 40) / 4
    }
    const hours = (at - start) / hour
    const isReset = resets.some((reset) => reset > hours - period / hour && reset <= hours)
    if (isReset) [output, kwh] = [Math.floor(random() * 5), 0]
    // Where the counter rolls over: near its end on the sixth day.
    if (Math.abs(hours - 130) < 0.01) output = rollsOverAt - 3
    const burning = state === 'running' && random() < 0.6 ? 1 : 0
    const when = whenOf(at, hours)
    if (when !== null) sent.push({ ...when, state, output, kwh, burning })
  }
  return sent
}

/** By how much the machine's clock is off, ms: it is set back while there is no link, forward, and back by most of a period. */
const stepAt = (hours: number): number =>
  hours > 110 ? -240_000 : hours > 100 ? 17_000 : hours > 60 ? -43_000 : 0

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
    setBack: times((one, before) => !isLate(one) && one.at - before.at < period),
    backFillsOverShifts: times(
      (one, before) => isLate(one) && isLate(before) && shiftOf(one.at) > shiftOf(before.at),
    ),
  }
}

/** Its instant by the machine's clock, and when it arrives; null: never. A clock that was set leaves a hole, and instants off the beat. */
function whenOf(at: number, hours: number): Pick<Sent, 'at' | 'arrives'> | null {
  const step = stepAt(hours)
  const outage = outages.find(({ from, to }) => hours >= from && hours < to)
  if (outage === undefined) return { at: at + step, arrives: at + step }
  return outage.reportedAt === null ? null : { at: at + step, arrives: start + outage.reportedAt * hour }
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

/** Sends all frames to the product in the order of arrival. */
async function heard(db: Database, machineId: number, sent: readonly Sent[]): Promise<void> {
  const clock = testClock(new Date(start).toISOString())
  const follower = followerOf(db, clock)
  const stored = storedFrames
  const late = async () => {
    while (await catchUpLate({ db, clock, plantId: 1, stored })) continue
    while (await recomputeLate({ db, clock, plan: planForEquipment, plantId: 1, stored })) continue
  }
  const byArrival = Map.groupBy(
    sent.toSorted((one, other) => one.arrives - other.arrives),
    ({ arrives }) => Math.floor((arrives - start) / (slotHours * hour)),
  )
  for (let slot = 0; slot <= (days * 24) / slotHours; slot += 1) {
    const now = start + (slot + 1) * slotHours * hour
    clock.advance((now - clock.now().getTime()) / 1000)
    const arrived = byArrival.get(slot) ?? []
    const frames = arrived.map(({ at, state, output, kwh, burning, arrives }) => ({
      machineId,
      at,
      values: [machineStates.indexOf(state), output, kwh, burning],
      live: arrives <= at + period,
    }))
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

test('ten days of frames, with outages, resets, back-fill and steps of the clock, come out to the second and the piece', async () => {
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
    setBack: 1,
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
