import type { ShownState } from '@cloud-factory/domain/machines/equipment-enums'
import { sql } from 'kysely'

/**
 * SQL of a machine's displayed state, from its open interval `i` and its link `l`; both may be missing. A machine without a
 * link is offline, whatever its last state. A connected machine that sends no state has no data, but is not offline.
 */
export const shownState = sql<ShownState>`case when l.online then coalesce(nullif(i.state, 'offline'), 'unknown')
  when l.online is null then coalesce(i.state, 'offline') else 'offline' end`

/** Joins both to machines `m`. */
export const shownStateJoins = sql`left join machine_intervals i on i.machine_id = m.id and i.t1 is null
  left join telemetry_links l on l.machine_id = m.id`
