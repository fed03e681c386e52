import { type RawBuilder, sql } from 'kysely'
import type { FigureGroup, MachineSource } from '@cloud-factory/domain/machines/equipment-enums'
import type { QueryOf } from '@cloud-factory/contract/endpoint'
import type { FigureReport, FigureRow, machineFiguresApi } from '@cloud-factory/contract/oee/machine-figures'
import { dayNumber } from '@cloud-factory/domain/numbers/civil-days'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { reject } from '../../platform/http/domain-error.ts'
import type { PlannedShift, PlanPort } from '../work-calendar/public.ts'
import { type DirectoryMachine, machineDirectory } from '../machine-states/public.ts'
import { added, figuresOf, inputsOf, noRepairs, nothing, type Sums } from './figures.rules.ts'

/** Repair times of a machine, of one group or of all days; seconds. */
interface RepairTimesRead {
  readonly machine_id: number
  readonly key: string | null
  readonly repairs: number
  readonly restore: number
  readonly mend: number
}

/** Null: repair orders do not belong to shifts; they count in the total only. */
const repairKeys: Readonly<Record<FigureGroup, RawBuilder<unknown>>> = {
  machine: sql`null::text`,
  line: sql`null::text`,
  workshop: sql`null::text`,
  shift: sql`null::text`,
  day: sql`to_char(r.verified_at at time zone p.time_zone, 'YYYY-MM-DD')`,
  month: sql`to_char(r.verified_at at time zone p.time_zone, 'YYYY-MM')`,
}

/** Repair orders during which a machine stood and that were verified on these days in the plant's time zone. */
export const repairTimeRows = (
  plantId: number,
  ids: readonly number[],
  { from, to, by }: { readonly from: string; readonly to: string; readonly by: FigureGroup },
) => sql<RepairTimesRead>`
  select r.machine_id, ${repairKeys[by]} as key, count(*)::int as repairs,
    sum(extract(epoch from r.verified_at - r.reported_at))::float8 as restore,
    sum(extract(epoch from r.finished_at - r.started_at))::float8 as mend
  from plants p join repairs r on r.plant_id = p.id
  where p.id = ${plantId} and r.plant_id = ${plantId} and r.stopped and r.verified_at is not null
    and r.verified_at >= ${from}::date::timestamp at time zone p.time_zone
    and r.verified_at < (${to}::date + 1)::timestamp at time zone p.time_zone
    and r.machine_id = any(${[...ids]}::bigint[])
  group by 1, 2`

type Query = QueryOf<(typeof machineFiguresApi)['GET /api/equipment/figures']>

/** Filter by machines and working days. */
export type FigureFilter = Omit<Query, 'by'> & {
  readonly sources?: readonly MachineSource[]
  /** Only these machines; empty or omitted: all. */
  readonly machineIds?: readonly string[]
}
type ReportQuery = FigureFilter & Pick<Query, 'by'>

interface SumsRead {
  readonly machine_id: number
  readonly key: string | null
  readonly calendar: number
  readonly planned: number
  readonly running: number
  readonly setup: number
  readonly idle: number
  readonly fault: number
  readonly unknown: number
  readonly planned_stop: number
  readonly run: number
  readonly failures: number
  readonly ideal: number | null
  readonly good_ideal: number | null
  readonly rated_run: number | null
  readonly output: number | null
  readonly good: number | null
  readonly energy: number | null
  readonly arc: number | null
  readonly arc_run: number | null
  readonly assumed: boolean
  readonly corrected: boolean
  readonly old_shifts: boolean
  readonly until: Date
}

/** Maximum number of days per query. */
const longestDays = 400

/** Machines of the plant that match a filter. */
export async function machinesOf(
  reads: Reads,
  plantId: number,
  filter: FigureFilter,
): Promise<DirectoryMachine[]> {
  const days = dayNumber(filter.to) - dayNumber(filter.from)
  if (days < 0 || days > longestDays) reject('days.order')
  return (await machineDirectory(reads, plantId)).filter((machine) => isMeant(machine, filter))
}

