import type { DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import type { Actor } from '../../platform/auth/actor.ts'
import { deliveryCan, differenceOf, differs } from './shipping.rules.ts'

/** A delivery as its list reads it, joined with its project. */
export interface DeliveryReadRow {
  readonly id: number
  readonly no: string
  readonly project_id: number
  readonly project_code: string
  readonly project_name: string
  readonly customer: string
  readonly status: DeliveryRow['status']
  readonly truck_plate: string
  readonly driver: string | null
  readonly driver_phone: string | null
  readonly consignee: string
  readonly address: string
  readonly planned_on: string | null
  readonly alarm_percent: number
  readonly alarm_kg: number
  readonly note: string | null
  readonly packages: number
  readonly pieces: number
  readonly net_kg: number
  readonly gross_kg: number
  readonly tare_kg: number | null
  readonly weighbridge_kg: number | null
  readonly weighed_kg: number | null
  readonly difference_reason: string | null
  readonly sent_at: Date | null
  readonly sent_by_name: string | null
  readonly received_at: Date | null
  readonly received_by: string | null
  readonly receipt_note: string | null
  readonly signature_sha256: string | null
  readonly missing: number
  readonly found: number
  readonly damaged: number
  readonly updated_at: Date
  readonly updated_by_name: string
  readonly version: number
}

export function deliveryView(row: DeliveryReadRow, actor: Actor): DeliveryRow {
  const weighing = {
    grossKg: row.gross_kg,
    weighedKg: row.weighed_kg,
    alarmPercent: row.alarm_percent,
    alarmKg: row.alarm_kg,
  }
  return {
    id: String(row.id),
    no: row.no,
    project: { id: String(row.project_id), code: row.project_code, name: row.project_name },
    customer: row.customer,
    status: row.status,
    truckPlate: row.truck_plate,
    driver: row.driver,
    driverPhone: row.driver_phone,
    consignee: row.consignee,
    address: row.address,
    plannedOn: row.planned_on,
    alarmPercent: row.alarm_percent,
    alarmKg: row.alarm_kg,
    note: row.note,
    packages: row.packages,
    pieces: row.pieces,
    netKg: row.net_kg,
    grossKg: row.gross_kg,
    tareKg: row.tare_kg,
    weighbridgeKg: row.weighbridge_kg,
    weighedKg: row.weighed_kg,
    differenceKg: differenceOf(weighing),
    differs: differs(weighing),
    differenceReason: row.difference_reason,
    sentAt: row.sent_at?.toISOString() ?? null,
    sentBy: row.sent_by_name,
    receivedAt: row.received_at?.toISOString() ?? null,
    receivedBy: row.received_by,
    receiptNote: row.receipt_note,
    hasSignature: row.signature_sha256 !== null,
    missing: row.missing,
    found: row.found,
    damaged: row.damaged,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
    version: row.version,
    can: deliveryCan(actor.tags, {
      status: row.status,
      packages: row.packages,
      truckPlate: row.truck_plate,
      stillMissing: row.missing - row.found,
    }),
  }
}
