import { stateNames } from '@cloud-factory/domain/machines/equipment-enums'
import { dayNumber, dayOf } from '@cloud-factory/domain/numbers/civil-days'
import type { FigureFacts, WallFacts, MachineDay, MachineNow } from './wall.types.ts'
import { shown } from './wall.rules.ts'
import type { LiveContext } from './wall.queries.ts'
import type { FigureReport, StopReport } from '@cloud-factory/contract/oee/machine-figures'
import type { MaintenanceData, Pareto } from '@cloud-factory/domain/wall/wall-panels'

type Part = Pick<
  WallFacts,
  'machines' | 'trace' | 'bands' | 'machineDays' | 'figures' | 'stops' | 'maintenance' | 'hours'
>

const hourMs = 3_600_000
const daysBefore = 7
const monthDays = 30
const everywhere = (text: string) => ({ zh: text, en: text, es: text })

/** Machine data of the equipment module. */
export function machineFacts(context: LiveContext): Part {
  const { reads, plantId, queries, memory, cache, now } = context
  const states = () =>
    cache.once('states', 900, async () => {
      const { items } = await queries.states(reads, plantId, now())
      return new Map(
        items.map(({ id, state, since }) => [
          Number(id),
          { state, since: since === null ? null : Date.parse(since) },
        ]),
      )
    })

  return {
    /** States from the register, values from telemetry. */
    async machines(scope): Promise<MachineNow[]> {
      const [all, registered] = await Promise.all([memory.all(), states()])
      return shown(all, scope).map((one) => ({ ...one, ...registered.get(one.machine.id) }))
    },
    trace: (id) => memory.trace(id),
    bands: (_scope, hours) => cache.once(`bands ${hours}`, 9_000, () => queries.timeline(hours)),
    async machineDays({ day }) {
      const { rows } = await figureReport(context, { from: day, to: day, by: 'machine' })
      return new Map(rows.map(machineDayOf).map((one) => [one.machineId, one]))
    },
    figures: ({ machineIds }, { day }) =>
      machineIds.length === 0 ? runningFigures(context) : chosenFigures(context, machineIds, day),
    async stops({ machineIds }, { day }) {
      return stopPareto(await queries.stops(reads, plantId, { from: day, to: day, machineIds }, now()))
    },
    maintenance: ({ day }) => maintenance(context, day),
    hours: () =>
      cache.once('hours', 60_000, async () =>
        queries.hours(reads, new Date(now().getTime() - 24 * hourMs), hourlySignals(await memory.all())),
      ),
  }
}

interface FigureScope {
  readonly from: string
  readonly to: string
  readonly by: 'machine' | 'line' | 'day'
  readonly machineIds?: readonly string[]
}

/** Figures by machine, line or day, for the machines of the screen. */
function figureReport(
  context: LiveContext,
  { from, to, by, machineIds = [] }: FigureScope,
): Promise<FigureReport> {
  const { reads, plantId, queries, cache, now } = context
  return cache.once(`figures ${from} ${to} ${by} ${machineIds.join()}`, by === 'day' ? 300_000 : 9_000, () =>
    queries.figures(reads, plantId, { from, to, by, machineIds }, now()),
  )
}

const machineDayOf = ({ key, inputs }: FigureReport['rows'][number]): MachineDay => ({
  machineId: Number(key),
  plannedS: inputs.plannedS,
  runS: inputs.runS,
  output: inputs.output,
  outputUnit: inputs.outputUnit,
  energyKwh: inputs.energyKwh,
})

/** Of all machines, current to the second. */
const runningFigures = ({ queries, cache }: LiveContext): Promise<FigureFacts> =>
  cache.once('running', 3_000, async () => {
    const { total, inputs, lines, days } = await queries.running()
    return {
      total,
      arcOn: total.arcOn,
      inputs,
      days: days.map(({ day, figures }) => ({ day, oee: figures.oee })),
      lines: lines.map(({ line, figures }) => ({ line, oee: figures.oee, coverage: figures.coverage })),
    }
  })

/** Of the machines of a screen, as in the OEE report. */
async function chosenFigures(
  context: LiveContext,
  machineIds: readonly string[],
  day: string,
): Promise<FigureFacts> {
  const number = dayNumber(day)
  const [today, before] = await Promise.all([
    figureReport(context, { from: day, to: day, by: 'line', machineIds }),
    figureReport(context, { from: dayOf(number - daysBefore), to: dayOf(number - 1), by: 'day', machineIds }),
  ])
  const { figures, inputs } = today.total
  return {
    total: figures,
    arcOn: figures.arcOn,
    inputs,
    days: before.rows
      .filter((row) => row.inputs.plannedS > 0)
      .map((row) => ({ day: row.key, oee: row.figures.oee })),
    lines: today.rows.map((row) => ({
      line: row.key,
      oee: row.figures.oee,
      coverage: row.figures.coverage,
    })),
  }
}

const stopPareto = ({ bars, seconds }: StopReport): Pareto => ({
  unit: 's',
  bars: bars.map((bar) => ({
    names: bar.names ?? stateNames[bar.state ?? 'idle'],
    value: Math.round(bar.seconds),
    count: bar.stops,
    cumulative: bar.cumulative,
  })),
  total: Math.round(seconds),
})

async function maintenance(context: LiveContext, day: string): Promise<MaintenanceData> {
  const { reads, plantId, queries, now } = context
  const from = dayOf(dayNumber(day) - monthDays + 1)
  const [counts, plans, figures] = await Promise.all([
    queries.maintenance(reads, plantId, now()),
    queries.duePlans(reads, plantId, now()),
    figureReport(context, { from, to: day, by: 'day' }),
  ])
  return {
    openRepairs: counts.repairsOpen,
    duePlans: counts.plansDue,
    overduePlans: counts.plansOverdue,
    dueChecks: counts.checksDue,
    mtbfS: figures.total.figures.mtbfS,
    mttrS: figures.total.figures.mttrS,
    sparesLow: counts.partsShort,
    // A due plan has a date, from the calendar or from a counter.
    next: plans.flatMap(({ machine, title, dueOn, state }) =>
      dueOn === null
        ? []
        : [
            {
              machine: machine.code,
              names: everywhere(title),
              dueDate: dueOn,
              overdue: state === 'overdue',
            },
          ],
    ),
  }
}

/** Energy counters and gauges of the real machines. */
const hourlySignals = (machines: readonly MachineNow[]): { machineId: number; slot: number }[] =>
  machines
    .filter(({ machine }) => machine.source !== 'sim')
    .flatMap(({ machine }) =>
      machine.signals
        .filter(({ role, kind }) => role === 'energy' || kind === 'gauge')
        .map(({ slot }) => ({ machineId: machine.id, slot })),
    )
