import type { LiveTopic } from '@cloud-factory/contract/live-words'
import type { PermissionRule } from '@cloud-factory/contract/permissions'

/** Where a topic of the live stream comes from. */
export interface LiveSource {
  readonly topic: LiveTopic
  /** Who may hear it. */
  readonly rule: PermissionRule
  /**
   * All it holds now, by key. Asked once a second for everybody together, and only while somebody listens; what it rejects
   * with is logged and leaves the listeners with what they have, which grows old before their eyes.
   */
  read(plantId: number): Promise<ReadonlyMap<string, unknown>>
}
