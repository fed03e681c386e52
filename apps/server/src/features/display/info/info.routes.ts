import { displayInfoApi } from '@cloud-factory/contract/display-info'
import type { Database } from '../../../platform/db/handles.ts'
import { type Routes, routes } from '../../../platform/http/routes.ts'
import { changeInfo, publishInfo, restoreInfo } from './change-info.ts'
import { infoDraft, infoShown, infoVersion, infoVersions } from './info.reads.ts'

/** Doors of what the walls say. */
export const infoRoutes = ({ reads, tx }: Database): Routes =>
  routes(displayInfoApi, {
    'GET /api/display/info': ({ actor }) => infoDraft(reads, actor),
    'PUT /api/display/info': async ({ actor, body }) => {
      await tx((write) => changeInfo(write, actor, body))
      return infoDraft(reads, actor)
    },
    'POST /api/display/info/publish': async ({ actor, body }) => {
      await tx((write) => publishInfo(write, actor, body))
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
