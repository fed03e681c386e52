import { machineProfilesApi } from '@cloud-factory/contract/machine-profiles'
import type { Database } from '../../platform/db/handles.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { listProfiles, oneProfile } from './profiles.reads.ts'
import { createProfile, deleteProfile, updateProfile } from './save-profile.ts'

export const profileRoutes = ({ db }: { readonly db: Database }): Routes =>
  routes(machineProfilesApi, {
    'GET /api/machine-profiles': ({ actor, query }) => listProfiles(db.reads, actor, query),
    'GET /api/machine-profiles/:id': ({ actor, params }) => oneProfile(db.reads, actor, params.id),
    'POST /api/machine-profiles': async ({ actor, body }) => {
      const id = await db.tx((write) => createProfile(write, actor, body))
      return oneProfile(db.reads, actor, id)
    },
    'PATCH /api/machine-profiles/:id': async ({ actor, params, body }) => {
      const id = await db.tx((write) => updateProfile(write, actor, params.id, body))
      return oneProfile(db.reads, actor, id)
    },
    'DELETE /api/machine-profiles/:id': ({ actor, params, query }) =>
      db.tx((write) => deleteProfile(write, actor, params.id, query.version)),
  })
