import { liveApi } from '@cloud-factory/contract/live/live'
import type { Module } from '../../platform/module.ts'
import { routes } from '../../platform/http/routes.ts'
import { createLiveHub, type HubDeps, type LiveHub } from '../../platform/live/hub.ts'
import { createSnapshotReader } from '../../platform/live/snapshot-reader.ts'
import { liveTopics, type StreamTopic } from '@cloud-factory/domain/live/live-enums'

/** The live stream with all changes that open pages follow. */
export function liveModule(deps: HubDeps): Module & Pick<LiveHub, 'open'> {
  const hub = createLiveHub(deps)
  const snapshots = createSnapshotReader(deps)
  return {
    name: 'live',
    open: (request) => hub.open(request),
    routes: [
      routes(liveApi, {
        'GET /api/live': async ({ actor, query, request }) =>
          hub.open({
            actor,
            topics: statesOf(query.topics),
            changes: query.topics.includes('changes') ? { since: query.since ?? null } : undefined,
            lastEventId: request.lastEventId,
            signal: request.signal,
            name: query.listener ?? null,
          }),
        'GET /api/live/frames': async ({ actor, query }) => ({
          now: deps.clock.now().getTime(),
          frames: await snapshots.frames(actor, statesOf(query.topics)),
          changes: query.topics.includes('changes')
            ? await deps.changes.changesSince(
                actor.plantId,
                { userId: actor.userId, tags: actor.tags, tab: query.listener ?? null },
                query.since ?? null,
              )
            : null,
        }),
      }),
    ],
    close: async () => hub.close(),
  }
}

const statesOf = (topics: readonly StreamTopic[]) => liveTopics.filter((topic) => topics.includes(topic))
