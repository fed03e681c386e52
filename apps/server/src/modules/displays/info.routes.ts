import { displayInfoApi } from '@cloud-factory/contract/display-info'
import type { Database } from '../../platform/db/handles.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { changeInfo, publishInfo, restoreInfo } from './change-info.ts'
import type { PlacesPort } from './places.port.ts'
import { displayPlaces } from './places.reads.ts'
import { infoDraft, infoShown, infoVersion, infoVersions } from './info.reads.ts'

interface InfoDeps {
  readonly db: Database
  readonly places: PlacesPort
}

/** Routes of what the walls say. */
export const infoRoutes = ({ db: { reads, tx }, places }: InfoDeps): Routes =>
  routes(displayInfoApi, {
    'GET /api/display/info': ({ actor }) => infoDraft(reads, actor),
    'GET /api/display/places': ({ actor }) => displayPlaces(reads, actor.plantId, places),
    'PUT /api/display/info': async ({ actor, body }) => {
      await tx((write) => changeInfo(write, actor, body))
      return infoDraft(reads, actor)
    },
    'POST /api/display/info/publish': async ({ actor, body }) => {
      await tx((write) => publishInfo(write, actor, body, places))
      return infoDraft(reads, actor)
    },
    'POST /api/display/info/restore': async ({ actor, body }) => {
      await tx((write) => restoreInfo(write, actor, body))
      return infoDraft(reads, actor)
    },
    'GET /api/display/info/versions': ({ actor, query }) => infoVersions(reads, actor, query),
    'GET /api/display/info/versions/:no': ({ actor, params }) => infoVersion(reads, actor, Number(params.no)),
    'GET /api/display/info/shown': ({ actor }) => infoShown(reads, actor.plantId),
  })
