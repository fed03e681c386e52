import type { LiveTopic } from '@cloud-factory/domain/live/live-enums'
import { type PermissionRule, satisfies } from '@cloud-factory/domain/identity/permissions'
import type { Actor } from '../auth/actor.ts'
import type { Clock } from '../clock/clock.ts'

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

/** Lifetime of a snapshot, ms: the interval of the stream. */
const ttlMs = 1_000

/** The content of a topic, and when it was read by the server's clock, ms since 1970. */
interface StateAt {
  readonly at: number
  readonly items: Readonly<Record<string, unknown>>
}
interface Snapshot {
  readonly askedAt: number
  readonly state: Promise<StateAt>
}
interface SnapshotReaderDeps {
  readonly sources: readonly LiveSource[]
  readonly clock: Clock
}

/**
 * Current content of topics for clients that poll: read once a second for all of them, and only when somebody polls.
 */
export function createSnapshotReader({ sources, clock }: SnapshotReaderDeps) {
  const snapshots = new Map<string, Snapshot>()
  const now = () => clock.now().getTime()

  function look(source: LiveSource, plantId: number): Promise<StateAt> {
    const key = `${plantId} ${source.topic}`
    const known = snapshots.get(key)
    const askedAt = now()
    if (known !== undefined && askedAt >= known.askedAt && askedAt - known.askedAt < ttlMs) return known.state
    const state = source.read(plantId, '').then((items) => ({ at: now(), items: Object.fromEntries(items) }))
    snapshots.set(key, { askedAt, state })
    return state
  }

  return {
    /** Omits topics that the person may not read. */
    frames<T extends LiveTopic>({ plantId, tags }: Actor, topics: readonly T[]) {
      const heard = topics.flatMap((topic) => {
        const source = sources.find((one) => one.topic === topic)
        return source !== undefined && satisfies(tags, source.rule) ? [{ topic, source }] : []
      })
      return Promise.all(
        heard.map(async ({ topic, source }) => ({ topic, ...(await look(source, plantId)) })),
      )
    },
  }
}
