import { openNcrStatuses } from '@cloud-factory/domain/ncr/ncr-enums'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf } from '../../platform/db/list-page.ts'
import { ofProjects } from './ncrs-of-projects.ts'

/** Numbers of open and of overdue reports; without a project, of all. */
export async function openNcrs(
  reads: Reads,
  plantId: number,
  projectIds: readonly string[],
  day: string,
): Promise<{ ncrsOpen: number; ncrsOverdue: number }> {
  const where = allOf([
    sql`plant_id = ${plantId}`,
    sql`status = any(${[...openNcrStatuses]}::text[])`,
    ofProjects(projectIds, sql`project_id`),
  ])
  const [row] = await readRows(
    reads,
    sql<{ ncrsOpen: number; ncrsOverdue: number }>`
      select count(*)::int as "ncrsOpen", (count(*) filter (where due_on < ${day}::date))::int as "ncrsOverdue"
      from ncrs where ${where}`,
  )
  return row ?? { ncrsOpen: 0, ncrsOverdue: 0 }
}
