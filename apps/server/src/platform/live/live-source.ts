import type { LiveTopic } from '@cloud-factory/domain/live/live-enums'
import type { PermissionRule } from '@cloud-factory/domain/identity/permissions'

/** Source of a topic of the live stream. */
export interface LiveSource {
  readonly topic: LiveTopic
  /** Who may read it. */
  readonly rule: PermissionRule
  /**
   * The complete current content, by key. Read once a second for all listeners together, and only while there are
   * listeners. Errors are logged, and the listeners keep their ageing values. `scope` names the part that they listen
   * to, empty: the whole plant; each part is read once for all its listeners. An object identical to the previous one
   * counts as unchanged.
   */
  read(plantId: number, scope: string): Promise<ReadonlyMap<string, unknown>>
}
