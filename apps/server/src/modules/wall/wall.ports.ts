import type { Names, givenStatuses, processKinds } from '@cloud-factory/contract/planning/processes'
import type { ProductionReport } from '@cloud-factory/contract/production-reports/production-reports'
import type { ShownState } from '@cloud-factory/domain/machines/equipment-enums'
import type { Severity } from '@cloud-factory/domain/alarms/alarm-enums'
import type {
  FigureInputs,
  FigureReport,
  Figures,
  StopReport,
} from '@cloud-factory/contract/oee/machine-figures'
import type { FigureGroup } from '@cloud-factory/domain/machines/machine-enums'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { PlacedMachine } from '@cloud-factory/domain/wall/placed-machine'
import type { PlanRow } from '@cloud-factory/contract/maintenance/maintenance-plans'
import type { NcrReport, YieldReport } from '@cloud-factory/contract/quality-statistics/quality-statistics'
import type { DisplayInfo } from '@cloud-factory/contract/displays/display-info'
import type { ScreenSource } from '@cloud-factory/domain/displays/screen-enums'
import type { CommandItem } from '@cloud-factory/domain/wall/wall-frame'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Reads } from '../../platform/db/handles.ts'
import type { BandFacts, FilmFacts, HourFacts, ShippingFacts, Span, WeldWindow } from './wall.types.ts'
import type { StoredLink, StoredValue } from './machine-memory.ts'
import type { FoundScreen } from './shown-screen.ts'

interface ProcessQuery {
  readonly id: number
  readonly code: string
  readonly names: Names
  readonly position: number
  readonly kind: (typeof processKinds)[number]
  readonly gives: (typeof givenStatuses)[number] | null
  readonly active: boolean
}

interface WindowQuery extends Span {
  readonly day: string
  /** Null: outside of all shifts. */
  readonly shift: { readonly id: string; readonly names: Names } | null
  readonly planned: readonly Span[]
}

/** Display information, with the URLs of its pictures. */
export interface InfoQuery {
  readonly no: number
  readonly content: DisplayInfo
  readonly pictures: { readonly logo: string | null; readonly honours: readonly (string | null)[] }
}

/** Output filter: working days, both inclusive; empty projects: all. */
interface OutputScope {
  readonly from: string
  readonly to: string
  readonly processId?: string
  readonly projectIds?: readonly string[]
}

/** Selects a screen: by id, or the first of a source. A TV without an id gets its own screen. */
export interface ScreenQuery {
  readonly id?: string | undefined
  readonly source?: ScreenSource | undefined
  readonly draft?: '1' | undefined
}
export type ScreenAsker = Pick<Actor, 'plantId' | 'tags' | 'screenId'>

