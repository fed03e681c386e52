import { sealOf } from '../quality-records/public.ts'
import type { Parts, StoredInspection } from './inspection-parts.ts'

/** SHA-256 of everything that a lock protects; decimals in their shortest form. */
export const hashOfInspection = (row: StoredInspection, parts: Parts, photos: readonly string[]): string =>
  sealOf(contentOf(row, parts, photos))

function contentOf(row: StoredInspection, { items, lot, readings }: Parts, photos: readonly string[]) {
  return {
    no: row.no,
    stage: row.stage,
    standard: `${row.standard_code} ${row.edition_no}`,
    family: row.verdict_family,
    shape: row.shape,
    sizes: row.sizes,
    order: row.order_no,
    mark: row.mark,
    process: row.process_id,
    inspector: row.inspector_name,
    submittedAt: row.submitted_at?.toISOString() ?? null,
    judge: row.judge_name,
    judgedAt: row.judged_at?.toISOString() ?? null,
    verdict: row.verdict,
    judgeNote: row.judge_note,
    note: row.note,
    corrects: row.corrects_id,
    parent: row.parent_id,
    pieces: lot,
    items,
    readings,
    photos: photos.toSorted(),
  }
}
