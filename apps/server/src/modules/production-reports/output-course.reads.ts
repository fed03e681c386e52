import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { type ReportScope, reportedWork } from './production-report.reads.ts'

/** Course of a span of working days: kilograms that count, by ten minutes in which the work was done; ms since 1970. */
export const outputCourse = (
  reads: Reads,
  plantId: number,
  scope: Pick<ReportScope, 'from' | 'to' | 'processId' | 'projectIds'>,
): Promise<{ at: number; kg: number }[]> =>
  readRows(
    reads,
    sql<{ at: number; kg: number }>`
      select (floor(extract(epoch from w.done_at) / 600) * 600000)::float8 as at, sum(w.kg) as kg
      from work_reports w where ${reportedWork(plantId, { ...scope, per: 'day', group: 'none' })} and not w.void
      group by 1 order by 1`,
  )
