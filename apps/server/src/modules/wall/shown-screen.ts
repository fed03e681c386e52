import { panelKinds, type PanelKind, type ScreenSource } from '@cloud-factory/domain/displays/screen-enums'
import type { ScreenLayout } from '@cloud-factory/contract/displays/screens'
import type { CommandItem } from '@cloud-factory/domain/wall/wall-frame'
import type { Thresholds, WallScreen } from './wall.types.ts'

/** Default limits of a screen. */
const usualThresholds: Thresholds = { oeeTarget: 0.65, firstPassTarget: 0.95, dewMarginK: 3, lateDays: 0 }
const usualHours = 12

/** A screen found by its id. */
export interface FoundScreen {
  readonly id: string
  readonly source: ScreenSource
  /** Null: the draft, or nothing was published yet. */
  readonly no: number | null
  readonly layout: ScreenLayout | null
}

/** All panels of a source in their default layout, for screens without a published layout. */
function shipped(source: ScreenSource): Pick<WallScreen, 'scope' | 'kinds'> {
  return {
    scope: {
      source,
      projectIds: [],
      processIds: [],
      machineIds: [],
      thresholds: usualThresholds,
      timelineHours: usualHours,
      tracedId: null,
    },
    kinds: panelKinds,
  }
}

/** Requirements of a layout: the kinds of its panels, its filters and limits. */
function laidOut(source: ScreenSource, layout: ScreenLayout): Pick<WallScreen, 'scope' | 'kinds'> {
  const panels = layout.pages.flatMap((page) => page.panels)
  const optionsOf = (kind: PanelKind, name: string) =>
    panels.filter((panel) => panel.kind === kind).map(({ options }) => options[name])
  const hours = optionsOf('state_timeline', 'hours').filter((value) => typeof value === 'number')
  const traced = optionsOf('weld_trace', 'machine').find((value) => typeof value === 'string')
  const { oeeTarget, firstPassTarget, dewMarginK, lateDays } = layout.thresholds
  return {
    scope: {
      source,
      ...layout.filters,
      thresholds: { oeeTarget, firstPassTarget, dewMarginK, lateDays },
      timelineHours: Math.max(usualHours, ...hours),
      tracedId: traced ?? null,
    },
    kinds: [...new Set(panels.map(({ kind }) => kind))],
  }
}

/** A screen as its stream needs it. */
export const wallScreen = (
  { source, no, layout }: FoundScreen,
  info: number,
  command: CommandItem | null,
): Omit<WallScreen, 'gone'> => ({
  layout: no ?? 0,
  info,
  command,
  ...(layout === null ? shipped(source) : laidOut(source, layout)),
})
