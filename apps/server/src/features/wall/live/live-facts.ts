import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/handles.ts'
import { outputProcess } from '@cloud-factory/contract/output-process.rules'
import { dayOf, monthOf } from '../civil-days.ts'
import type { AlarmFacts, DayFacts, OutputFacts, SaidFacts, WallFacts } from '../facts.types.ts'
import type { MachineMemory } from '../machines/machine-memory.ts'
import { shown } from '../machines/shown-machines.rules.ts'
import { saidOf } from '../said.ts'
import type { WallPorts } from '../wall.ports.ts'
import type { MachineNow, WallScope } from '../wall.types.ts'
import { Asked } from './asked.ts'

export interface LiveDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plantId: number
  readonly ports: WallPorts
  readonly memory: MachineMemory
}

/** The real factory: what the other features say, asked once for all screens. */
export function liveFacts({ db, clock, plantId, ports, memory }: LiveDeps): WallFacts {
  const { reads } = db
  const asked = new Asked(clock)
  const now = () => clock.now()

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

  let pulse: number | null = null
  /** Read again when an alarm has changed, and now and then for those that were put aside for a time. */
  async function alarms(): Promise<AlarmFacts> {
    const newest = await asked.once('pulse', 900, () => ports.alarmPulse(reads))
    if (newest !== pulse) asked.forget('alarms')
    pulse = newest
    return asked.once('alarms', 10_000, async () => {
      const { alarms: rows, counts } = await ports.alarms(reads, plantId, now())
      return {
        alarms: rows.map(({ id, since, ...row }) => ({ ...row, id: String(id), since: since.getTime() })),
        counts,
      }
    })
  }

  const day = (): Promise<DayFacts> =>
    asked.once('day', 5_000, async () => {
      const at = now().getTime()
      const utc = Math.floor(at / 86_400_000)
      const { timeZone, windows } = await ports.windows(reads, plantId, [dayOf(utc - 33), dayOf(utc + 34)])
      const window = windows.find(({ from, to }) => from <= at && at < to)
      const today = window?.day ?? dayOf(utc)
      const monthDays = monthOf(today)
      const plannedOf = (test: (of: string) => boolean) =>
        windows
          .filter((one) => test(one.day))
          .flatMap(({ planned }) => planned)
          .toSorted((one, other) => one.from - other.from)
      return {
        now: at,
        timeZone,
        day: today,
        shift:
          window === undefined || window.shift === null || window.planned.length === 0
            ? null
            : { ...window.shift, endsAt: window.to },
        planned: plannedOf((of) => of === today),
        monthPlanned: plannedOf((of) => of >= monthDays[0] && of <= monthDays[1]),
        monthDays,
      }
    })

  const said = (): Promise<SaidFacts> =>
    asked.once('said', 2_000, async () => {
      const [info, workshops] = await Promise.all([
        ports.shownInfo(reads, plantId),
        ports.workshops(reads, plantId),
      ])
      return saidOf(info, workshops)
    })
  const processes = () => asked.once('processes', 30_000, () => ports.processes(reads, plantId))

  /** Output as the production report has it: the same question, so the same kilograms. */
  async function output(scope: WallScope, { day: today, monthDays }: DayFacts): Promise<OutputFacts> {
    const { projectIds, processIds } = scope
    const [info, all] = await Promise.all([ports.shownInfo(reads, plantId), processes()])
    const targets = (info?.content.targets ?? []).filter(({ month }) => month === today.slice(0, 7))
    const id = outputProcess(
      all.map((process) => ({ ...process, id: String(process.id) })),
      targets.map(({ processId }) => processId),
      processIds,
    )
    if (id === null) return { doneKg: 0, hours: null, course: [], days: [], targetKg: null }
    const target = targets.find(({ processId }) => processId === id)
    const [month, whole, course] = await Promise.all([
      ports.report(reads, plantId, { from: monthDays[0], to: today, processId: id, projectIds }, now()),
      ports.report(reads, plantId, { from: today, to: today, projectIds }, now()),
      ports.course(reads, plantId, { from: today, to: today, processId: id, projectIds }),
    ])
    const hours = whole.totals.reduce((sum, total) => sum + total.hours, 0)
    return {
      doneKg: whole.totals.find(({ processId }) => processId === id)?.kg ?? 0,
      hours: hours === 0 ? null : hours,
      course,
      days: month.rows.map(({ period, kg }) => ({ day: period, kg })),
      targetKg: target === undefined ? null : Number(target.tonnes) * 1_000,
    }
  }

  return {
    machines,
    trace: (id) => memory.trace(id),
    alarms,
    day,
    output,
    said,
    simulation: () => null,
  }
}
