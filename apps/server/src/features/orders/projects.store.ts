import './orders.tables.ts'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { signature } from './orders.store.ts'

type StoredProject = Selectable<Tables['projects']>

/** The columns of a project that people write. */
export interface ProjectFields {
  readonly code: string
  readonly name: string
  readonly customer: string
  readonly contract_no: string | null
  readonly acceptance_standard: string
  readonly starts_on: string | null
  readonly ends_on: string | null
  readonly status: string
  readonly search: string
}

/** Locks the project until the transaction ends; refuses with `not_found` when the plant has no such project. */
export async function projectForUpdate(write: Write, plantId: number, id: string): Promise<StoredProject> {
  const row = await write
    .selectFrom('projects')
    .selectAll()
    .where('plant_id', '=', plantId)
    .where('id', '=', Number(id))
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? refuse('not_found')
}

/** Returns the new project's id. */
export async function insertProject(write: Write, actor: Actor, fields: ProjectFields): Promise<number> {
  const signed = signature(actor)
  const { id } = await write
    .insertInto('projects')
    .values({ ...fields, ...signed, plant_id: actor.plantId, created_by: signed.updated_by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function saveProject(
  write: Write,
  actor: Actor,
  id: number,
  fields: Partial<ProjectFields>,
): Promise<void> {
  await write
    .updateTable('projects')
    .set({ ...fields, ...signature(actor), updated_at: sql`now()`, version: sql`version + 1` })
    .where('plant_id', '=', actor.plantId)
    .where('id', '=', id)
    .execute()
}

export async function deleteProjectRow(write: Write, plantId: number, id: number): Promise<void> {
  await write.deleteFrom('projects').where('plant_id', '=', plantId).where('id', '=', id).execute()
}

/**
 * Counts the orders of projects anew. The rows are locked first, in the order of their ids, and counted by a later
 * statement: it sees what others committed while this one waited.
 */
export async function recountProjects(write: Write, plantId: number, ids: readonly number[]): Promise<void> {
  await sql`select from projects where plant_id = ${plantId} and id = any(${ids}::bigint[])
    order by id for no key update`.execute(write)
  await sql`
    update projects set orders = counted.orders, weight_kg = counted.weight_kg
    from (
      select p.id, count(o.id)::int as orders,
        coalesce(sum(o.weight_kg) filter (where o.status <> 'cancelled'), 0) as weight_kg
      from projects p left join orders o on o.project_id = p.id
      where p.plant_id = ${plantId} and p.id = any(${ids}::bigint[]) group by p.id
    ) counted
    where projects.id = counted.id`.execute(write)
}
