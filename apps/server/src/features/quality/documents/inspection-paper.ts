import type { InspectionForm } from '@cloud-factory/contract/inspection-forms'
import { mostDossierSheets } from '@cloud-factory/contract/quality-documents'
import { sql } from 'kysely'
import { readRows } from '../../../platform/db/handles.ts'
import { oneInspection } from '../inspections/form.reads.ts'
import { inspectionSheet, titleOf } from './inspection-sheet.ts'
import { countsOf } from './paper-entries.ts'
import type { Paper, PaperDoor, PaperSource } from './paper.types.ts'
import { paperWords } from './paper-words.ts'
import { picturesOf } from './pictures.ts'

/** Reports of inspections; their hash was written when they were locked. */
export const inspectionPapers: PaperSource = {
  kind: 'inspection',
  load: async (door, actor, id): Promise<Paper> =>
    paperOf(door, await oneInspection({ reads: door.db.reads, orders: door.orders }, actor, id)),
  entries: async (door, actor, orderId) => {
    const rows = await readRows(door.db.reads, lockedOf(actor.plantId, orderId))
    return rows.map(({ id, no, hash, locked_at: at, ...named }) => ({
      kind: 'inspection',
      id: String(id),
      no,
      hash,
      at,
      title: (language) => titleOf({ no, ...named }, paperWords[language]),
    }))
  },
  counts: (door, plantId, orderId) =>
    countsOf(
      door,
      sql`select count(*) filter (where status = 'locked')::int as ready,
          count(*) filter (where status in ('draft', 'submitted', 'judged'))::int as open
        from inspections where plant_id = ${plantId} and order_id = ${orderId}`,
    ),
}

function paperOf(door: PaperDoor, form: InspectionForm): Paper {
  const photos = sql`select sha256, file_name as caption from inspection_photos
    where inspection_id = ${form.id} and type in ('image/jpeg', 'image/png') order by id`
  return {
    kind: 'inspection',
    id: form.id,
    no: form.no,
    order: form.order,
    hash: form.hash,
    at: new Date(form.lockedAt ?? form.updatedAt),
    title: (language) => titleOf(form, paperWords[language]),
    sheet: async (frame) =>
      inspectionSheet(form, form.photos.length === 0 ? [] : await picturesOf(door, photos), frame),
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
  order by mark, no limit ${mostDossierSheets + 1}`
