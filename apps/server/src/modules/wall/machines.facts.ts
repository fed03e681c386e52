import { stateNames } from '@cloud-factory/contract/machine-state-names'
import { dayNumber, dayOf } from './civil-days.ts'
import type { FigureFacts, WallFacts } from './facts.types.ts'
import type { MachineNow, WallScope } from './wall.types.ts'
import { shown } from './shown-machines.rules.ts'
import type { Asking } from './asking.types.ts'

type Part = Pick<
  WallFacts,
  'machines' | 'trace' | 'bands' | 'machineDays' | 'figures' | 'stops' | 'maintenance' | 'hours'
>

const hourMs = 3_600_000
const daysBefore = 7
const monthDays = 30
const everywhere = (text: string) => ({ zh: text, en: text, es: text })

/** What equipment says of machines. */
export function machineFacts({ reads, plantId, ports, memory, asked, now }: Asking): Part {
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

  /** States as the register has them, values as they came in. */
  const machines = async (scope: WallScope): Promise<MachineNow[]> => {
    const [all, registered] = await Promise.all([memory.all(), states()])
    return shown(all, scope).map((one) => ({ ...one, ...registered.get(one.machine.id) }))
  }

  /** Figures of days by machine, line or day; the machines that the screen shows. */
  const report = (from: string, to: string, by: 'machine' | 'line' | 'day', machineIds: readonly string[]) =>
    asked.once(`figures ${from} ${to} ${by} ${machineIds.join()}`, by === 'day' ? 300_000 : 9_000, () =>
      ports.figures(reads, plantId, { from, to, by, machineIds }, now()),
    )

  const running = () =>
    asked.once('running', 3_000, async (): Promise<FigureFacts> => {
      const { total, inputs, lines, days } = await ports.running()
      return {
        total,
        arcOn: total.arcOn,
        inputs,
        days: days.map(({ day, figures }) => ({ day, oee: figures.oee })),
        lines: lines.map(({ line, figures }) => ({ line, oee: figures.oee, coverage: figures.coverage })),
      }
    })

  /** Of the machines that a screen shows, as the report of figures has them. */
  async function chosenFigures(machineIds: readonly string[], day: string): Promise<FigureFacts> {
    const number = dayNumber(day)
    const [today, before] = await Promise.all([
      report(day, day, 'line', machineIds),
      report(dayOf(number - daysBefore), dayOf(number - 1), 'day', machineIds),
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

  return {
    machines,
    trace: (id) => memory.trace(id),
    bands: (_scope, hours) => asked.once(`bands ${hours}`, 9_000, () => ports.timeline(hours)),
    machineDays: ({ day }) =>
      report(day, day, 'machine', []).then(
        ({ rows }) =>
          new Map(
            rows.map(({ key, inputs }) => [
              Number(key),
              {
                machineId: Number(key),
                plannedS: inputs.plannedS,
                runS: inputs.runS,
                output: inputs.output,
                outputUnit: inputs.outputUnit,
                energyKwh: inputs.energyKwh,
              },
            ]),
          ),
      ),
    figures: ({ machineIds }, { day }) =>
      machineIds.length === 0 ? running() : chosenFigures(machineIds, day),
    async stops({ machineIds }, { day }) {
      const { bars, seconds } = await ports.stops(reads, plantId, { from: day, to: day, machineIds }, now())
      return {
        unit: 's',
        bars: bars.map((bar) => ({
          names: bar.names ?? stateNames[bar.state ?? 'idle'],
          value: Math.round(bar.seconds),
          count: bar.stops,
          cumulative: bar.cumulative,
        })),
        total: Math.round(seconds),
      }
    },
    async maintenance({ day }) {
      const [counts, plans, figures] = await Promise.all([
        ports.maintenance(reads, plantId, now()),
        ports.duePlans(reads, plantId, now()),
        report(dayOf(dayNumber(day) - monthDays + 1), day, 'day', []),
      ])
      return {
        openRepairs: counts.repairsOpen,
        duePlans: counts.plansDue,
        overduePlans: counts.plansOverdue,
        dueChecks: counts.checksDue,
        mtbfS: figures.total.figures.mtbfS,
        mttrS: figures.total.figures.mttrS,
        sparesLow: counts.partsShort,
        // What is due has a day, by the calendar or by what was counted.
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
    },
    hours: () =>
      asked.once('hours', 60_000, async () => {
        const signals = (await memory.all())
          .filter(({ machine }) => machine.source !== 'sim')
          .flatMap(({ machine }) =>
            machine.signals
              .filter(({ role, kind }) => role === 'energy' || kind === 'gauge')
              .map(({ slot }) => ({ machineId: machine.id, slot })),
          )
        return ports.hours(reads, new Date(now().getTime() - 24 * hourMs), signals)
      }),
  }
}
