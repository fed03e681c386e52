import { liveApi } from '@cloud-factory/contract/live'
import type { Feature } from '../../app/feature.ts'
import { routes } from '../../platform/http/routes.ts'
import { createLiveHub, type HubDeps, type LiveHub } from '../../platform/live/hub.ts'
import { createLooks } from '../../platform/live/looks.ts'

/** The one stream on which everything that changes by itself is told. */
export function liveFeature(deps: HubDeps): Feature & Pick<LiveHub, 'open'> {
  const hub = createLiveHub(deps)
  const looks = createLooks(deps)
  return {
    name: 'live',
    open: (...call) => hub.open(...call),
    routes: [
      routes(liveApi, {
        'GET /api/live': async ({ actor, query, request }) =>
          hub.open(actor, query.topics, request.lastEventId, request.signal),
        'GET /api/live/frames': async ({ actor, query }) => ({
          now: deps.clock.now().getTime(),
          frames: await looks.frames(actor, query.topics),
        }),
      }),
    ],
    close: async () => hub.close(),
  }
}
