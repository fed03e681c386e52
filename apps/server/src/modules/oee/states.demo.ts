import { sql } from 'kysely'
import type { DemoContext } from '../../platform/module.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { type PlanPort, workPlan, windowsOf, type WorkWindow } from '../work-calendar/public.ts'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import {
  addCounts,
  type DirectoryMachine,
  machineDirectory,
  seedReasonCodes,
  type ReportedPort,
} from '../machine-states/public.ts'
import { timesOf } from './compute-days.ts'
import { type MachineTimes, saveTimes } from './times.store.ts'
import { type DemoPiece, demoPieces, demoCodes, reportedOf } from './demo-days.ts'

const demoDays = 14

interface DemoInterval {
  readonly state: DemoPiece['state']
  readonly from: number
  readonly to: number | null
  readonly reasonId: number | null
  readonly cause: string | null
}

interface DemoPorts {
  readonly plan: PlanPort
  readonly reported: Pick<ReportedPort, 'keep'>
}

/** Adds two weeks of machine states of the demo factory, with their figures. */
export async function statesDemo(
  write: Write,
  context: DemoContext,
  { plan, reported }: DemoPorts,
): Promise<void> {
  const { plantId, now } = context
  const random = () => context.random()
  const machines = (await machineDirectory(asReads(write), plantId)).filter(({ source }) => source === 'demo')
  const today = now.toISOString().slice(0, 10)
  const days = [addDays(today, -demoDays), addDays(today, 1)] as const
  const { calendarOf } = await workPlan(asReads(write), plan, plantId, days)
  const reasons = await write
    .selectFrom('stop_reasons')
    .select(['id', 'code'])
    .where('plant_id', '=', plantId)
    .execute()
  const reasonOf = new Map(reasons.map(({ id, code }) => [code, id]))
  const windows = new Map<number | null, WorkWindow[]>()
  const times: MachineTimes[] = []
  const all: (DemoInterval & { machine: DirectoryMachine })[] = []
  for (const machine of machines) {
    const known = windows.get(machine.workshopId) ?? windowsOf(calendarOf(machine.workshopId), ...days)
    windows.set(machine.workshopId, known)
    const begun = known.filter(({ from }) => from < now.getTime())
    const intervals = intervalsOf(machine, begun, now.getTime(), random, reasonOf)
    all.push(...intervals.map((interval) => ({ ...interval, machine })))
    const computed = intervals.map(({ state, from, to }) => ({
      state,
      from,
      to: to ?? now.getTime(),
      isPlannedStop: state === 'maintenance',
    }))
    times.push(...timesOf(machine, begun, { intervals: computed, outOfService: [] }, now.getTime()))
  }
  for (let at = 0; at < all.length; at += 2000) await insert(write, plantId, all.slice(at, at + 2000))
  await seedReasonCodes(write, plantId, demoCodes)
  await reported.keep(
    write,
    all.flatMap(reportedOf).filter(({ at }) => at < now.getTime()),
  )
  await sql`insert into machine_tracks (machine_id, plant_id, seen_at)
    select id, ${plantId}, ${now} from machines where plant_id = ${plantId} and source = 'demo'`.execute(
    write,
  )
  await saveTimes(write, plantId, times)
  await addCounts(
    write,
    plantId,
    times.flatMap((row) => countsOf(row, random)),
  )
}

/** Work in planned time, standstill outside of it; the last interval stays open. */
function intervalsOf(
  machine: DirectoryMachine,
  windows: readonly WorkWindow[],
  now: number,
  random: () => number,
  reasonOf: ReadonlyMap<string, number>,
): DemoInterval[] {
  const planned = windows.flatMap((window) => window.planned).filter(({ from }) => from < now)
  // On Monday morning the last working hours are those of Saturday.
  const worked = Math.min(now, planned.at(-1)?.to ?? now)
  const pieces: DemoPiece[] = []
  for (const span of planned) {
    const isServiced = machine.class !== 'meter' && random() < 0.01
    pieces.push(
      ...(isServiced
        ? [{ from: span.from, state: 'maintenance' as const, reason: null, cause: null }]
        : demoPieces(machine.class, span, worked, random)),
      { from: span.to, state: machine.class === 'meter' ? 'running' : 'idle', reason: null, cause: null },
    )
  }
  const past = pieces
    .map((piece) => ({ ...piece, from: Math.round(piece.from) }))
    .filter((piece, index, list) => piece.from < now && (list[index + 1]?.from ?? now) > piece.from)
    .filter(
      (piece, index, list) =>
        piece.state !== list[index - 1]?.state || piece.reason !== list[index - 1]?.reason,
    )
  return past.map(({ state, from, reason, cause }, index) => ({
    state,
    cause,
    from,
    to: past[index + 1]?.from ?? null,
    reasonId: reason === null ? null : (reasonOf.get(reason) ?? null),
  }))
}

async function insert(
  write: Write,
  plantId: number,
  rows: readonly (DemoInterval & { machine: DirectoryMachine })[],
): Promise<void> {
  const column = <T>(of: (row: (typeof rows)[number]) => T) => rows.map(of)
  const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  await sql`insert into machine_intervals (plant_id, machine_id, source, state, t0, t1, reason_id, reasoned_by, reasoned_at)
    select ${plantId}, id, source, state, t0, t1, reason, case when reason is null then '' else '王班长' end,
      case when reason is null then null else t0 + interval '10 minutes' end
    from unnest(${column(({ machine }) => machine.id)}::bigint[], ${column(({ machine }) => machine.source)}::text[],
      ${column(({ state }) => state)}::text[], ${column(({ from }) => instant(from))}::timestamptz[],
      ${column(({ to }) => instant(to))}::timestamptz[], ${column(({ reasonId }) => reasonId)}::bigint[])
      i (id, source, state, t0, t1, reason)`.execute(write)
}

/** Counts for the running time: slightly below the standard rate, nearly all good. */
function countsOf({ machine, day, shiftId, run }: MachineTimes, random: () => number) {
  if (run === 0) return []
  const { source, standardRate, slots } = machine
  const hours = run / 3600
  // One unit per minute, as in the simulator: cranes and compressors have no standard rate.
  const unrated = slots.output === undefined ? 0 : hours * 60
  const output = standardRate === null ? unrated : hours * standardRate * (0.8 + random() * 0.2)
  return [
    {
      machineId: machine.id,
      source,
      day,
      shiftId,
      output: Math.round(output * 10) / 10,
      good: standardRate === null ? null : Math.round(output * (0.955 + random() * 0.045) * 10) / 10,
      energy: slots.energy === undefined ? null : Math.round(hours * (12 + random() * 30)),
      arc: slots.arc_on === undefined ? null : Math.round(run * (0.42 + random() * 0.25)),
    },
  ]
}
