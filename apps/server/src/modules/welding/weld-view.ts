import type { JointType, WeldClass, WeldState } from '@cloud-factory/contract/weld-enums'
import type { WeldRow } from '@cloud-factory/contract/welds'
import type { Actor } from '../../platform/auth/actor.ts'
import { allowedWith } from '../quality-records/public.ts'
import { weldCan } from './weld.rules.ts'

/** A weld as its list reads it, with procedure and welders. */
export interface WeldReadRow {
  readonly id: number
  readonly piece_id: number
  readonly order_id: number
  readonly serial: string
  readonly order_no: string
  readonly mark: string
  readonly grade: string | null
  readonly no: string
  readonly joint: JointType
  readonly class: WeldClass
  readonly length_mm: number
  readonly thickness_mm: number
  readonly wps_id: number | null
  readonly wps: string | null
  readonly welders: readonly { readonly id: string; readonly code: string; readonly name: string }[]
  readonly machine_name: string | null
  readonly welded_at: Date | null
  readonly state: WeldState
  readonly demand_mm: number
  readonly tested_mm: number
  readonly tests: number
  readonly repairs: number
  readonly version: number
}

export const weldView = (row: WeldReadRow, actor: Actor): WeldRow => ({
  id: String(row.id),
  no: row.no,
  joint: row.joint,
  class: row.class,
  lengthMm: row.length_mm,
  thicknessMm: row.thickness_mm,
  wpsId: row.wps_id === null ? null : String(row.wps_id),
  piece: { id: String(row.piece_id), serial: row.serial },
  order: { id: String(row.order_id), no: row.order_no },
  mark: row.mark,
  grade: row.grade,
  wps: row.wps,
  welders: [...row.welders],
  machine: row.machine_name,
  weldedAt: row.welded_at?.toISOString() ?? null,
  state: row.state,
  demandMm: row.demand_mm,
  testedMm: row.tested_mm,
  repairs: row.repairs,
  version: row.version,
  can: allowedWith(actor, 'quality.inspect', weldCan(row)),
})
