import { clockAt } from '@cloud-factory/domain/numbers/zone-clock'
import { type RawBuilder, sql } from 'kysely'
import type { MachineState, ShownState } from '@cloud-factory/domain/machines/equipment-enums'
import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import type {
  MachineInterval,
  MachineTimeline,
  machineStatesApi,
} from '@cloud-factory/contract/machine-states/machine-states'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import {
  type PlanPort,
  workPlan,
  type WorkPlan,
  type Span,
  without,
  windowsOf,
  type WorkWindow,
} from '../work-calendar/public.ts'
import { outOfServiceWithin } from './out-of-service.queries.ts'
import { type ProposalDeps, proposalsFor } from './stop-reasons.queries.ts'
import { shownState, shownStateJoins } from './machine-directory.queries.ts'
import { canReason, unexplained } from './stop.rules.ts'

interface IntervalRead {
  readonly id: number
  readonly machine_id: number
  readonly state: MachineState
  readonly t0: Date
  readonly t1: Date | null
  readonly reason_id: number | null
  readonly note: string
  readonly reasoned_by: string
  readonly is_cut: boolean
  readonly version: number
}

const columns = sql`i.id, i.machine_id, i.state, i.t0, i.t1, i.reason_id, i.note, i.reasoned_by, i.is_cut, i.version`
const maxIntervals = 3000
const longestDays = 32
const dayMs = 86_400_000

/** Planned time in service, and the minutes after which a stop needs a reason, of a machine's workshop. */
interface Asking {
  readonly planned: readonly Span[]
  readonly promptMinutes: number
  readonly now: Date
}

function intervalView(row: IntervalRead, { tags }: Actor, asking: Asking): MachineInterval {
  const { planned, promptMinutes, now } = asking
  const span = { from: row.t0.getTime(), to: (row.t1 ?? now).getTime() }
  const stop = { ...span, state: row.state, reasonId: row.reason_id }
  const allowed = canReason(tags, row.state)
  return {
    id: String(row.id),
    state: row.state,
    from: row.t0.toISOString(),
    to: row.t1?.toISOString() ?? null,
    reasonId: row.reason_id === null ? null : String(row.reason_id),
    note: row.note,
    reasonedBy: row.reasoned_by,
    asksReason: unexplained(stop, planned) > promptMinutes * 60_000,
    proposal: null,
    version: row.version,
    can: {
      reason: allowed,
      split: allowed,
      join: allowed === true && !row.is_cut ? 'interval.uncut' : allowed,
    },
  }
}

/** Intervals of a machine that overlap a period, in time order. */
export const intervalsWithin = (
  machineId: number,
  from: Date,
  to: Date,
  limit: number,
): RawBuilder<IntervalRead> => sql<IntervalRead>`
  select ${columns} from machine_intervals i
  where i.machine_id = ${machineId} and i.t0 < ${to} and (i.t1 is null or i.t1 > ${from}) and i.t0 >= coalesce((
    select t0 from machine_intervals where machine_id = ${machineId} and t0 <= ${from}
    order by t0 desc limit 1), '-infinity')
  order by i.t0 limit ${limit}`

interface ReadDeps extends ProposalDeps {
  readonly plan: PlanPort
}

/** At most this many stops get proposals: the last ones of the list. */
const maxProposed = 200

/** Adds proposed reasons to the stops that need one. */
async function withProposals<T extends MachineInterval>(
  deps: ProposalDeps,
  { plantId }: Actor,
  { rows, views, now }: { rows: readonly IntervalRead[]; views: readonly T[]; now: Date },
): Promise<T[]> {
  const asking = new Set(views.flatMap(({ id, asksReason }) => (asksReason ? [Number(id)] : [])))
  const stops = rows.filter(({ id }) => asking.has(id)).slice(-maxProposed)
  const proposals = await proposalsFor(deps, plantId, stops, now)
  return views.map((view) => ({ ...view, proposal: proposals.get(Number(view.id)) ?? null }))
}

