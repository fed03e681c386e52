import { createHash } from 'node:crypto'
import type { Parts } from './inspection-parts.ts'
import type { StoredInspection } from './inspections.tables.ts'

/** sha256 of all that a lock keeps, in canonical form: keys in the order of the alphabet, decimals in their shortest text. */
export function hashOfInspection(row: StoredInspection, parts: Parts, photos: readonly string[]): string {
  return createHash('sha256')
    .update(canonical(contentOf(row, parts, photos)))
    .digest('hex')
}

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

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}
