import type { ShownState } from '@cloud-factory/domain/machines/equipment-enums'
import type { PlacedMachine } from '@cloud-factory/domain/wall/placed-machine'
import type { PanelKind, ScreenSource } from '@cloud-factory/domain/displays/screen-enums'
import type { CommandItem } from '@cloud-factory/domain/wall/wall-frame'

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
}

export interface Thresholds {
  readonly oeeTarget: number
  readonly firstPassTarget: number
  /** Minimum difference between surface temperature and dew point, K; painting stops below it. */
  readonly dewMarginK: number
  /** An order that is late by more days is at risk. */
  readonly lateDays: number
}

/** A screen as its stream needs it. */
export interface WallScreen {
  /** Version of its layout and of the display information; 0: default, nothing published. */
  readonly layout: number
  readonly info: number
  /** Number of items selected in its layout that no longer exist. */
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

/** A machine with its current values. */
export interface MachineNow {
  readonly machine: PlacedMachine
  readonly state: ShownState
  /** Since when, ms since 1970 by the server's clock; null: no message yet. */
  readonly since: number | null
  /** Time of its last message. */
  readonly heardAt: number | null
  /** Of its signals by slot. */
  readonly values: ReadonlyMap<number, Reading>
}