const isMeant = (machine: DirectoryMachine, filter: FigureFilter): boolean =>
  isNamed(machine, filter) &&
  (filter.line === undefined || machine.line === filter.line) &&
  (filter.workshopId === undefined || machine.workshopId === Number(filter.workshopId)) &&
  (filter.class === undefined || machine.class === filter.class) &&
  filter.sources?.includes(machine.source) !== false

/** Without named machines, all match. */
const isNamed = ({ id }: DirectoryMachine, { machineId, machineIds = [] }: FigureFilter): boolean =>
  (machineId === undefined || id === Number(machineId)) &&
  (machineIds.length === 0 || machineIds.includes(String(id)))

const keys: Readonly<Record<FigureGroup, RawBuilder<unknown>>> = {
  machine: sql`null`,
  line: sql`null`,
  workshop: sql`null`,
  shift: sql`t.shift_id::text`,
  day: sql`t.day::text`,
  month: sql`to_char(t.day, 'YYYY-MM')`,
}

/**
 * Sums per machine over the days, split by shift, day or month if requested. `offset 0` makes PostgreSQL look up the counts of
 * each row by their own key. With a plain join it reads all days again for each row while the table has no statistics.
 */
export const sumRows = (
  plantId: number,
  ids: readonly number[],
  { from, to, by }: ReportQuery,
) => sql<SumsRead>`
  select t.machine_id, ${keys[by]} as key, sum(t.length_s) as calendar, sum(t.planned_s) as planned,
    sum(t.running_s) as running, sum(t.setup_s) as setup, sum(t.idle_s) as idle, sum(t.fault_s) as fault,
    sum(t.unknown_s) as unknown, sum(t.planned_stop_s) as planned_stop, sum(t.run_s) as run,
    sum(t.failures)::int as failures,
    sum(c.output / t.standard_rate * 3600) as ideal,
    sum(coalesce(c.good_output, c.output) / t.standard_rate * 3600) filter (where c.output is not null) as good_ideal,
    sum(t.run_s) filter (where t.standard_rate is not null and c.output is not null) as rated_run,
    sum(c.output) as output, sum(coalesce(c.good_output, c.output)) as good,
    sum(c.energy_kwh) as energy, sum(c.arc_on_s) as arc,
    sum(t.run_s) filter (where c.arc_on_s is not null) as arc_run,
    coalesce(bool_or(c.output > 0 and c.good_output is null), false) as assumed,
    max(t.revision) > 0 or coalesce(max(c.revision), 0) > 0 as corrected,
    coalesce(bool_or(c.by_old_shifts), false) as old_shifts, max(t.until) as until
  from machine_times t left join lateral (
    select output, good_output, energy_kwh, arc_on_s, revision, by_old_shifts from machine_counts
    where machine_id = t.machine_id and day = t.day and shift_id is not distinct from t.shift_id offset 0) c on true
  where t.plant_id = ${plantId} and t.day between ${from}::date and ${to}::date
    and t.machine_id = any(${[...ids]}::bigint[])
  group by 1, 2`

const sumsOf = (row: SumsRead, machine: DirectoryMachine): Sums => ({
  calendarS: row.calendar,
  plannedS: row.planned,
  runningS: row.running,
  setupS: row.setup,
  idleS: row.idle,
  faultS: row.fault,
  unknownS: row.unknown,
  plannedStopS: row.planned_stop,
  runS: row.run,
  failures: row.failures,
  idealS: row.ideal,
  goodIdealS: row.good_ideal,
  ratedRunS: row.rated_run,
  output: row.output,
  good: row.good,
  outputUnit: machine.outputUnit,
  energyKwh: row.energy,
  arcOnS: row.arc,
  arcRunS: row.arc_run,
  isAssumed: row.assumed,
  isCorrected: row.corrected,
  isByOldShifts: row.old_shifts,
  ...noRepairs,
})

const repairSums = (row: RepairTimesRead, machine: DirectoryMachine): Sums => ({
  ...nothing,
  outputUnit: machine.outputUnit,
  repairs: row.repairs,
  restoreS: row.restore,
  mendS: row.mend,
})

