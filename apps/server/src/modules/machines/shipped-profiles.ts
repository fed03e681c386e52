import { arcProfiles } from './shipped-arc-profiles.ts'
import { lineProfiles } from './shipped-line-profiles.ts'
import type { ShippedProfile } from './shipped-signals.ts'

/** One profile for every class of machine; ranges are for alarms and pictures, the factory sets its own. */
export const shippedProfiles: readonly ShippedProfile[] = [...arcProfiles, ...lineProfiles]
