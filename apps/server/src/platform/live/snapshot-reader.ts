import type { LiveTopic } from '@cloud-factory/domain/live/live-enums'
import { satisfies } from '@cloud-factory/domain/identity/permissions'
import type { Actor } from '../auth/actor.ts'
import type { Clock } from '../clock/clock.ts'
import type { LiveSource } from './live-source.ts'

/** Lifetime of a snapshot, ms: the interval of the stream. */
const ttlMs = 1_000

/** The content of a topic, and when it was read by the server's clock, ms since 1970. */
interface StateAt {
  readonly at: number
  readonly items: Readonly<Record<string, unknown>>
}
interface Snapshot {
  readonly askedAt: number
  readonly seen: Promise<StateAt>
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
    if (known !== undefined && askedAt >= known.askedAt && askedAt - known.askedAt < ttlMs) return known.seen
    const seen = source.read(plantId, '').then((items) => ({ at: now(), items: Object.fromEntries(items) }))
    snapshots.set(key, { askedAt, seen })
    return seen
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
