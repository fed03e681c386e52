import type { MachineClass, MachineSource } from '@cloud-factory/domain/machines/equipment-enums'
import type { MachineRow } from '@cloud-factory/contract/machines/machines'
import type { Names } from '@cloud-factory/contract/planning/processes'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { machineCan } from './machines.rules.ts'

export interface MachineRead {
  readonly id: number
  readonly code: string
  readonly site: string
  readonly line: string
  readonly name: string
  readonly source: MachineSource
  readonly profile_id: number
  readonly profile_code: string
  readonly profile_version: number
  readonly profile_names: Names
  readonly class: MachineClass
  readonly workshop_id: number | null
  readonly workshop: string | null
  readonly process_id: number | null
  readonly process_code: string | null
  readonly process_names: Names | null
  readonly model: string
  readonly maker: string
  readonly serial_no: string
  readonly criticality: 'A' | 'B' | 'C'
  readonly commissioned_on: string | null
  readonly rated_kw: number | null
  readonly standard_rate: number | null
  readonly rate_unit: string
  readonly x_m: number | null
  readonly y_m: number | null
  readonly width_m: number | null
  readonly depth_m: number | null
  readonly note: string
  readonly active: boolean
  readonly version: number
  readonly updated_at: Date
  readonly updated_by_name: string
}

export const machineColumns = sql`m.*, p.code as profile_code, p.profile_version, p.names as profile_names, p.class,
  w.name as workshop, c.code as process_code, c.names as process_names`
export const machinesFrom = sql`machines m join machine_profiles p on p.id = m.profile_id
  left join workshops w on w.id = m.workshop_id left join processes c on c.id = m.process_id`

const idOrNull = (id: number | null): string | null => (id === null ? null : String(id))

export function machineView(row: MachineRead, { tags }: Actor): MachineRow {
  return {
    id: String(row.id),
    code: row.code,
    site: row.site,
    line: row.line,
    name: row.name,
    source: row.source,
    profileId: String(row.profile_id),
    profile: { code: row.profile_code, profileVersion: row.profile_version, names: row.profile_names },
    class: row.class,
    workshopId: idOrNull(row.workshop_id),
    workshop: row.workshop,
    processId: idOrNull(row.process_id),
    process: processOf(row),
    model: row.model,
    maker: row.maker,
    serialNo: row.serial_no,
    criticality: row.criticality,
    commissionedOn: row.commissioned_on,
    ratedKw: row.rated_kw,
    standardRate: row.standard_rate,
    rateUnit: row.rate_unit,
    xM: row.x_m,
    yM: row.y_m,
    widthM: row.width_m,
    depthM: row.depth_m,
    note: row.note,
    active: row.active,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
    version: row.version,
    can: machineCan(tags, row),
  }
}

const processOf = ({ process_code: code, process_names: names }: MachineRead) =>
  code === null || names === null ? null : { code, names }
