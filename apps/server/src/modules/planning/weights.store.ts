import { sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'

/** Holds the orders of a project, in the order of their ids: their progress changes with its weights. */
export async function lockOrdersOf(write: Write, plantId: number, projectId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where plant_id = ${plantId} and project_id = ${Number(projectId)}
    order by id for no key update`.execute(write)
  return rows.map(({ id }) => id)
}

/** Puts these weights in the place of the project's; they sum to 100. Shares of 0 are not kept. */
export async function saveWeights(
  write: Write,
  plantId: number,
  projectId: number,
  items: readonly { readonly processId: string; readonly weight: number }[],
): Promise<void> {
  const weightsJson = JSON.stringify(items.filter(({ weight }) => weight > 0))
  await sql`delete from project_weights where plant_id = ${plantId} and project_id = ${projectId}`.execute(
    write,
  )
  await sql`insert into project_weights (project_id, process_id, plant_id, weight)
    select ${projectId}, "processId"::bigint, ${plantId}, weight
    from jsonb_to_recordset(${weightsJson}::jsonb) as weights ("processId" text, weight numeric)`.execute(
    write,
  )
}
