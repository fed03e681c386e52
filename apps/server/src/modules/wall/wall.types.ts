import type { ShownState } from '@cloud-factory/domain/machines/equipment-enums'
import type { PlacedMachine } from '@cloud-factory/domain/wall/placed-machine'
import type { PanelKind, ScreenSource } from '@cloud-factory/domain/displays/screen-enums'
import type { CommandItem } from '@cloud-factory/domain/wall/wall-frame'

/** What of the factory a screen shows, and by which limits it judges. Empty lists: all. */
export interface WallScope {
  readonly source: ScreenSource
  readonly projectIds: readonly string[]
  readonly processIds: readonly string[]
  readonly machineIds: readonly string[]
  readonly thresholds: Thresholds
  /** How far back the timeline of states reaches. */
  readonly timelineHours: number
  /** The welder whose trace is shown; null: the one that is most worth a look. */
  readonly tracedId: string | null
}

export interface Thresholds {
  readonly oeeTarget: number
  readonly firstPassTarget: number
  /** Kelvin between surface and dew point, below which painting stops. */
  readonly dewMarginK: number
  /** An order that is late by more days is at risk. */
  readonly lateDays: number
}

/** A screen as its stream needs it. */
export interface WallScreen {
  /** Version of its layout and of the display information; 0: as shipped, none published. */
  readonly layout: number
  readonly info: number
  /** What its layout chose and is not there any more. */
  readonly gone: number
  readonly scope: WallScope
  readonly kinds: readonly PanelKind[]
  readonly command: CommandItem | null
}

/** A value, and when it was measured, ms since 1970. */
export interface Reading {
  readonly value: number
  readonly at: number
}

/** A machine with what is known of it now. */
export interface MachineNow {
  readonly machine: PlacedMachine
  readonly state: ShownState
  /** Since when, ms since 1970 by the server's clock; null: it was never heard of. */
  readonly since: number | null
  /** When it last said anything. */
  readonly heardAt: number | null
  /** Of its signals by slot. */
  readonly values: ReadonlyMap<number, Reading>
}
