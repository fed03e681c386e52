import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { deleteRow, insertRow, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'

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
  /** Undefined: as it is, or the usual of a new project. */
  readonly max_weld_repairs?: number
  readonly drawings_required?: boolean
  readonly kits_required?: boolean
  readonly bolt_tests_required?: boolean
  readonly transport_days?: number
  readonly status: StoredProject['status']
  readonly search: string
}

/** Locks the project until the transaction ends; fails with `not_found` when the plant has no such project. */
export const projectForUpdate = (write: Write, plantId: number, id: string): Promise<StoredProject> =>
  rowForUpdate(write, 'projects', plantId, id)

/** Returns the new project's id. */
export const insertProject = (write: Write, actor: Actor, fields: ProjectFields): Promise<number> =>
  insertRow(write, actor, 'projects', fields)

export const saveProject = (
  write: Write,
  actor: Actor,
  id: number,
  fields: Partial<ProjectFields>,
): Promise<void> => saveRow(write, actor, 'projects', id, fields)

export const deleteProjectRow = (write: Write, plantId: number, id: number): Promise<void> =>
  deleteRow(write, plantId, 'projects', id)

/**
 * Counts the orders of projects anew. The rows are locked first, in the order of their ids, and counted by a later
 * statement: it sees what others committed while this one waited.
 */
export async function refreshProjectTotals(
  write: Write,
  plantId: number,
  ids: readonly number[],
): Promise<void> {
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
