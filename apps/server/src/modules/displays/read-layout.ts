import { layoutOf } from '@cloud-factory/contract/displays/screen-templates'
import { type ScreenLayout, screenLayout } from '@cloud-factory/contract/displays/screens'

const first = layoutOf('usual')

/** Converts a stored layout to the current format: newer fields get their default. */
export function readLayout(stored: unknown): ScreenLayout {
  const known = stored as Partial<ScreenLayout>
  const thresholds = { ...first.thresholds, ...known.thresholds }
  return screenLayout.parse({ ...first, ...known, thresholds })
}
