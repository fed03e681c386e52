import type { InspectionRow } from '@cloud-factory/contract/inspections'
import type { QualityProcess } from '../orders.port.ts'

/** An inspection as its table keeps it. */
export interface InspectionReadRow {
  readonly id: number
  readonly no: string
  readonly stage: InspectionRow['stage']
  readonly status: InspectionRow['status']
  readonly verdict: InspectionRow['verdict']
  readonly standard_code: string
  readonly shape: InspectionRow['shape']
  readonly order_id: number | null
  readonly order_no: string | null
  readonly mark: string | null
  readonly process_id: number | null
  readonly is_hold_point: boolean
  readonly pieces: number
  readonly inspector_name: string | null
  readonly judge_name: string | null
  readonly created_at: Date
  readonly created_by_name: string
  readonly updated_at: Date
  readonly version: number
}

export function inspectionView(row: InspectionReadRow, processes: readonly QualityProcess[]): InspectionRow {
  const process = processes.find(({ id }) => id === row.process_id)
  return {
    id: String(row.id),
    no: row.no,
    stage: row.stage,
    status: row.status,
    verdict: row.verdict,
    standardCode: row.standard_code,
    shape: row.shape,
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
