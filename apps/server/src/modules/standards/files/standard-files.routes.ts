import { standardFilesApi, type StandardFilePreview } from '@cloud-factory/contract/standards/standard-files'
import type { Database, Reads } from '../../../platform/db/handles.ts'
import { type Routes, routes } from '../../../platform/http/routes.ts'
import { oneEdition } from '../standards.queries.ts'
import { shippedStandardsApi } from '@cloud-factory/contract/standards/shipped-standards'
import { listShipped, takeShipped } from '../shipped/take-shipped.ts'
import {
  applyStandardFile,
  editionFile,
  readStandardFile,
  type ReadStandard,
  placeErrors,
  placeOf,
  type StandardPlace,
} from './standard-files.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { differenceOf } from '../standards.rules.ts'
import { itemFacts, storedItems } from '../standard-items.queries.ts'

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
  const wanted = no ?? file.edition.no
  const place = await placeOf(reads, actor, file, wanted)
  const wrong = placeErrors(file, place)
  const about = { standard: file.standard, no: wanted, items: file.items.length, errors: wrong }
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
