import type { PackageRow } from '@cloud-factory/contract/shipping/packages'
import type { Actor } from '../../platform/auth/actor.ts'
import { packageCan } from './shipping.rules.ts'

/** A package as its list reads it, joined with order, project and delivery. */
export interface PackageReadRow {
  readonly id: number
  readonly no: string
  readonly order_id: number
  readonly order_no: string
  readonly order_status: string
  readonly project_id: number
  readonly project_code: string
  readonly project_name: string
  readonly delivery_id: number | null
  readonly delivery_no: string | null
  readonly status: PackageRow['status']
  readonly max_kg: number | null
  readonly max_length_mm: number | null
  readonly max_width_mm: number | null
  readonly max_height_mm: number | null
  readonly packing_kg: number
  readonly weighed_kg: number | null
  readonly note: string | null
  readonly pieces: number
  readonly unweighed: number
  readonly net_kg: number
  readonly gross_kg: number
  readonly closed_at: Date | null
  readonly updated_at: Date
  readonly updated_by_name: string
  readonly version: number
}

export function packageView(row: PackageReadRow, actor: Actor): PackageRow {
  const { delivery_id: deliveryId, delivery_no: deliveryNo } = row
  return {
    id: String(row.id),
    no: row.no,
    order: { id: String(row.order_id), no: row.order_no },
    project: { id: String(row.project_id), code: row.project_code, name: row.project_name },
    delivery: deliveryId === null ? null : { id: String(deliveryId), no: deliveryNo ?? '' },
    status: row.status,
    maxKg: row.max_kg,
    maxLengthMm: row.max_length_mm,
    maxWidthMm: row.max_width_mm,
    maxHeightMm: row.max_height_mm,
    packingKg: row.packing_kg,
    weighedKg: row.weighed_kg,
    note: row.note,
    pieces: row.pieces,
    unweighed: row.unweighed,
    netKg: row.net_kg,
    grossKg: row.gross_kg,
    closedAt: row.closed_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
    version: row.version,
    can: packageCan(actor.tags, {
      status: row.status,
      pieces: row.pieces,
      onDelivery: deliveryId !== null,
      orderStatus: row.order_status,
    }),
  }
}
