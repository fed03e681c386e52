import { sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'

/** How a machine's link stands; instants are ms since 1970. */
export interface MachineLink {
  readonly machineId: number
  readonly online: boolean
  /** Since when it is as it is. */
  readonly since: number
  readonly heardAt: number
  /** It sends only what changes. */
  readonly byException: boolean
  /** Number of the state that it told last; null: it never told one. */
  readonly state: number | null
}

/** Links of all machines that were ever heard. */
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
