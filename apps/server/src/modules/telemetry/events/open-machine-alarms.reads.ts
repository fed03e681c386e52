import { sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'

interface OpenMachineAlarm {
  readonly machineId: number
  /** The name of the event. */
  readonly id: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Maximum number of alarms read, latest first. */
const most = 1000

/**
 * Open alarms of machines: events whose name has the first ending, without a later event of the same name with the second ending, which marks the
 * end.
 */
export const openMachineAlarms = (
  reads: Reads,
  machineIds: readonly number[],
  ends: { readonly on: string; readonly off: string },
): Promise<OpenMachineAlarm[]> =>
  readRows(
    reads,
    sql<OpenMachineAlarm>`
      select e.machine_id as "machineId", e.event_key as id, e.data from telemetry_events e
      where e.machine_id = any(${[...machineIds]}::bigint[]) and e.type = 'alarm'
        and right(e.event_key, ${ends.on.length}) = ${ends.on} and not exists (
          select from telemetry_events o where o.machine_id = e.machine_id
            and o.event_key = left(e.event_key, ${-ends.on.length}) || ${ends.off})
      order by e.at desc limit ${most}`,
  )