interface ReportDeps {
  readonly reads: Reads
  readonly plan: PlanPort
}

interface Group {
  readonly key: string
  readonly sums: Sums
  readonly machines: ReadonlySet<number>
}

/** Figures of working days by the requested grouping, and in total. */
export async function figureReport(
  { reads, plan }: ReportDeps,
  plantId: number,
  query: ReportQuery,
  now: Date,
): Promise<FigureReport> {
  const [machines, shifts, workshops] = await Promise.all([
    machinesOf(reads, plantId, query),
    plan.shifts(reads, plantId),
    plan.workshops(reads, plantId),
  ])
  const byId = new Map(machines.map((machine) => [machine.id, machine]))
  const ids = [...byId.keys()]
  const [rows, repairs] = await Promise.all([
    readRows(reads, sumRows(plantId, ids, query)),
    readRows(reads, repairTimeRows(plantId, ids, query)),
  ])
  const groups = new Map<string, Group>()
  let total: Group = { key: '', sums: nothing, machines: new Set() }
  const take = (key: string | null, sums: Sums, machineId: number) => {
    total = joined(total, sums, machineId)
    if (key === null) return
    const group = groups.get(key) ?? { key, sums: nothing, machines: new Set() }
    groups.set(key, joined(group, sums, machineId))
  }
  for (const row of rows) {
    const machine = byId.get(row.machine_id)
    if (machine !== undefined) take(keyOf(query.by, row, machine), sumsOf(row, machine), machine.id)
  }
  for (const row of repairs) {
    const machine = byId.get(row.machine_id)
    if (machine === undefined) continue
    const key = query.by === 'shift' ? null : keyOf(query.by, row, machine)
    take(key, repairSums(row, machine), machine.id)
  }
  const name = nameOf(query.by, byId, shifts, workshops)
  const until = Math.max(...rows.map((row) => row.until.getTime()), Number.NEGATIVE_INFINITY)
  return {
    from: query.from,
    to: query.to,
    now: (Number.isFinite(until) ? new Date(until) : now).toISOString(),
    total: rowOf(total, { name: '', names: null }),
    rows: [...groups.values()]
      .map((group) => rowOf(group, name(group.key)))
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
    lines: [...new Set(machines.map(({ line }) => line))].sort(),
    workshops: workshops.map((workshop) => ({ id: String(workshop.id), name: workshop.name })),
  }
}

const joined = (group: Group, sums: Sums, machineId: number): Group => ({
  key: group.key,
  sums: group.machines.size === 0 ? sums : added(group.sums, sums),
  machines: new Set([...group.machines, machineId]),
})

function keyOf(by: FigureGroup, row: Pick<SumsRead, 'key'>, machine: DirectoryMachine): string {
  if (by === 'machine') return String(machine.id)
  if (by === 'line') return machine.line
  if (by === 'workshop') return String(machine.workshopId ?? '')
  return row.key ?? ''
}

type Name = Pick<FigureRow, 'name' | 'names'>

/** Name of a group; empty: it has none, such as time outside of shifts or a machine without a workshop. */
function nameOf(
  by: FigureGroup,
  machines: ReadonlyMap<number, DirectoryMachine>,
  shifts: readonly PlannedShift[],
  workshops: readonly { id: number; name: string }[],
): (key: string) => Name {
  const plain = (name: string | undefined): Name => ({ name: name ?? '', names: null })
  if (by === 'machine') {
    return (key) => {
      const machine = machines.get(Number(key))
      return plain(machine && `${machine.code} ${machine.name}`)
    }
  }
  if (by === 'workshop') return (key) => plain(workshops.find(({ id }) => String(id) === key)?.name)
  if (by === 'shift')
    return (key) => {
      const shift = shifts.find(({ id }) => String(id) === key)
      return { name: shift?.startsAt ?? '', names: shift?.names ?? null }
    }
  return plain
}

const rowOf = ({ key, sums, machines }: Group, name: Name): FigureRow => ({
  key,
  ...name,
  machines: machines.size,
  inputs: inputsOf(sums),
  figures: figuresOf(sums),
})
