import type { MachineSource, MachineState } from '@cloud-factory/domain/machines/equipment-enums'
import type { FigureInputs, Figures, StopReport } from '@cloud-factory/contract/oee/machine-figures'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock/clock.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { type PlanPort } from '../work-calendar/public.ts'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import { figureReport } from './figures.queries.ts'
import { added, figuresOf, inputsOf, nothing, type Sums } from './figures.rules.ts'
import { type ShiftCounts, sumsOfShift } from './times.rules.ts'
import { stopReport } from './stops.queries.ts'
import { RunningFigures } from './running-figures.ts'

interface WatchedFigures {
  /** The current working day. */
  readonly day: string
  /** End of the computed time, ms since 1970. */
  readonly at: number
  readonly machines: number
  readonly total: Figures
  readonly inputs: FigureInputs
  readonly lines: readonly { readonly line: string; readonly machines: number; readonly figures: Figures }[]
  /** The seven previous working days, oldest first. */
  readonly days: readonly { readonly day: string; readonly figures: Figures }[]
}

interface WatchedTimeline {
  readonly from: number
  readonly to: number
  readonly machines: readonly {
    readonly id: string
    readonly code: string
    readonly name: string
    readonly line: string
    /** Each band lasts until the next one begins, the last until `to`; before the first there is no data. */
    readonly bands: readonly { readonly from: number; readonly state: MachineState }[]
  }[]
}

/** Queries of a wall about machines of some sources. Simulated machines have no intervals, so the result has none of them. */
export interface MachineWatch {
  figures(sources: readonly MachineSource[]): Promise<WatchedFigures>
  /** Stop times by reason on the current working day, longest first. */
  stops(sources: readonly MachineSource[]): Promise<StopReport>
  timeline(sources: readonly MachineSource[], hours: number): Promise<WatchedTimeline>
}

interface WatchDeps {
  readonly reads: Reads
  readonly plan: PlanPort
  readonly plantId: number
  readonly clock: Clock
}

const daysBefore = 7
/** Except for the longest holidays, this many days before today contain seven working days. */
const daysLookedAt = 21

export function watchMachines(deps: WatchDeps): MachineWatch {
  const { reads, plan, plantId, clock } = deps
  const running = new RunningFigures(deps)
  return {
    async figures(sources) {
      const { day, at, rows } = await running.now()
      const ours = rows.filter(({ machine }) => sources.includes(machine.source))
      const counts = await countsOfDay(reads, plantId, day)
      const sums = ours.map((row) => {
        const { id, line, standardRate, outputUnit } = row.machine
        const made = counts.get(`${id} ${row.shiftId}`) ?? { ...uncounted, standardRate }
        return { id, line, sums: sumsOfShift(row, made, outputUnit) }
      })
      const total = totalOf(sums)
      const lines = [...Map.groupBy(sums, ({ line }) => line)].sort(([one], [other]) =>
        one < other ? -1 : 1,
      )
      return {
        day,
        at,
        machines: machinesIn(sums),
        total: figuresOf(total),
        inputs: inputsOf(total),
        lines: lines.map(([line, of]) => ({
          line,
          machines: machinesIn(of),
          figures: figuresOf(totalOf(of)),
        })),
        days: await pastDays(deps, sources, day),
      }
    },
    async stops(sources) {
      const { day } = await running.now()
      return stopReport({ reads, plan }, plantId, { from: day, to: day, sources }, clock.now())
    },
    timeline: (sources, hours) => timelineOf(reads, plantId, sources, clock.now().getTime(), hours),
  }
}

interface Summed {
  readonly id: number
  readonly sums: Sums
}
const totalOf = (rows: readonly Summed[]): Sums => rows.map(({ sums }) => sums).reduce(added, nothing)
const machinesIn = (rows: readonly Summed[]) => new Set(rows.map(({ id }) => id)).size

const uncounted: ShiftCounts = { standardRate: null, output: null, good: null, energy: null, arc: null }

/** Counts of machines in the shifts of a day, with the standard rate used for that shift. */
async function countsOfDay(reads: Reads, plantId: number, day: string): Promise<Map<string, ShiftCounts>> {
  const rows = await readRows(
    reads,
    sql<ShiftCounts & { id: number; shift_id: number | null }>`
      select m.id, c.shift_id, coalesce(t.standard_rate, m.standard_rate)::float8 as "standardRate", c.output,
        c.good_output as good, c.energy_kwh as energy, c.arc_on_s as arc,
        c.revision > 0 as "isCorrected"
      from machine_counts c join machines m on m.id = c.machine_id
      left join machine_times t on t.machine_id = c.machine_id and t.day = c.day
        and t.shift_id is not distinct from c.shift_id
      where c.plant_id = ${plantId} and c.day = ${day}::date`,
  )
  return new Map(rows.map(({ id, shift_id: shiftId, ...counts }) => [`${id} ${shiftId}`, counts]))
}

async function pastDays(
  { reads, plan, plantId, clock }: WatchDeps,
  sources: readonly MachineSource[],
  day: string,
) {
  const span = { from: addDays(day, -daysLookedAt), to: addDays(day, -1) }
  const report = await figureReport({ reads, plan }, plantId, { ...span, by: 'day', sources }, clock.now())
  return report.rows
    .filter(({ inputs }) => inputs.plannedS > 0)
    .slice(-daysBefore)
    .map(({ key, figures }) => ({ day: key, figures }))
}

interface BandRow {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly line: string
  readonly state: MachineState | null
  readonly t0: Date | null
}

/** `offset 0` keeps the index scan per machine; without it, PostgreSQL reads the whole history. */
export const bandRows = (
  plantId: number,
  sources: readonly MachineSource[],
  from: Date,
  to: Date,
) => sql<BandRow>`
  select m.id, m.code, m.name, m.line, i.state, i.t0 from machines m cross join lateral (
    select coalesce((select t0 from machine_intervals where machine_id = m.id and t0 <= ${from}
      order by t0 desc limit 1), '-infinity') as t0 offset 0) b
  left join lateral (
    select state, t0 from machine_intervals where machine_id = m.id and t0 >= b.t0 and t0 < ${to} offset 0) i on true
  where m.plant_id = ${plantId} and m.active and m.source = any(${[...sources]}::text[]) order by m.code, i.t0`

async function timelineOf(
  reads: Reads,
  plantId: number,
  sources: readonly MachineSource[],
  to: number,
  hours: number,
): Promise<WatchedTimeline> {
  const from = to - hours * 3_600_000
  const rows = await readRows(reads, bandRows(plantId, sources, new Date(from), new Date(to)))
  const machines = [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, [first, ...others]]) => {
    if (first === undefined) return []
    const bands = [first, ...others].flatMap(({ state, t0 }) =>
      state === null || t0 === null ? [] : [{ from: Math.max(t0.getTime(), from), state }],
    )
    const { code, name, line } = first
    return [{ id: String(id), code, name, line, bands: joinedBands(bands) }]
  })
  return { from, to, machines }
}

type Band = WatchedTimeline['machines'][number]['bands'][number]

/** A stop that a person split in two is one band. */
const joinedBands = (bands: readonly Band[]) =>
  bands.filter(({ state }, index) => state !== bands[index - 1]?.state)
