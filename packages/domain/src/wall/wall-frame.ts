/**
 * Content of a wall screen's stream: items by key, each computed once for all viewers of the screen. Types only, so
 * the wall loads no schemas. Times are ms since 1970 by the server's clock, masses kilograms, shares 0 to 1; null
 * means "unknown" and is never replaced by 0.
 */
import type { PanelKind, ScreenCommand } from '../displays/screen-enums.ts'
import type { Scenario } from '../simulator/simulator-enums.ts'
import type {
  AlarmBoard,
  CuttingCell,
  EnergyData,
  EnvironmentData,
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
  Words,
  WorkshopMap,
} from './wall-panels.ts'

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
  readonly names: Words
  readonly slogan: Words
  /** Address of the logo, with /api; null: none. */
  readonly logo: string | null
  /** Current shift; null: none. */
  readonly shift: { readonly id: string; readonly names: Words; readonly endsAt: number } | null
  readonly timeZone: string
  /** First day without an accident, `YYYY-MM-DD`, and full days since; null: not shown. */
  readonly safety: { readonly since: string; readonly days: number } | null
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
  /** Only for this TV; null: all TVs of the screen. */
  readonly device: string | null
  readonly until: number
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
}
type PanelItems = { readonly [K in PanelKind]: Item<PanelData[K]> }

/** All keys of a screen's stream; panels that the screen does not show are absent. */
export type WallItems = Partial<PanelItems> & {
  readonly screen?: ScreenItem
  readonly header?: Item<HeaderData>
  readonly command?: CommandItem
}
export type WallKey = keyof WallItems
