import { arcProfiles } from './shipped-arc-profiles.ts'
import { lineProfiles } from './shipped-line-profiles.ts'
import type { ShippedProfile } from './shipped-signals.ts'

/** One profile per class of machine. Ranges are for alarms and charts; the factory sets its own. */
export const shippedProfiles: readonly ShippedProfile[] = [...arcProfiles, ...lineProfiles]
