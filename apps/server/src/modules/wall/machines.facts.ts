import { stateNames } from '@cloud-factory/domain/machine-states/machine-state-names'
import { dayNumber, dayOf } from '@cloud-factory/domain/numbers/civil-days'
import type { FigureFacts, WallFacts, MachineDay, MachineNow } from './wall.types.ts'
import { shown } from './wall.rules.ts'
import type { Asking } from './live-context.ts'
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
export function machineFacts(asking: Asking): Part {
  const { reads, plantId, ports, memory, asked, now } = asking
  const states = () =>
    asked.once('states', 900, async () => {
      const { items } = await ports.states(reads, plantId, now())
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
    bands: (_scope, hours) => asked.once(`bands ${hours}`, 9_000, () => ports.timeline(hours)),
    async machineDays({ day }) {
      const { rows } = await figureReport(asking, { from: day, to: day, by: 'machine' })
      return new Map(rows.map(machineDayOf).map((one) => [one.machineId, one]))
    },
    figures: ({ machineIds }, { day }) =>
      machineIds.length === 0 ? runningFigures(asking) : chosenFigures(asking, machineIds, day),
    async stops({ machineIds }, { day }) {
      return stopPareto(await ports.stops(reads, plantId, { from: day, to: day, machineIds }, now()))
    },
    maintenance: ({ day }) => maintenance(asking, day),
    hours: () =>
      asked.once('hours', 60_000, async () =>
        ports.hours(reads, new Date(now().getTime() - 24 * hourMs), hourlySignals(await memory.all())),
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
function figureReport(asking: Asking, { from, to, by, machineIds = [] }: FigureScope): Promise<FigureReport> {
  const { reads, plantId, ports, asked, now } = asking
  return asked.once(`figures ${from} ${to} ${by} ${machineIds.join()}`, by === 'day' ? 300_000 : 9_000, () =>
    ports.figures(reads, plantId, { from, to, by, machineIds }, now()),
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
const runningFigures = ({ ports, asked }: Asking): Promise<FigureFacts> =>
  asked.once('running', 3_000, async () => {
    const { total, inputs, lines, days } = await ports.running()
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
  asking: Asking,
  machineIds: readonly string[],
  day: string,
): Promise<FigureFacts> {
  const number = dayNumber(day)
  const [today, before] = await Promise.all([
    figureReport(asking, { from: day, to: day, by: 'line', machineIds }),
    figureReport(asking, { from: dayOf(number - daysBefore), to: dayOf(number - 1), by: 'day', machineIds }),
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

async function maintenance(asking: Asking, day: string): Promise<MaintenanceData> {
  const { reads, plantId, ports, now } = asking
  const from = dayOf(dayNumber(day) - monthDays + 1)
  const [counts, plans, figures] = await Promise.all([
    ports.maintenance(reads, plantId, now()),
    ports.duePlans(reads, plantId, now()),
    figureReport(asking, { from, to: day, by: 'day' }),
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
