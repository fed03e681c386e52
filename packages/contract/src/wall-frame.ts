/**
 * What the stream of a wall screen tells: items by key, each worked out once for all who look at the screen. Types only, so
 * the wall carries no schema. Times are ms since 1970 by the server's clock, masses kilograms, shares 0 to 1, and null is
 * "nothing is known", never 0.
 */
import type { PanelKind, ScreenCommand } from './screen-enums.ts'
import type { Scenario } from './simulator-enums.ts'
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

/** How far a number can be trusted: measured or booked; part of its sources silent; nothing known. */
export type Trust = 'good' | 'partial' | 'none'

/** An item: what a panel shows, when it was true and how far to trust it. */
export interface Item<T> {
  /** Time of the newest value in it; null: there has never been one. */
  readonly at: number | null
  readonly trust: Trust
  readonly data: T
}

export interface HeaderData {
  readonly names: Words
  readonly slogan: Words
  /** Address of the logo, with /api; null: none. */
  readonly logo: string | null
  /** Shift that runs; null: none does. */
  readonly shift: { readonly id: string; readonly names: Words; readonly endsAt: number } | null
  readonly timeZone: string
  /** First day without an accident, `YYYY-MM-DD`, and full days since; null: not shown. */
  readonly safety: { readonly since: string; readonly days: number } | null
  readonly temperatureC: number | null
  readonly humidity: number | null
  readonly duty: { readonly name: string; readonly phone: string }
  /** What the simulator plays; null on a screen of the real factory. */
  readonly simulation: {
    readonly running: boolean
    readonly paused: boolean
    readonly scenario: Scenario
    readonly seed: number
    readonly speed: number
    readonly clock: number | null
  } | null
}

/** Words of the screen itself: which version of its layout it shows, and what it was told to do last. */
export interface ScreenItem {
  /** Version of the published layout, of the display information; a change means: fetch anew. */
  readonly layout: number
  readonly info: number
  /** Projects, processes and machines that the layout chose and that are not there any more. */
  readonly gone: number
}
export interface CommandItem {
  /** Counts up; a TV does each command once. */
  readonly no: number
  readonly command: ScreenCommand
  /** Which page, counted from 0. */
  readonly page: number | null
  readonly text: string
  /** Only for this TV; null: all of the screen. */
  readonly device: string | null
  readonly until: number
}

/** What each panel is told. */
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

/** All keys of a screen's stream; a panel that the screen does not show has none. */
export type WallItems = Partial<PanelItems> & {
  readonly screen?: ScreenItem
  readonly header?: Item<HeaderData>
  readonly command?: CommandItem
}
export type WallKey = keyof WallItems
