import type { LiveTopic } from '@cloud-factory/contract/live-enums'
import type { PermissionRule } from '@cloud-factory/contract/permissions'

/** Where a topic of the live stream comes from. */
export interface LiveSource {
  readonly topic: LiveTopic
  /** Who may hear it. */
  readonly rule: PermissionRule
  /**
   * All it holds now, by key. Asked once a second for everybody together, and only while somebody listens; what it rejects
   * with is logged and leaves the listeners with what they have, which grows old before their eyes. `scope` names the part
   * of it that somebody listens to, empty: all of the plant; each part is asked for once, however many listen to it. An
   * object that is the same as the time before counts as unchanged.
   */
  read(plantId: number, scope: string): Promise<ReadonlyMap<string, unknown>>
}
