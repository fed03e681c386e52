import { limitsApi } from '@cloud-factory/contract/standards/limits'
import { standardsApi } from '@cloud-factory/contract/standards/standards'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Write } from '../../platform/db/handles.ts'
import { type Routes, routes, type ChangeCall } from '../../platform/http/routes.ts'
import { editionDifference, limitsFor, listItems, oneItem } from './standard-items.queries.ts'
import {
  approveEdition,
  createEdition,
  deleteEdition,
  retireEdition,
  updateEdition,
  createStandard,
  deleteStandard,
  updateStandard,
} from './save-edition.ts'
import { addItem, changeItem, orderItems, removeItem, checkItems, uncheckItems } from './save-item.ts'
import { listEditions, listStandards, oneEdition, oneStandard } from './standards.queries.ts'
import type { Actor } from '../../platform/auth/actor.ts'

interface StandardDeps {
  readonly db: Database
  readonly clock: Clock
}

export const standardRoutes = ({ db, clock }: StandardDeps): Routes => {
  /** Changes the edition that the path names and answers with it. */
  const changed =
    <B>(change: (write: Write, actor: Actor, id: string, body: B, now: Date) => Promise<void>) =>
    async ({ actor, params, body }: ChangeCall<B>) => {
      await db.tx((write) => change(write, actor, params.id, body, clock.now()))
      return oneEdition(db.reads, actor, params.id)
    }
  return routes(standardsApi, {
    'GET /api/standards': ({ actor, query }) => listStandards(db.reads, actor, query),
    'POST /api/standards': async ({ actor, body }) => {
      const id = await db.tx((write) => createStandard(write, actor, body))
      return oneStandard(db.reads, actor, id)
    },
    'PATCH /api/standards/:id': async ({ actor, params, body }) => {
      await db.tx((write) => updateStandard(write, actor, params.id, body))
      return oneStandard(db.reads, actor, params.id)
    },
    'DELETE /api/standards/:id': ({ actor, params, query }) =>
      db.tx((write) => deleteStandard(write, actor, params.id, query.version)),
    'GET /api/standards/:id/editions': ({ actor, params, query }) =>
      listEditions(db.reads, actor, params.id, query),
    'POST /api/standards/:id/editions': async ({ actor, params, body }) => {
      const id = await db.tx((write) => createEdition(write, actor, params.id, body))
      return oneEdition(db.reads, actor, id)
    },
    'PATCH /api/editions/:id': changed(updateEdition),
    'POST /api/editions/:id/approve': async ({ actor, params, body }) => {
      const now = clock.now()
      await db.tx((write) => approveEdition(write, actor, { ...params, ...body, now }))
      return oneEdition(db.reads, actor, params.id)
    },
    'POST /api/editions/:id/retire': async ({ actor, params, body }) => {
      await db.tx((write) => retireEdition(write, actor, params.id, body.version))
      return oneEdition(db.reads, actor, params.id)
    },
    'DELETE /api/editions/:id': ({ actor, params, query }) =>
      db.tx((write) => deleteEdition(write, actor, params.id, query.version)),
    'GET /api/editions/:id/items': ({ actor, params, query }) => listItems(db.reads, actor, params.id, query),
    'POST /api/editions/:id/checks': changed(checkItems),
    'POST /api/editions/:id/checks/undo': changed(uncheckItems),
    'POST /api/editions/:id/items': async ({ actor, params, body }) => {
      const id = await db.tx((write) => addItem(write, actor, params.id, body))
      return oneItem(db.reads, actor, id)
    },
    'PUT /api/editions/:id/order': changed(orderItems),
    'PATCH /api/standard-items/:id': async ({ actor, params, body }) => {
      await db.tx((write) => changeItem(write, actor, params.id, body))
      return oneItem(db.reads, actor, params.id)
    },
    'DELETE /api/standard-items/:id': ({ actor, params, query }) =>
      db.tx((write) => removeItem(write, actor, params.id, query.version)),
    'GET /api/editions/:id/difference': ({ actor, params, query }) =>
      editionDifference(db.reads, actor, params.id, query.against),
  })
}

export const limitRoutes = ({ db }: Pick<StandardDeps, 'db'>): Routes =>
  routes(limitsApi, {
    'GET /api/limits': ({ actor, query }) => limitsFor(db.reads, actor, query),
  })
