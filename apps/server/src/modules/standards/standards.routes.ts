import {
  standardFilesApi,
  type StandardFilePreview,
  shippedStandardsApi,
} from '@cloud-factory/contract/standards/standard-files'
import type { Database, Reads, Write } from '../../platform/db/handles.ts'
import { type Routes, routes, type ChangeCall } from '../../platform/http/routes.ts'
import { oneEdition, listEditions, listStandards, oneStandard } from './standards.queries.ts'
import { listShipped, takeShipped } from './shipped/take-shipped.ts'
import {
  applyStandardFile,
  editionFile,
  readStandardFile,
  type ReadStandard,
  placeErrors,
  placeOf,
  type StandardPlace,
} from './files/standard-files.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { differenceOf } from './standards.rules.ts'
import {
  itemFacts,
  storedItems,
  editionDifference,
  limitsFor,
  listItems,
  oneItem,
} from './standard-items.queries.ts'
import { limitsApi } from '@cloud-factory/contract/standards/limits'
import { standardsApi } from '@cloud-factory/contract/standards/standards'
import type { Clock } from '../../platform/clock/clock.ts'
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

const nothing = { against: null, version: null, changes: [] }

/** What writing a file would do; nothing is written. */
async function previewStandardFile(
  reads: Reads,
  actor: Actor,
  { file, errors }: ReadStandard,
  no: string | undefined,
): Promise<StandardFilePreview> {
  if (file === null)
    return { outcome: 'refused', standard: null, no: null, items: 0, errors: [...errors], ...nothing }
  const requestedNo = no ?? file.edition.no
  const place = await placeOf(reads, actor, file, requestedNo)
  const wrong = placeErrors(file, place)
  const about = { standard: file.standard, no: requestedNo, items: file.items.length, errors: wrong }
  if (wrong.length > 0) return { outcome: 'refused', ...about, ...nothing }
  const against = place.edition ?? place.standard?.inUse ?? null
  const before =
    against === null ? [] : (await storedItems(reads, actor.plantId, against.id, null)).map(itemFacts)
  const after = file.items.map((item, index) => ({ ...item, id: String(index + 1) }))
  return {
    outcome: outcomeOf(place),
    ...about,
    against: against === null ? null : { id: against.id, no: against.no, status: against.status },
    version: place.edition?.version ?? null,
    changes: differenceOf(before, after).map(({ before: was, after: is, ...change }) => ({
      ...change,
      before: was === null ? null : { rule: was.rule },
      after: is === null ? null : { rule: is.rule },
    })),
  }
}

function outcomeOf({ standard, edition }: StandardPlace): StandardFilePreview['outcome'] {
  if (standard === null) return 'new_standard'
  return edition === null ? 'new_edition' : 'changed_draft'
}

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
