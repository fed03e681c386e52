import type { Severity } from '@cloud-factory/domain/alarms/alarm-enums'
import type { FigureInputs } from '@cloud-factory/contract/oee/machine-figures'
import type { HeaderData } from '@cloud-factory/domain/wall/wall-frame'
import type {
  AlarmBoard,
  FirstPass,
  HonoursData,
  LogisticsData,
  MaintenanceData,
  OeeData,
  PaintCell,
  Pareto,
  ProcessFunnel,
  RiskOrder,
  StateTimeline,
  WeldingCell,
  WorkshopMap,
  Words,
} from '@cloud-factory/domain/wall/wall-panels'
import type { TracePoint } from './machine-memory.ts'
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
  readonly shift: HeaderData['shift']
  /** Planned to be worked, breaks left out, in order: of the day, and of its whole month with the working day of each. */
  readonly planned: readonly Span[]
  readonly monthPlanned: readonly (Span & { readonly day: string })[]
  /** First and last day of the month, `YYYY-MM-DD`. */
  readonly monthDays: readonly [string, string]
}

/** Output of the process whose tonnes count. */
export interface OutputFacts {
  /** Null: the factory has no process. */
  readonly processId: string | null
  readonly doneKg: number
  /** Hours that people reported at all processes of the day; null: nobody reported any. */
  readonly hours: number | null
  /** Of the day, by ten minutes. */
  readonly course: readonly { readonly at: number; readonly kg: number }[]
  /** By day of the month, days without work left out. */
  readonly days: readonly { readonly day: string; readonly kg: number }[]
  /** Of the month; null: none is set. */
  readonly targetKg: number | null
}

/** Instants by the server's clock. */
type AlarmFact = Omit<AlarmBoard['rows'][number], 'machine'> & { readonly machineId: number }
export interface AlarmFacts {
  /** Unacknowledged ones first, of them the worst. */
  readonly alarms: readonly AlarmFact[]
  readonly counts: readonly {
    readonly machineId: number
    readonly severity: Severity
    readonly count: number
    readonly unacked: number
  }[]
}

type WorkshopPlace = WorkshopMap['workshops'][number]

/** What is left of a name: all, its first letter and stars, nothing. */
export type Masking = 'full' | 'initial' | 'hidden'

/** What the walls say; see the display information of the contract. */
export interface ReportedFacts {
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
  readonly honours: HonoursData['honours']
  /** Size of the plan; null: none was drawn yet. */
  readonly plan: { readonly widthM: number; readonly depthM: number } | null
  readonly workshops: readonly WorkshopPlace[]
  /** Machines that stand elsewhere than the register says, by id. */
  readonly places: ReadonlyMap<number, Omit<WorkshopPlace, 'id' | 'name'>>
}

/** State of machines over a stretch. */
export type BandFacts = Omit<StateTimeline, 'more'>

/** Sums of one machine over the working day. Null: it does not tell. */
export type MachineDay = Pick<FigureInputs, 'plannedS' | 'runS' | 'output' | 'outputUnit' | 'energyKwh'> & {
  readonly machineId: number
}

export interface FigureFacts {
  /** By ISO 22400-2; shares 0 to 1, null where there is nothing to tell them from. */
  readonly total: Pick<OeeData, 'oee' | 'availability' | 'performance' | 'quality' | 'coverage'>
  readonly arcOn: number | null
  /** Sums that the total is made of. */
  readonly inputs: Pick<
    FigureInputs,
    'plannedS' | 'unknownS' | 'runningS' | 'idealS' | 'ratedRunS' | 'goodShare' | 'arcOnS' | 'arcRunS'
  >
  /** Working days before this one, oldest first. */
  readonly days: OeeData['days']
  readonly lines: OeeData['lines']
}

/** An order that runs, its names not yet masked. Late by forecast, or by the day where its due day is over. */
export type OrderFact = Omit<RiskOrder, 'dueDate'> & { readonly dueDate: string | null }

export type QualityFacts = Pick<FirstPass, 'testedMm' | 'ncrsOpen' | 'ncrsOverdue'> & {
  /** Passed at the first inspection of those inspected, by stage. */
  readonly steps: readonly { readonly stage: string; readonly inspected: number; readonly passed: number }[]
  readonly rejectedMm: number
}

/** µm. */
export type FilmFacts = NonNullable<PaintCell['dftUm']>
export type ShippingFacts = Omit<LogisticsData, 'cranes'>

/** By hour of the last day, oldest first; the value is null where nothing is known. */
export interface HourFacts {
  readonly machineId: number
  readonly slot: number
  readonly hours: readonly {
    readonly at: number
    readonly mean: number | null
    readonly rise: number | null
  }[]
}

export type WeldWindow = NonNullable<WeldingCell['window']>

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
  /** Work at one process on the working day, by ten minutes. */
  course(scope: WallScope, day: DayFacts, processId: string): Promise<OutputFacts['course']>
  /** Kilograms of the working day at each process, by its id. */
  doneToday(scope: WallScope, day: DayFacts): Promise<ReadonlyMap<string, number>>
  /** The first process of the order of work, and the one that coats; null: there is none. */
  cuttingId(): Promise<string | null>
  coatingId(): Promise<string | null>
  said(): Promise<ReportedFacts>
  simulation(): HeaderData['simulation']
  /** Names what is played; the same for ever where nothing is. */
  run(): string
  bands(scope: WallScope, hours: number): Promise<BandFacts>
  machineDays(day: DayFacts): Promise<ReadonlyMap<number, MachineDay>>
  figures(scope: WallScope, day: DayFacts): Promise<FigureFacts>
  stops(scope: WallScope, day: DayFacts): Promise<Pareto>
  orders(scope: WallScope): Promise<readonly OrderFact[]>
  funnel(scope: WallScope, day: DayFacts): Promise<ProcessFunnel>
  /** Of the month so far. */
  quality(scope: WallScope, day: DayFacts): Promise<QualityFacts>
  /** Of the last ninety days. */
  defects(scope: WallScope, day: DayFacts): Promise<Pareto>
  /** Of the last seven days; null: nothing was measured. */
  film(): Promise<FilmFacts | null>
  shipping(scope: WallScope, day: DayFacts): Promise<ShippingFacts>
  maintenance(day: DayFacts): Promise<MaintenanceData>
  hours(): Promise<readonly HourFacts[]>
  /** Of the procedures in use for submerged arc, and for gas-shielded welding; null: none says. */
  weldWindow(machineClass: 'gantry_saw' | 'robot'): Promise<WeldWindow | null>
}
