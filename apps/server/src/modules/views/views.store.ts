import type { SavedView } from '@cloud-factory/contract/views/views'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { StoredView } from './views.queries.ts'

export type ViewFields = Pick<SavedView, 'name' | 'query' | 'columns' | 'shared'>

const written = ({ name, query, columns, shared }: ViewFields) => ({
  name,
  query: JSON.stringify(query),
  columns: columns === null ? null : JSON.stringify(columns),
  shared,
})

/** Locks the view until the transaction ends; fails with `not_found` when the plant has none, or it is not theirs to see. */
export async function viewForUpdate(write: Write, actor: Actor, id: string): Promise<StoredView> {
  const row = await write
    .selectFrom('saved_views')
    .selectAll()
    .where('plant_id', '=', actor.plantId)
    .where('id', '=', Number(id))
    .where((eb) => eb.or([eb('shared', '=', true), eb('owner_id', '=', Number(actor.userId))]))
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? fail('not_found')
}

export async function countOwnViews(write: Write, actor: Actor, list: string): Promise<number> {
  const { count } = await write
    .selectFrom('saved_views')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('plant_id', '=', actor.plantId)
    .where('owner_id', '=', Number(actor.userId))
    .where('list', '=', list)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the new view's id. */
export async function insertView(
  write: Write,
  actor: Actor,
  list: string,
  fields: ViewFields,
): Promise<number> {
  const owner = Number(actor.userId)
  const { id } = await write
    .insertInto('saved_views')
    .values({
      plant_id: actor.plantId,
      owner_id: owner,
      owner_name: actor.cnName,
      list,
      ...written(fields),
      updated_by: owner,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function saveView(write: Write, actor: Actor, id: number, fields: ViewFields): Promise<void> {
  await write
    .updateTable('saved_views')
    .set({
      ...written(fields),
      updated_by: Number(actor.userId),
      updated_at: sql`now()`,
      version: sql`version + 1`,
    })
    .where('plant_id', '=', actor.plantId)
    .where('id', '=', id)
    .execute()
}

export async function deleteViewRow(write: Write, plantId: number, id: number): Promise<void> {
  await write.deleteFrom('saved_views').where('plant_id', '=', plantId).where('id', '=', id).execute()
}
