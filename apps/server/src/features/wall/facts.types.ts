import type { Severity } from '@cloud-factory/contract/alarm-words'
import type { HeaderData } from '@cloud-factory/contract/wall-frame'
import type { Words } from '@cloud-factory/contract/wall-panels'
import type { TracePoint } from './machines/machine-memory.ts'
import type { MachineNow, WallScope } from './wall.types.ts'

export interface Span {
  readonly from: number
  readonly to: number
}

/** The working day that runs. Instants are ms since 1970 by the clock of the source. */
export interface DayFacts {
  readonly now: number
  readonly timeZone: string
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** Null: none runs. */
  readonly shift: { readonly id: string; readonly names: Words; readonly endsAt: number } | null
  /** Planned to be worked, breaks left out, in order: of the day, and of its whole month. */
  readonly planned: readonly Span[]
  readonly monthPlanned: readonly Span[]
  /** From the month's first day to its last, `YYYY-MM-DD`. */
  readonly monthDays: readonly [string, string]
}

/** Output of the process whose tonnes count. */
export interface OutputFacts {
  readonly doneKg: number
  /** Hours that people reported at all processes of the day; null: nobody reported any. */
  readonly hours: number | null
  /** Of the day, by ten minutes, ms since 1970. */
  readonly course: readonly { readonly at: number; readonly kg: number }[]
  /** By day of the month, days without work left out. */
  readonly days: readonly { readonly day: string; readonly kg: number }[]
  /** Of the month; null: none is set. */
  readonly targetKg: number | null
}

interface AlarmFact {
  readonly id: string
  readonly machineId: number
  readonly severity: Severity
  readonly names: Words
  readonly value: number | null
  /** By the server's clock. */
  readonly since: number
  readonly acked: boolean
  readonly ackedBy: string
  readonly times: number
}
export interface AlarmFacts {
  /** The worst first, unacknowledged ones before the others. */
  readonly alarms: readonly AlarmFact[]
  readonly counts: readonly {
    readonly machineId: number
    readonly severity: Severity
    readonly count: number
    readonly unacked: number
  }[]
}

interface WorkshopPlace {
  readonly id: string
  readonly name: string
  readonly xM: number
  readonly yM: number
  readonly widthM: number
  readonly depthM: number
}

/** What the walls say; see the display information of the contract. */
export interface SaidFacts {
  readonly no: number
  readonly names: Words
  readonly slogan: Words
  readonly logo: string | null
  readonly safetySince: string | null
  readonly duty: { readonly name: string; readonly phone: string }
  readonly masking: { readonly customers: Masking; readonly projects: Masking }
  readonly notices: readonly {
    readonly text: Words
    readonly from: string
    readonly until: string | null
    readonly urgent: boolean
  }[]
  readonly honours: readonly {
    readonly names: Words
    readonly year: number
    readonly picture: string | null
  }[]
  /** Size of the plan; null: none was drawn yet. */
  readonly plan: { readonly widthM: number; readonly depthM: number } | null
  readonly workshops: readonly WorkshopPlace[]
  /** Machines that stand elsewhere than the register says, by id. */
  readonly places: ReadonlyMap<number, Omit<WorkshopPlace, 'id' | 'name'>>
}
type Masking = 'full' | 'initial' | 'hidden'

/**
 * What a source answers to the panels: the real factory out of the other features, the simulated one out of what the simulator
 * plays. Every panel is made of these answers alone, so that both are judged by the same formulas.
 */
export interface WallFacts {
  /** Machines of the source that the scope shows, by code. */
  machines(scope: WallScope): Promise<readonly MachineNow[]>
  trace(machineId: number): readonly TracePoint[]
  alarms(): Promise<AlarmFacts>
  day(): Promise<DayFacts>
  output(scope: WallScope, day: DayFacts): Promise<OutputFacts>
  said(): Promise<SaidFacts>
  simulation(): HeaderData['simulation']
}