/** Queries of the wall to other modules, the same as those of their own lists and reports. */
export interface WallPorts {
  /** Fails with `not_found`; with `permission.denied` for a TV of another screen, or for a draft without the permission to change it. */
  screen(reads: Reads, asker: ScreenAsker, asked: ScreenQuery): Promise<FoundScreen>
  /** Pending command for TVs of the screen; null: none. */
  command(reads: Reads, plantId: number, screenId: string, now: Date): Promise<CommandItem | null>
  /** Active machines including those of the simulated site, by code. */
  machines(reads: Reads, plantId: number): Promise<readonly PlacedMachine[]>
  latest(reads: Reads, plantId: number): Promise<readonly StoredValue[]>
  links(reads: Reads, plantId: number): Promise<readonly StoredLink[]>
  /** Machine states from the register, without simulated machines. */
  states(
    reads: Reads,
    plantId: number,
    now: Date,
  ): Promise<{
    readonly items: readonly {
      readonly id: string
      readonly state: ShownState
      readonly since: string | null
    }[]
  }>
  alarms(
    reads: Reads,
    plantId: number,
    now: Date,
  ): Promise<{
    readonly alarms: readonly {
      readonly id: number
      readonly machineId: number
      readonly severity: Severity
      readonly names: Names
      readonly value: number | null
      readonly unit: string
      readonly since: Date
      readonly acked: boolean
      readonly current: boolean
      readonly ackedBy: string
      readonly times: number
    }[]
    readonly counts: readonly {
      readonly machineId: number
      readonly severity: Severity
      readonly count: number
      readonly unacked: number
    }[]
  }>
  /** Number of the newest alarm event; unchanged means that no alarm has changed. */
  alarmPulse(reads: Reads): Promise<number>
  processes(reads: Reads, plantId: number): Promise<readonly ProcessQuery[]>
  /** Names of those projects that exist. */
  projects(reads: Reads, plantId: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>>
  workshops(reads: Reads, plantId: number): Promise<readonly { id: number; code: string; name: string }[]>
  report(reads: Reads, plantId: number, scope: OutputScope, now: Date): Promise<ProductionReport>
  course(reads: Reads, plantId: number, scope: OutputScope): Promise<{ at: number; kg: number }[]>
  windows(
    reads: Reads,
    plantId: number,
    days: readonly [string, string],
  ): Promise<{ readonly timeZone: string; readonly windows: readonly WindowQuery[] }>
  shownInfo(reads: Reads, plantId: number): Promise<InfoQuery | null>
  /** Figures of the given days; empty machines: all. */
  figures(reads: Reads, plantId: number, query: FigureQuery, now: Date): Promise<FigureReport>
  stops(reads: Reads, plantId: number, query: Omit<FigureQuery, 'by'>, now: Date): Promise<StopReport>
  /** Figures of the current working day, computed to the second, and of the working days before. */
  running(): Promise<RunningDay>
  /** States of all machines in the last hours. */
  timeline(hours: number): Promise<BandFacts>
  orders(
    reads: Reads,
    plantId: number,
    projectIds: readonly string[],
    now: Date,
  ): Promise<readonly OrderRow[]>
  waiting(
    reads: Reads,
    plantId: number,
    projectIds: readonly string[],
    now: Date,
  ): Promise<readonly { processId: number; pieces: number; kg: number; days: number }[]>
  shipping(reads: Reads, plantId: number, projectIds: readonly string[], day: string): Promise<ShippingFacts>
  firstPass(reads: Reads, plantId: number, query: DaysOf, now: Date): Promise<YieldReport>
  /** Tested length and the length rejected at first tests, mm. */
  weldRejects(reads: Reads, plantId: number, query: DaysOf): Promise<{ testedMm: number; rejectedMm: number }>
  /** Open on a day, of these projects; empty: all. */
  openNcrs(
    reads: Reads,
    plantId: number,
    projectIds: readonly string[],
    day: string,
  ): Promise<{ ncrsOpen: number; ncrsOverdue: number }>
  ncrs(reads: Reads, plantId: number, query: NcrDays, now: Date): Promise<NcrReport>
  film(reads: Reads, plantId: number, since: Date): Promise<FilmFacts | null>
  weldWindow(reads: Reads, plantId: number, process: 'saw' | 'gmaw'): Promise<WeldWindow | null>
  maintenance(reads: Reads, plantId: number, now: Date): Promise<MaintenanceCounts>
  /** Plans that are due, the earliest first. */
  duePlans(reads: Reads, plantId: number, now: Date): Promise<readonly PlanRow[]>
  hours(
    reads: Reads,
    since: Date,
    signals: readonly { readonly machineId: number; readonly slot: number }[],
  ): Promise<readonly HourFacts[]>
}

interface RunningDay {
  readonly total: Figures
  readonly inputs: FigureInputs
  readonly lines: readonly { readonly line: string; readonly figures: Figures }[]
  readonly days: readonly { readonly day: string; readonly figures: Figures }[]
}
interface FigureQuery {
  readonly from: string
  readonly to: string
  readonly by: FigureGroup
  readonly machineIds: readonly string[]
}
interface DaysOf {
  readonly from: string
  readonly to: string
  readonly projectId?: string
}
/** Days, both inclusive, and projects; empty: all. */
interface NcrDays {
  readonly from: string
  readonly to: string
  readonly projectIds: readonly string[]
}
interface MaintenanceCounts {
  readonly checksDue: number
  readonly plansOverdue: number
  readonly plansDue: number
  readonly repairsOpen: number
  readonly partsShort: number
}
