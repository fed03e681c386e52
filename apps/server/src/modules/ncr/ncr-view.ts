import type { NcrRow } from '@cloud-factory/contract/ncr/ncrs'
import type { Names } from '@cloud-factory/contract/planning/processes'
import type { Decider } from '../../platform/auth/four-eyes.rules.ts'
import type { QualityPiece } from '../quality-records/public.ts'
import { daysBetween, isGone, type NcrFacts, ncrCan } from './ncr.rules.ts'
import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/db/schema.ts'

export type StoredNcr = Selectable<Tables['ncrs']>

/** A report as its list reads it, joined with its defect. */
export interface NcrReadRow extends StoredNcr {
  readonly defect_code: string
  readonly defect_names: Names
}

/** Without `pieces`, they are assumed to exist. */
export const factsOf = (ncr: StoredNcr, pieces: readonly QualityPiece[] = []): NcrFacts => ({
  status: ncr.status,
  disposition: ncr.disposition,
  hasSubject: pieces.length === 0 || pieces.some(({ status }) => !isGone(status)),
})

/** `today`: the current day in the plant's time zone. */
export function ncrView(
  row: NcrReadRow,
  who: Decider,
  { now, today }: { readonly now: Date; readonly today: string },
  pieces: readonly QualityPiece[] = [],
): NcrRow {
  return {
    ...subjectOf(row),
    no: row.no,
    status: row.status,
    source: row.source,
    severity: row.severity,
    description: row.description,
    pieces: row.pieces,
    kg: row.kg,
    disposition: row.disposition,
    cause: row.cause,
    causeNote: row.cause_note,
    cost: row.cost,
    ...timesOf(row, now, today),
    raisedBy: row.created_by_name,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
    version: row.version,
    can: ncrCan(who, factsOf(row, pieces)),
  }
}

const subjectOf = (row: NcrReadRow) => ({
  id: String(row.id),
  defect: { id: String(row.defect_id), code: row.defect_code, names: row.defect_names },
  order: row.order_id === null ? null : { id: String(row.order_id), no: row.order_no ?? '' },
  mark: row.mark,
  crew: row.crew_id === null ? null : { id: String(row.crew_id), name: row.crew_name ?? '' },
  machine: row.machine_id === null ? null : { id: String(row.machine_id), name: row.machine_name ?? '' },
})

const timesOf = (row: NcrReadRow, now: Date, today: string) => ({
  dueOn: row.due_on,
  overdue: row.closed_at === null && row.due_on !== null && row.due_on < today,
  daysOpen: daysBetween(row.raised_at.getTime(), (row.closed_at ?? now).getTime()),
  raisedAt: row.raised_at.toISOString(),
  closedAt: row.closed_at?.toISOString() ?? null,
})
