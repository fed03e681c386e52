import type { InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import { maxDossierSheets } from '@cloud-factory/contract/quality-documents/quality-documents'
import { sql } from 'kysely'
import { readRows } from '../../platform/db/handles.ts'
import { oneInspection } from '../inspection/public.ts'
import { inspectionSheet, titleOf } from './inspection-sheet.ts'
import { countsOf } from './document-entries.ts'
import type { QualityDocument, QualityDocumentDeps, DocumentSource } from './quality-document.types.ts'
import { picturesOf } from './pictures.ts'
import { wordsIn } from './document-words.ts'

/** Reports of inspections; their hash was written when they were locked. */
export const inspectionDocuments: DocumentSource = {
  kind: 'inspection',
  load: async (deps, actor, id): Promise<QualityDocument> =>
    documentOf(deps, await oneInspection({ reads: deps.db.reads, orders: deps.orders }, actor, id)),
  entries: async (deps, actor, orderId) => {
    const rows = await readRows(deps.db.reads, lockedOf(actor.plantId, orderId))
    return rows.map(({ id, no, hash, locked_at: at, ...named }) => ({
      kind: 'inspection',
      id: String(id),
      no,
      hash,
      at,
      title: (language) => titleOf({ no, ...named }, wordsIn(language)),
    }))
  },
  counts: (deps, plantId, orderId) =>
    countsOf(
      deps,
      sql`select count(*) filter (where status = 'locked')::int as ready,
          count(*) filter (where status in ('draft', 'submitted', 'judged'))::int as open
        from inspections where plant_id = ${plantId} and order_id = ${orderId}`,
    ),
}

function documentOf(deps: QualityDocumentDeps, form: InspectionForm): QualityDocument {
  const photos = sql`select sha256, file_name as caption from inspection_photos
    where inspection_id = ${form.id} and type in ('image/jpeg', 'image/png') order by id`
  return {
    kind: 'inspection',
    id: form.id,
    no: form.no,
    order: form.order,
    hash: form.hash,
    at: new Date(form.lockedAt ?? form.updatedAt),
    title: (language) => titleOf(form, wordsIn(language)),
    sheet: async (frame) =>
      inspectionSheet(form, form.photos.length === 0 ? [] : await picturesOf(deps, photos), frame),
  }
}

type Locked = Pick<InspectionForm, 'no' | 'mark' | 'stage' | 'verdict'> & {
  readonly id: number
  readonly hash: string
  readonly locked_at: Date
}

const lockedOf = (plantId: number, orderId: string) => sql<Locked>`
  select id, no, mark, stage, verdict, hash, locked_at from inspections
  where plant_id = ${plantId} and order_id = ${orderId} and status = 'locked'
  order by mark, no limit ${maxDossierSheets + 1}`
