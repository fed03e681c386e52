import { sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'

/** Gives a locked project without progress weights those of the processes; fails when they do not sum to 100. */
export async function ensureWeights(write: Write, plantId: number, projectId: number): Promise<void> {
  await sql`
    insert into project_weights (project_id, process_id, plant_id, weight)
    select ${projectId}, id, plant_id, weight from processes
    where plant_id = ${plantId} and active and weight > 0
      and not exists (select from project_weights where project_id = ${projectId})
      and (select sum(weight) from processes where plant_id = ${plantId} and active) = 100`.execute(write)
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(weight), 0) as sum from project_weights where project_id = ${projectId}`.execute(
    write,
  )
  const sum = rows[0]?.sum ?? 0
  if (sum !== 100) fail('state.refused', { params: { reason: 'order.weights_missing', sum } })
}
