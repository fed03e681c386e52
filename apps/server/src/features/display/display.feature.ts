import type { Feature } from '../../app/feature.ts'
import type { Database } from '../../platform/db/handles.ts'
import { insertInfo } from './documents.store.ts'
import { firstInfo } from './info/first-info.ts'
import { infoRoutes } from './info/info.routes.ts'

/** What the wall screens say and how they show it. */
export const displayFeature = ({ db }: { readonly db: Database }): Feature => ({
  name: 'display',
  routes: [infoRoutes(db)],
  prepare: (write, plantId) => insertInfo(write, plantId, firstInfo),
})
