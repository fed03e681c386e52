import type { Names } from '../resource/resource.ts'
import type {
  AlarmBoard,
  CuttingCell,
  FirstPass,
  HonoursData,
  LogisticsData,
  MaintenanceData,
  NoticesData,
  OeeData,
  OrdersAtRisk,
  PaintCell,
  Pareto,
  ProcessFunnel,
  StateCounts,
  StateTimeline,
  TonnesMonth,
  TonnesToday,
  WeldTrace,
  WeldingCell,
  WorkshopMap,
} from './wall-panels.ts'
import type {
  ApprovalsData,
  CrewYield,
  EnergyData,
  EnvironmentData,
  ProcessEnergy,
  SiteDates,
  BestWelders,
  ModelData,
  WeatherData,
  SafetyData,
  SafetyDays,
} from './wall-site.ts'
import type { MachineClass, MachineSource, SignalKind, SignalRole } from '../machines/equipment-enums.ts'
import type { PanelKind, ScreenCommand } from '../displays/display-enums.ts'
import type { Scenario } from '../simulator/simulator-enums.ts'

/** A machine as the plan of the factory and the walls use it. Types only. */

export interface PositionedMachine {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly class: MachineClass
  /** Includes machines of the simulated site. */
  readonly source: MachineSource
  readonly line: string
  readonly workshopId: number | null
  /** The process that it serves; at the simulated site, its stage. */
  readonly processId: string | null
  readonly rateMs: number
  readonly ratedKw: number | null
  /** Per hour of running, in the unit of its output counter; null: unknown. */
  readonly standardRate: number | null
  readonly outputUnit: string
  /** Metres; null: not placed. */
  readonly xM: number | null
  readonly yM: number | null
  readonly widthM: number | null
  readonly depthM: number | null
  /** In the order of slots. */
  readonly signals: readonly {
    readonly slot: number
    readonly code: string
    readonly names: Names
    readonly role: SignalRole | null
    readonly kind: SignalKind
    readonly unit: string
    /** Ends of its measuring range; null: unlimited. */
    readonly low: number | null
    readonly high: number | null
  }[]
}

/** Values that explain numbers on the wall. No schemas here, so the browser may import the values. */

/** Units of figures and inputs; shares are 0 to 1. */
export const inputUnits = [
  'kg',
  'kg/h',
  'kg/d',
  'h',
  's',
  'd',
  'share',
  '%',
  'count',
  'mm',
  'kW',
  'kWh',
  'A',
  'V',
  '°C',
  'K',
  'm/s',
] as const
export type InputUnit = (typeof inputUnits)[number]

/** Inputs of a panel's main figure, with their units. */
export const unitOfInput = {
  done_kg: 'kg',
  plan_kg: 'kg',
  plan_now_kg: 'kg',
  pace_kg_h: 'kg/h',
  pace_spread_kg_h: 'kg/h',
  hours_left: 'h',
  pace_kg_d: 'kg/d',
  pace_spread_kg_d: 'kg/d',
  days_left: 'd',
  planned_s: 's',
  unknown_s: 's',
  running_s: 's',
  ideal_s: 's',
  rated_run_s: 's',
  good_share: 'share',
  machines: 'count',
  machines_known: 'count',
  machines_running: 'count',
  inspected: 'count',
  passed: 'count',
  tested_mm: 'mm',
  rejected_mm: 'mm',
  ncrs_open: 'count',
  ncrs_overdue: 'count',
  orders_running: 'count',
  orders_at_risk: 'count',
  waiting_kg: 'kg',
  waiting_pieces: 'count',
  stopped_s: 's',
  power_kw: 'kW',
  energy_kwh: 'kWh',
  current_a: 'A',
  voltage_v: 'V',
  arc_on_s: 's',
  arc_run_s: 's',
  in_window: 'share',
  air_c: '°C',
  humidity: '%',
  surface_c: '°C',
  dew_point_c: '°C',
  active_critical: 'count',
  active_warning: 'count',
  active_info: 'count',
  shipped_kg: 'kg',
  packed_kg: 'kg',
  deliveries: 'count',
  open_repairs: 'count',
  due_plans: 'count',
  overdue_plans: 'count',
  due_checks: 'count',
  spares_low: 'count',
  mtbf_s: 's',
  mttr_s: 's',
  defects: 'count',
  safety_days: 'count',
  to_release: 'count',
  to_judge: 'count',
  to_dispose: 'count',
  to_verify: 'count',
  repairs_to_accept: 'count',
  lots_open: 'count',
  lots_late: 'count',
  welds_tested: 'count',
  welds_accepted: 'count',
  wind_ms: 'm/s',
  gust_ms: 'm/s',
  model_pieces: 'count',
  model_kg: 'kg',
} as const satisfies Readonly<Record<string, InputUnit>>
export type InputKey = keyof typeof unitOfInput
export const inputKeys = Object.keys(unitOfInput) as readonly InputKey[]

