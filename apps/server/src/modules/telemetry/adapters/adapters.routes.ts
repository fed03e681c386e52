import { adaptersApi } from '@cloud-factory/contract/telemetry/adapters'
import type { Database } from '../../../platform/db/handles.ts'
import { type Routes, routes } from '../../../platform/http/routes.ts'
import type { KnownMachines } from '../frames/known-machines.ts'
import { listAdapters, oneAdapter } from './adapters.reads.ts'
import { createAdapter, updateAdapter } from './save-adapter.ts'
import { shippedAdapters } from './shipped-adapters.ts'
import { tryAdapter } from './try-adapter.ts'

interface AdapterDeps {
  readonly db: Database
  readonly known: KnownMachines
  /** Called after an adapter was added or changed. */
  readonly changed: () => Promise<void>
}

export const adapterRoutes = ({ db, known, changed }: AdapterDeps): Routes =>
  routes(adaptersApi, {
    'GET /api/telemetry/adapters': ({ actor, query }) => listAdapters(db.reads, actor, query),
    'GET /api/telemetry/adapter-templates': async () => ({
      items: [...shippedAdapters],
      total: shippedAdapters.length,
    }),
    'POST /api/telemetry/adapters': async ({ actor, body }) => {
      const id = await db.tx((write) => createAdapter(write, actor, body))
      await changed()
      return oneAdapter(db.reads, actor, id)
    },
    'PATCH /api/telemetry/adapters/:id': async ({ actor, params, body }) => {
      await db.tx((write) => updateAdapter(write, actor, { ...params, ...body }))
      await changed()
      return oneAdapter(db.reads, actor, params.id)
    },
    'POST /api/telemetry/adapters/trial': async ({ body }) =>
      tryAdapter(body, (key) => known.find(key)?.machine ?? null),
  })
