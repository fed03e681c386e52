import type { MachineClass, MachineSource } from '@cloud-factory/domain/machines/equipment-enums'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'

interface SizedMachine {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly class: MachineClass
  readonly source: MachineSource
  readonly workshopId: number | null
  readonly widthM: number | null
  readonly depthM: number | null
}

/** Active machines with their sizes, simulated ones included; for the factory plan. */
export const machineSizes = (reads: Reads, plantId: number): Promise<SizedMachine[]> =>
  readRows(
    reads,
    sql<SizedMachine>`
      select m.id, m.code, m.name, p.class, m.source, m.workshop_id as "workshopId", m.width_m::float8 as "widthM",
        m.depth_m::float8 as "depthM"
      from machines m join machine_profiles p on p.id = m.profile_id
      where m.plant_id = ${plantId} and m.active order by m.code limit 1000`,
  )
