import type { Masking } from '@cloud-factory/domain/displays/display-enums'
import type { Names } from '@cloud-factory/domain/resource/resource'
import type { ShownState } from '@cloud-factory/domain/machines/equipment-enums'
import type {
  PositionedMachine,
  CommandItem,
  HeaderData,
  ShownTv,
} from '@cloud-factory/domain/wall/wall-frame'
import type { PanelKind, ScreenSource } from '@cloud-factory/domain/displays/display-enums'
import type { ApprovalsData, BestWelders, CrewYield, SiteDates } from '@cloud-factory/domain/wall/wall-site'
import type { ModelFact } from './model.types.ts'
import type { WallColouring } from '@cloud-factory/domain/model/member-states'
import type { Severity } from '@cloud-factory/domain/alarms/alarm-enums'
import type { FigureInputs } from '@cloud-factory/contract/oee/machine-figures'
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
} from '@cloud-factory/domain/wall/wall-panels'

/** Filters and limits of a screen. Empty lists: all. */
export interface WallScope {
  readonly source: ScreenSource
  readonly projectIds: readonly string[]
  readonly processIds: readonly string[]
  readonly machineIds: readonly string[]
  readonly thresholds: Thresholds
  /** Time span of the state timeline. */
  readonly timelineHours: number
  /** The welding machine whose trace is shown; null: chosen automatically. */
  readonly tracedId: string | null
  /** How people are named. */
  readonly people: Masking
  /** The order whose model is shown; null: the latest of the projects. */
  readonly orderId: string | null
  readonly colouring: WallColouring
}

export interface Thresholds {
  readonly oeeTarget: number
  readonly firstPassTarget: number
  /** Minimum difference between surface temperature and dew point, K; painting stops below it. */
  readonly dewMarginK: number
  /** An order that is late by more days is at risk. */
  readonly lateDays: number
}

/** Data that panels of a screen need. */
export interface ScreenPanel {
  /** Its name on the stream, `dataKey`. */
  readonly key: string
  readonly kind: PanelKind
  readonly scope: WallScope
}

/** A screen as its stream needs it. */
export interface WallScreen {
  /** Version of its layout and of the display information; 0: default, nothing published. */
  readonly layout: number
  readonly info: number
  /** Number of items selected in its layout that no longer exist. */
  readonly gone: number
  /** Of its header and its alarms. */
  readonly scope: WallScope
  readonly panels: readonly ScreenPanel[]
  readonly command: CommandItem | null
  /** TVs that show it. */
  readonly tvs: Readonly<Record<string, ShownTv>>
}

/** A value, and when it was measured, ms since 1970. */
export interface Reading {
  readonly value: number
  readonly at: number
}

/** A machine with its current values. */
export interface MachineNow {
  readonly machine: PositionedMachine
  readonly state: ShownState
  /** Since when, ms since 1970 by the server's clock; null: no message yet. */
  readonly since: number | null
  /** Time of its last message. */
  readonly heardAt: number | null
  /** Of its signals by slot. */
  readonly values: ReadonlyMap<number, Reading>
}

/** A point of a weld's trace. */
export interface TracePoint {
  readonly at: number
  readonly currentA: number | null
  readonly voltageV: number | null
}

export interface Span {
  readonly from: number
  readonly to: number
}

/** The current working day. Timestamps are ms since 1970 by the clock of the source. */
export interface DayFacts {
  readonly now: number
  readonly timeZone: string
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly shift: HeaderData['shift']
  /** Planned working time without breaks, in order: of the day, and of its whole month with the working day of each span. */
  readonly planned: readonly Span[]
  readonly monthPlanned: readonly (Span & { readonly day: string })[]
  /** First and last day of the month, `YYYY-MM-DD`. */
  readonly monthDays: readonly [string, string]
}

/** Output of the process whose tonnes count. */
export interface OutputFacts {
  /** Null: the plant has no process. */
  readonly processId: string | null
  readonly doneKg: number
  /** Hours reported at all processes of the day; null: none. */
  readonly hours: number | null
  /** Of the day, in steps of ten minutes. */
  readonly course: readonly { readonly at: number; readonly kg: number }[]
  /** By day of the month, without days without work. */
  readonly days: readonly { readonly day: string; readonly kg: number }[]
  /** Of the month; null: none is set. */
  readonly targetKg: number | null
}

/** Timestamps by the server's clock. */
type AlarmFact = Omit<AlarmBoard['rows'][number], 'machine'> & { readonly machineId: number }
export interface AlarmFacts {
  /** Unacknowledged ones first, most severe first. */
  readonly alarms: readonly AlarmFact[]
  readonly counts: readonly {
    readonly machineId: number
    readonly severity: Severity
    readonly count: number
    readonly unacked: number
  }[]
}

type WorkshopPlace = WorkshopMap['workshops'][number]

/** Content for the wall screens; see the display information of the contract. */
export interface ReportedFacts {
  readonly no: number
  readonly names: Names
  readonly slogan: Names
  readonly logo: string | null
  readonly safetySince: string | null
  readonly duty: { readonly name: string; readonly phone: string }
  readonly masking: { readonly customers: Masking; readonly projects: Masking }
  readonly notices: readonly {
    readonly text: Names
    readonly from: string
    readonly until: string | null
    readonly urgent: boolean
  }[]
  readonly honours: HonoursData['honours']
  /** Address of the picture under the plan; null: none. */
  readonly underlay: string | null
  /** Size of the plan; null: no plan yet. */
  readonly plan: { readonly widthM: number; readonly depthM: number } | null
  readonly workshops: readonly WorkshopPlace[]
  /** Machines whose position differs from the register, by id. */
  readonly places: ReadonlyMap<number, Omit<WorkshopPlace, 'id' | 'name'>>
}