/** Period of a history: the last 24 hours, the last minute, the month by day, the previous working days. */
export const courseSpans = ['day', 'minute', 'month', 'days'] as const
export type CourseSpan = (typeof courseSpans)[number]

/**
 * Content of a wall screen's stream: items by key, each computed once for all viewers of the screen. Types only, so
 * the wall loads no schemas. Times are ms since 1970 by the server's clock, masses kilograms, shares 0 to 1; null
 * means "unknown" and is never replaced by 0.
 */

/** Reliability of a number: measured or booked; some sources silent; unknown. */
export type Trust = 'good' | 'partial' | 'none'

/** An item: content of a panel, its time and its reliability. */
export interface Item<T> {
  /** Time of its newest value; null: never a value. */
  readonly at: number | null
  readonly trust: Trust
  readonly data: T
}

export interface HeaderData {
  readonly names: Names
  readonly slogan: Names
  /** Address of the logo, with /api; null: none. */
  readonly logo: string | null
  /** Current shift; null: none. */
  readonly shift: { readonly id: string; readonly names: Names; readonly endsAt: number } | null
  readonly timeZone: string
  /** Null: not shown. */
  readonly safety: SafetyDays | null
  readonly temperatureC: number | null
  readonly humidity: number | null
  readonly duty: { readonly name: string; readonly phone: string }
  /** State of the simulator; null on a screen of the real factory. */
  readonly simulation: {
    readonly running: boolean
    readonly paused: boolean
    readonly scenario: Scenario
    readonly seed: number
    readonly speed: number
    readonly clock: number | null
  } | null
}

/** Data of the screen itself: version of its layout, and the last command. */
export interface ScreenItem {
  /** Version of the published layout and of the display information; after a change the client loads them again. */
  readonly layout: number
  readonly info: number
  /** Chosen projects, processes and machines that no longer exist. */
  readonly gone: number
}
export interface CommandItem {
  /** Increases; a TV executes each command once. */
  readonly no: number
  readonly command: ScreenCommand
  /** Page index from 0. */
  readonly page: number | null
  readonly text: string
  /** Only for these TVs; null: whoever shows the screen. */
  readonly devices: readonly string[] | null
  readonly until: number
}

/** A TV that shows the screen now. */
export interface ShownTv {
  /** How many pages it is ahead in the rotation: its place among the TVs of a staggered group. */
  readonly ahead: number
  /** By the schedule of its group. */
  readonly dark: boolean
}

/** Content of each kind of panel. */
export interface PanelData {
  readonly tonnes_today: TonnesToday
  readonly tonnes_month: TonnesMonth
  readonly orders_at_risk: OrdersAtRisk
  readonly process_funnel: ProcessFunnel
  readonly workshop_map: WorkshopMap
  readonly state_counts: StateCounts
  readonly state_timeline: StateTimeline
  readonly oee: OeeData
  readonly stop_pareto: Pareto
  readonly cutting: CuttingCell
  readonly welding: WeldingCell
  readonly weld_trace: WeldTrace
  readonly paint: PaintCell
  readonly first_pass: FirstPass
  readonly defect_pareto: Pareto
  readonly alarms: AlarmBoard
  readonly energy: EnergyData
  readonly logistics: LogisticsData
  readonly maintenance: MaintenanceData
  readonly notices: NoticesData
  readonly honours: HonoursData
  readonly environment: EnvironmentData
  readonly safety: SafetyData
  readonly approvals: ApprovalsData
  readonly crew_yield: CrewYield
  readonly process_energy: ProcessEnergy
  readonly site_dates: SiteDates
  readonly best_welders: BestWelders
  readonly weather: WeatherData
  readonly model: ModelData
}
type PanelItems = { readonly [K in PanelKind]: Item<PanelData[K]> }

/** All keys of a screen's stream; panels that the screen does not show are absent. */
export type WallItems = Partial<PanelItems> & {
  readonly screen?: ScreenItem
  readonly header?: Item<HeaderData>
  readonly command?: CommandItem
  /** TVs that show this screen, by id; one that is missing here asks anew for its screen. */
  readonly tvs?: Readonly<Record<string, ShownTv>>
}
