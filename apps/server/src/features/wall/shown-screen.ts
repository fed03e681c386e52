import { panelKinds, type ScreenSource } from '@cloud-factory/contract/screen-words'
import type { Thresholds, WallScreen } from './wall.types.ts'

/** What a screen judges by until somebody sets something else. */
const usualThresholds: Thresholds = {
  oeeTarget: 0.65,
  firstPassTarget: 0.95,
  dewMarginK: 3,
  lateDays: 0,
}

/** All panels of a source, as they are shipped. */
export const shippedScreen = (source: ScreenSource, info: number): WallScreen => ({
  layout: 0,
  info,
  scope: { source, projectIds: [], processIds: [], machineIds: [], thresholds: usualThresholds },
  kinds: panelKinds,
  command: null,
})