/** Intervals of a machine in a period, cut to 31 days. Fails with `not_found` when the plant has no such machine. */
export async function timelineOf(
  { reads, reported, plan }: ReadDeps,
  actor: Actor,
  { id, from, to, now }: { id: string; from: string; to: string; now: Date },
): Promise<MachineTimeline> {
  const begin = within(from)
  const end = new Date(Math.min(within(to).getTime(), begin.getTime() + longestDays * dayMs))
  const machines = await readRows(
    reads,
    sql<{ workshop_id: number | null }>`
      select workshop_id from machines where plant_id = ${actor.plantId} and id = ${Number(id)}`,
  )
  if (machines[0] === undefined) fail('not_found')
  const { workshop_id: workshopId } = machines[0]
  const days = daysAround(begin, end)
  const work = await workPlan(reads, plan, actor.plantId, days)
  const shifts = windowsOf(work.calendarOf(workshopId), ...days).filter(
    (window) => window.from < end.getTime() && window.to > begin.getTime(),
  )
  const [rows, outOfService] = await Promise.all([
    readRows(reads, intervalsWithin(Number(id), begin, end, maxIntervals + 1)),
    outOfServiceWithin(reads, actor.plantId, begin.getTime(), end.getTime()),
  ])
  const out = outOfService.get(Number(id)) ?? []
  const asking = {
    planned: servedOf(shifts, out),
    promptMinutes: work.patternOf(workshopId)?.prompt_minutes ?? 5,
    now,
  }
  const views = rows.slice(0, maxIntervals).map((row) => intervalView(row, actor, asking))
  return {
    now: now.toISOString(),
    intervals: await withProposals({ reads, reported }, actor, { rows, views, now }),
    more: rows.length > maxIntervals,
    outOfService: out.map(({ kind, from: since, to: until }) => ({
      kind,
      from: new Date(since).toISOString(),
      to: Number.isFinite(until) ? new Date(until).toISOString() : null,
    })),
    shifts: shifts.map(({ day, shiftId, planned, ...span }) => ({
      day,
      shiftId: shiftId === null ? null : String(shiftId),
      shift: work.shifts.find((shift) => shift.id === shiftId)?.names ?? null,
      ...written(span),
      planned: planned.map(written),
    })),
  }
}

/** Limits instants to this century, so that the calendar is not computed for absurd dates. */
const within = (instant: string) =>
  new Date(Math.min(Math.max(Date.parse(instant), Date.UTC(2000, 0, 1)), Date.UTC(2100, 0, 1)))

const written = ({ from, to }: Span) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
})

/** Days that a period may touch in any time zone. */
function daysAround(from: Date, to: Date): readonly [string, string] {
  return [addDays(clockAt(from.getTime(), 'UTC').day, -2), addDays(clockAt(to.getTime(), 'UTC').day, 1)]
}

/** One interval with its permitted actions. */
export async function oneInterval(
  { reads, reported, plan }: ReadDeps,
  actor: Actor,
  id: string,
  now: Date,
): Promise<MachineInterval> {
  const rows = await readRows(
    reads,
    sql<IntervalRead & { workshop_id: number | null }>`
      select ${columns}, m.workshop_id from machine_intervals i join machines m on m.id = i.machine_id
      where i.plant_id = ${actor.plantId} and i.id = ${Number(id)}`,
  )
  const [row] = rows
  if (row === undefined) return fail('not_found')
  const end = row.t1 ?? now
  const work = await workPlan(reads, plan, actor.plantId, daysAround(row.t0, end))
  const outOfService = await outOfServiceWithin(reads, actor.plantId, row.t0.getTime(), end.getTime())
  const asking = askingOf(work, row.workshop_id, [row.t0, end], outOfService.get(row.machine_id) ?? [])
  const view = intervalView(row, actor, { ...asking, now })
  const [shown = view] = await withProposals({ reads, reported }, actor, { rows, views: [view], now })
  return shown
}

