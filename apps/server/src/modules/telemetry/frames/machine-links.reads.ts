import { sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'

/** Link status of a machine; timestamps are ms since 1970. */
export interface MachineLink {
  readonly machineId: number
  readonly online: boolean
  /** Since when the status applies. */
  readonly since: number
  readonly heardAt: number
  /** It sends only changes. */
  readonly byException: boolean
  /** Number of the last state that it sent; null: it never sent one. */
  readonly state: number | null
}

/** Links of all machines that ever sent a message. */
export const machineLinks = (reads: Reads, plantId: number): Promise<MachineLink[]> =>
  readRows(
    reads,
    sql<MachineLink>`
      select l.machine_id as "machineId", l.online, (extract(epoch from l.since) * 1000)::float8 as since,
        (extract(epoch from l.heard_at) * 1000)::float8 as "heardAt", l.silence_ms is null as "byException",
        v.value as state
      from machines m join telemetry_links l on l.machine_id = m.id
      left join profile_signals s on s.profile_id = m.profile_id and s.role = 'state'
      left join telemetry_latest v on v.machine_id = m.id and v.slot = s.slot and v.profile_id = m.profile_id
      where m.plant_id = ${plantId} and m.active order by m.id`,
  )
