import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { runningStatuses } from '../orders/public.ts'

/** Work waiting before a process. */
interface WaitingWork {
  readonly processId: number
  readonly pieces: number
  readonly kg: number
  /** Median number of days since the pieces last moved. */
  readonly days: number
}

/**
 * Pieces of running orders by the process that they wait for. The waiting time counts from the last change of a piece, which is the report of the
 * previous step. Empty projects: all.
 */
export const waitingWork = (
  reads: Reads,
  plantId: number,
  projectIds: readonly string[],
  now: Date,
): Promise<WaitingWork[]> => readRows(reads, waitingRows(plantId, projectIds, now))

const waitingRows = (plantId: number, projectIds: readonly string[], now: Date) => sql<WaitingWork>`
  with running as (
    select id from orders where plant_id = ${plantId}
      and status in (${sql.join(runningStatuses.map((status) => sql.lit(status)))})
      ${projectIds.length === 0 ? sql`` : sql`and project_id = any(${projectIds.map(Number)}::bigint[])`}
  )
  select p.next_process_id as "processId", count(*)::int as pieces, coalesce(sum(p.net_kg), 0) as kg,
    (percentile_cont(0.5) within group (order by extract(epoch from ${now}::timestamptz - p.updated_at)) / 86400)::float8
      as days
  from running o join pieces p on p.order_id = o.id
  where p.plant_id = ${plantId} and p.next_process_id is not null and p.status not in ('scrapped', 'superseded')
  group by 1`
