import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { dayOf, monthOf } from './civil-days.ts'
import type { AlarmFacts, DayFacts, ReportedFacts, WallFacts } from './facts.types.ts'
import type { MachineMemory } from './machine-memory.ts'
import { saidOf } from './said.ts'
import type { WallPorts } from './wall.ports.ts'
import { TtlCache } from './ttl-cache.ts'
import { machineFacts } from './machines.facts.ts'
import { productionFacts } from './production.facts.ts'
import { qualityFacts } from './quality.facts.ts'
import type { Asking } from './asking.types.ts'

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
  const asked = new TtlCache(clock)
  const now = () => clock.now()
  const asking = { reads, plantId, ports, memory, asked, now }

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

  const said = (): Promise<ReportedFacts> =>
    asked.once('said', 2_000, async () => {
      const [info, workshops] = await Promise.all([
        ports.shownInfo(reads, plantId),
        ports.workshops(reads, plantId),
      ])
      return saidOf(info, workshops)
    })

  return {
    ...machineFacts(asking),
    ...productionFacts(asking),
    ...qualityFacts(asking),
    alarms,
    day: () => asked.once('day', 5_000, () => runningDay(asking)),
    said,
    simulation: () => null,
    run: () => '',
  }
}

async function runningDay({ reads, plantId, ports, now }: Asking): Promise<DayFacts> {
  const at = now().getTime()
  const utc = Math.floor(at / 86_400_000)
  const { timeZone, windows } = await ports.windows(reads, plantId, [dayOf(utc - 33), dayOf(utc + 34)])
  const window = windows.find(({ from, to }) => from <= at && at < to)
  const today = window?.day ?? dayOf(utc)
  const monthDays = monthOf(today)
  const plannedOf = (test: (of: string) => boolean) =>
    windows
      .filter((one) => test(one.day))
      .flatMap(({ day, planned }) => planned.map((span) => ({ ...span, day })))
      .toSorted((one, other) => one.from - other.from)
  const runs = window !== undefined && window.planned.length > 0
  return {
    now: at,
    timeZone,
    day: today,
    shift: runs && window.shift !== null ? { ...window.shift, endsAt: window.to } : null,
    planned: plannedOf((of) => of === today),
    monthPlanned: plannedOf((of) => of >= monthDays[0] && of <= monthDays[1]),
    monthDays,
  }
}