/** Planned time during which a machine was in service. */
const servedOf = (windows: readonly WorkWindow[], outOfService: readonly Span[]): Span[] =>
  windows.flatMap(({ planned }) => planned.flatMap((span) => without(span, outOfService)))

function askingOf(
  work: WorkPlan,
  workshopId: number | null,
  [from, to]: readonly [Date, Date],
  outOfService: readonly Span[],
) {
  const windows = windowsOf(work.calendarOf(workshopId), ...daysAround(from, to))
  return {
    planned: servedOf(windows, outOfService),
    promptMinutes: work.patternOf(workshopId)?.prompt_minutes ?? 5,
  }
}

interface PromptRead extends IntervalRead {
  readonly workshop_id: number | null
  readonly code: string
  readonly name: string
}
const maxPrompts = 200

export const unreasonedStops = (
  plantId: number,
  from: Date,
  now: Date,
): RawBuilder<PromptRead> => sql<PromptRead>`
  select ${columns}, m.workshop_id, m.code, m.name from machine_intervals i
  join machines m on m.id = i.machine_id and m.active
  where i.plant_id = ${plantId} and i.t0 >= ${from} and i.state in ('idle', 'fault') and i.reason_id is null
    and coalesce(i.t1, ${now}) - i.t0 > interval '1 minute'
  order by coalesce(i.t1, ${now}) - i.t0 desc limit 2000`

type Prompts = ReplyOf<(typeof machineStatesApi)['GET /api/stop-prompts']>

/** Stops of the last days without a reason, longest first; at most 200. */
export async function stopPrompts(
  { reads, reported, plan }: ReadDeps,
  actor: Actor,
  { days, now, pageSize = maxPrompts }: { days: number; now: Date; pageSize?: number | undefined },
): Promise<Prompts> {
  const from = new Date(now.getTime() - days * dayMs)
  const rows = await readRows(reads, unreasonedStops(actor.plantId, from, now))
  const work = await workPlan(reads, plan, actor.plantId, daysAround(from, now))
  const outOfService = await outOfServiceWithin(reads, actor.plantId, from.getTime(), now.getTime())
  const asking = new Map<number, ReturnType<typeof askingOf>>()
  const items = rows.flatMap((row) => {
    const out = outOfService.get(row.machine_id) ?? []
    const known = asking.get(row.machine_id) ?? askingOf(work, row.workshop_id, [from, now], out)
    asking.set(row.machine_id, known)
    const view = intervalView(row, actor, { ...known, now })
    if (!view.asksReason) return []
    const span = { from: row.t0.getTime(), to: (row.t1 ?? now).getTime() }
    const seconds = unexplained({ ...span, state: row.state, reasonId: null }, known.planned) / 1000
    const machine = { id: String(row.machine_id), code: row.code, name: row.name }
    return [{ ...view, machine, seconds }]
  })
  items.sort((one, other) => other.seconds - one.seconds)
  const views = items.slice(0, pageSize)
  return { items: await withProposals({ reads, reported }, actor, { rows, views, now }), total: items.length }
}

type Now = ReplyOf<(typeof machineStatesApi)['GET /api/machine-states']>

/** Current state of every machine of the plant. */
export async function statesNow(reads: Reads, plantId: number, now: Date): Promise<Now> {
  const rows = await readRows(
    reads,
    sql<{ id: number; state: ShownState; since: Date | null; reason_id: number | null }>`
      select m.id, ${shownState} as state, i.reason_id,
        case when ${shownState} is not distinct from i.state then i.t0 else coalesce(l.since, i.t0) end as since
      from machines m ${shownStateJoins}
      where m.plant_id = ${plantId} and m.active and m.source <> 'sim' order by m.code`,
  )
  return {
    now: now.toISOString(),
    items: rows.map(({ id, state, since, reason_id: reasonId }) => ({
      id: String(id),
      state,
      since: since?.toISOString() ?? null,
      reasonId: reasonId === null ? null : String(reasonId),
    })),
  }
}