/** State of machines over a time span. */
export type BandFacts = Omit<StateTimeline, 'more'>

/** Sums of one machine over the working day. Null: it does not report the value. */
export type MachineDay = Pick<FigureInputs, 'plannedS' | 'runS' | 'output' | 'outputUnit' | 'energyKwh'> & {
  readonly machineId: number
}

export interface FigureFacts {
  /** By ISO 22400-2; shares 0 to 1, null without data. */
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

/** A running order with unmasked names. Late by forecast, or by the current day once its due date has passed. */
export type OrderFact = Omit<RiskOrder, 'dueDate'> & { readonly dueDate: string | null }

export type QualityFacts = Pick<FirstPass, 'testedMm' | 'ncrsOpen' | 'ncrsOverdue'> & {
  /** Pieces that passed the first inspection, of those inspected, by stage. */
  readonly steps: readonly { readonly stage: string; readonly inspected: number; readonly passed: number }[]
  readonly rejectedMm: number
}

/** A lot that the site needs, with the name of its project unmasked. */
export type LotFact = Omit<SiteDates['lots'][number], 'lateDays'>

/** Pieces at their first inspection by the crew that made them. */
export type CrewFact = Pick<CrewYield['crews'][number], 'names' | 'inspected'> & { readonly passed: number }

/** Welds at their first test by welder, with unmasked names. */
export type WelderFact = Omit<BestWelders['best'][number], 'yield'> & { readonly accepted: number }

/** µm. */
type FilmFacts = NonNullable<PaintCell['dftUm']>
export type ShippingFacts = Omit<LogisticsData, 'cranes'>

/** By hour of the last day, oldest first; the value is null where none is known. */
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
 * Data source of the panels: the real plant from the other modules, or the simulated one from the simulator. Panels use only these queries, so the
 * same formulas apply to both.
 */
export interface WallFacts {
  /** Machines of the source within the scope, by code. */
  machines(scope: WallScope): Promise<readonly MachineNow[]>
  trace(machineId: number): readonly TracePoint[]
  alarms(): Promise<AlarmFacts>
  day(): Promise<DayFacts>
  output(scope: WallScope, day: DayFacts): Promise<OutputFacts>
  /** Work at one process on the working day, in steps of ten minutes. */
  course(scope: WallScope, day: DayFacts, processId: string): Promise<OutputFacts['course']>
  /** Kilograms of the working day at each process, by its id. */
  doneToday(scope: WallScope, day: DayFacts): Promise<ReadonlyMap<string, number>>
  /** Processes in the order of work. */
  processes(): Promise<readonly { readonly id: string; readonly names: Names }[]>
  /** The first process in the order of work, and the coating process; null: none. */
  cuttingId(): Promise<string | null>
  coatingId(): Promise<string | null>
  reported(): Promise<ReportedFacts>
  simulation(): HeaderData['simulation']
  /** Identifies the simulation run; constant for the real plant. */
  run(): string
  bands(scope: WallScope, hours: number): Promise<BandFacts>
  machineDays(day: DayFacts): Promise<ReadonlyMap<number, MachineDay>>
  figures(scope: WallScope, day: DayFacts): Promise<FigureFacts>
  stops(scope: WallScope, day: DayFacts): Promise<Pareto>
  orders(scope: WallScope): Promise<readonly OrderFact[]>
  funnel(scope: WallScope, day: DayFacts): Promise<ProcessFunnel>
  /** Not shipped as a whole, the earliest day first. */
  lots(scope: WallScope): Promise<readonly LotFact[]>
  /** Of the month so far. */
  quality(scope: WallScope, day: DayFacts): Promise<QualityFacts>
  crews(scope: WallScope, day: DayFacts): Promise<readonly CrewFact[]>
  /** Of the week that ends with the working day. */
  welders(scope: WallScope, days: WeekDays): Promise<readonly WelderFact[]>
  /** Decisions that wait now. */
  decisions(scope: WallScope): Promise<ApprovalsData['rows']>
  /** Of the last ninety days. */
  defects(scope: WallScope, day: DayFacts): Promise<Pareto>
  /** Of the last seven days; null: no measurement. */
  film(): Promise<FilmFacts | null>
  shipping(scope: WallScope, day: DayFacts): Promise<ShippingFacts>
  maintenance(day: DayFacts): Promise<MaintenanceData>
  /** Null: no order in the scope has a model in use. */
  model(scope: WallScope): Promise<ModelFact | null>
  hours(): Promise<readonly HourFacts[]>
  /** Of the active procedures for submerged arc and for gas-shielded welding; null: no procedure has a value. */
  weldWindow(machineClass: 'gantry_saw' | 'robot'): Promise<WeldWindow | null>
}

export type WeekDays = Pick<BestWelders, 'from' | 'to'>

/** What an item is made from. */
export interface View {
  readonly facts: WallFacts
  readonly scope: WallScope
  /** ms since 1970 by the server's clock. */
  readonly now: number
}
