import type { InspectionRow } from '@cloud-factory/contract/inspection/inspection-rows'
import type { QualityProcess } from '../quality-records/public.ts'
import type { StoredInspection } from './inspection-parts.ts'

export function inspectionView(row: StoredInspection, processes: readonly QualityProcess[]): InspectionRow {
  const process = processes.find(({ id }) => id === row.process_id)
  return {
    id: String(row.id),
    no: row.no,
    stage: row.stage,
    status: row.status,
    verdict: row.verdict,
    standardCode: row.standard_code,
    editionNo: row.edition_no,
    shape: row.shape as InspectionRow['shape'],
    order: row.order_id === null ? null : { id: String(row.order_id), no: row.order_no ?? '' },
    mark: row.mark,
    process:
      process === undefined ? null : { id: String(process.id), code: process.code, names: process.names },
    isHoldPoint: row.is_hold_point,
    pieces: row.pieces,
    inspector: row.inspector_name,
    judge: row.judge_name,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }
}
