import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { inspectionForShare, partsOf, soundOf } from '../inspection/public.ts'
import { type QualityPiece, canRaiseLot } from '../quality-records/public.ts'

/**
 * Makes sure that pieces are of what failed in a lot, which is judged and stays so while the report is written. That there is
 * no report on it yet is the constraint's to say (`ncrs_lot_once`).
 */
export async function requireFailedLot(
  write: Write,
  plantId: number,
  tags: readonly string[],
  inspectionId: string,
  pieces: readonly QualityPiece[],
): Promise<void> {
  const row = await inspectionForShare(write, plantId, inspectionId)
  const verdict = canRaiseLot(tags, row, false)
  if (verdict !== true) fail('state.refused', { params: { reason: verdict, inspection: row.no } })
  const parts = await partsOf(asReads(write), row.id)
  const sound = soundOf(row, parts)
  const failed = new Set(parts.lot.map(({ id }) => id).filter((id) => !sound.has(id)))
  const other = pieces.find(({ id }) => !failed.has(id))
  if (other !== undefined)
    fail('state.refused', { params: { reason: 'ncr.not_in_lot', piece: other.serial } })
}
