import { liveApi } from '@cloud-factory/contract/live'
import type { Feature } from '../../app/feature.ts'
import { routes } from '../../platform/http/routes.ts'
import { createLiveHub, type HubDeps, type LiveHub } from '../../platform/live/hub.ts'

/** The one stream on which everything that changes by itself is told. */
export function liveFeature(deps: HubDeps): Feature & Pick<LiveHub, 'open'> {
  const hub = createLiveHub(deps)
  return {
    name: 'live',
    open: (...call) => hub.open(...call),
    routes: [
      routes(liveApi, {
        'GET /api/live': async ({ actor, query, request }) =>
          hub.open(actor, query.topics, request.lastEventId, request.signal),
      }),
    ],
    close: async () => hub.close(),
  }
}
