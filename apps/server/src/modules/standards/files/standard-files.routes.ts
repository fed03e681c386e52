import { standardFilesApi } from '@cloud-factory/contract/standard-files'
import type { Database } from '../../../platform/db/handles.ts'
import { type Routes, routes } from '../../../platform/http/routes.ts'
import { oneEdition } from '../standards.reads.ts'
import { shippedStandardsApi } from '@cloud-factory/contract/shipped-standards'
import { listShipped, takeShipped } from '../shipped/take-shipped.ts'
import { applyStandardFile } from './apply-standard-file.ts'
import { editionFile } from './edition-file.reads.ts'
import { previewStandardFile } from './preview-standard-file.ts'
import { readStandardFile } from './read-standard-file.ts'

export const standardFileRoutes = ({ db }: { readonly db: Database }): Routes =>
  routes(standardFilesApi, {
    'GET /api/editions/:id/file': ({ actor, params }) => editionFile(db.reads, actor, params.id),
    'POST /api/standard-files/preview': async ({ actor, body, files }) =>
      previewStandardFile(db.reads, actor, await readStandardFile(files), body.no),
    'POST /api/standard-files/apply': async ({ actor, body, files }) => {
      const read = await readStandardFile(files)
      const id = await db.tx((write) => applyStandardFile(write, actor, read, body))
      return oneEdition(db.reads, actor, id)
    },
  })

export const shippedStandardRoutes = ({ db }: { readonly db: Database }): Routes =>
  routes(shippedStandardsApi, {
    'GET /api/shipped-standards': async ({ actor }) => ({
      items: await listShipped(db.reads, actor.plantId),
    }),
    'POST /api/shipped-standards': async ({ actor, body }) => {
      const id = await db.tx((write) => takeShipped(write, actor, body.code))
      return oneEdition(db.reads, actor, id)
    },
  })
