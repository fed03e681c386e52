import type { ShownState } from '@cloud-factory/domain/machines/equipment-enums'
import { sql } from 'kysely'

/**
 * What a machine is shown to do, of its open interval `i` and its link `l`; both may be missing. A machine that is not heard is
 * offline whatever it did last; of one that is heard and tells no state nothing is known, but it is not offline.
 */
export const shownState = sql<ShownState>`case when l.online then coalesce(nullif(i.state, 'offline'), 'unknown')
  when l.online is null then coalesce(i.state, 'offline') else 'offline' end`

/** Joins both to machines `m`. */
export const shownStateJoins = sql`left join machine_intervals i on i.machine_id = m.id and i.t1 is null
  left join telemetry_links l on l.machine_id = m.id`
