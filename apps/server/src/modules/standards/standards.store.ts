import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { standardsApi } from '@cloud-factory/contract/standards/standards'
import { type Insertable, sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'
import { differingFields, type Item, type Pair } from './standards.rules.ts'
import type { Tables } from '../../platform/db/schema.ts'

type ItemInput = Omit<BodyOf<(typeof standardsApi)['POST /api/editions/:id/items']>, 'version'>

/** Columns of an item out of what was sent. */
export const itemColumns = ({ names, nominalOf, rule, stages, ...item }: ItemInput) => ({
  ...item,
  stages: [...stages],
  names: JSON.stringify(names),
  nominal_of: nominalOf,
  rule: JSON.stringify(rule),
})

/** Adds an item behind the others of a locked edition; returns its id. */
export async function insertItem(
  write: Write,
  plantId: number,
  editionId: number,
  item: ItemInput,
): Promise<number> {
  const position = sql<number>`(select coalesce(max(position) + 1, 0) from standard_items where edition_id = ${editionId})`
  const { id } = await write
    .insertInto('standard_items')
    .values({ ...itemColumns(item), plant_id: plantId, edition_id: editionId, position })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes an item; what was found in the official text was another one, so its check is gone. */
export async function saveItem(write: Write, plantId: number, id: number, item: ItemInput): Promise<void> {
  await dropChecks(write, plantId, [id])
  await write
    .updateTable('standard_items')
    .set(itemColumns(item))
    .where('plant_id', '=', plantId)
    .where('id', '=', id)
    .execute()
}

export async function deleteItem(write: Write, plantId: number, id: number): Promise<void> {
  await write.deleteFrom('standard_items').where('plant_id', '=', plantId).where('id', '=', id).execute()
}

/** Items of one shape of an edition, in its order. */
export async function itemIdsOf(
  write: Write,
  plantId: number,
  editionId: number,
  shape: string,
): Promise<string[]> {
  const rows = await write
    .selectFrom('standard_items')
    .select('id')
    .where('plant_id', '=', plantId)
    .where('edition_id', '=', editionId)
    .where('shape', '=', shape)
    .orderBy('position')
    .execute()
  return rows.map(({ id }) => String(id))
}

/** Gives the places that these items take to them in this order; the places of others stay. */
export async function arrangeItems(write: Write, plantId: number, ids: readonly string[]): Promise<void> {
  const places = await write
    .selectFrom('standard_items')
    .select('position')
    .where('plant_id', '=', plantId)
    .where('id', 'in', ids.map(Number))
    .orderBy('position')
    .execute()
  await moveItems(
    write,
    plantId,
    places.map(({ position }, nth) => ({ id: Number(ids[nth]), position })),
  )
}

/** Moves items to these places of their edition, of which each is theirs or free. */
async function moveItems(
  write: Write,
  plantId: number,
  places: readonly { readonly id: number; readonly position: number }[],
): Promise<void> {
  const ids = places.map(({ id }) => id)
  const positions = places.map(({ position }) => position)
  // A place is taken once: all leave theirs before they take a new one.
  const away = 1_000_000
  await sql`update standard_items i set position = w.position + ${away}
    from unnest(${ids}::bigint[], ${positions}::integer[]) as w (id, position)
    where i.id = w.id and i.plant_id = ${plantId}`.execute(write)
  await sql`update standard_items set position = position - ${away}
    where plant_id = ${plantId} and id = any(${ids}::bigint[])`.execute(write)
}

/**
 * Makes the items of a locked edition those of the right side of these pairs, in their order. What was there keeps its id, so
 * that its readings stay together.
 */
export async function replaceItems(
  write: Write,
  plantId: number,
  editionId: number,
  pairs: readonly Pair<Item, ItemInput & { readonly id: string }>[],
): Promise<void> {
  const removed = pairs.flatMap(({ before, after }) => (after === null ? [Number(before.id)] : []))
  await sql`delete from standard_items where plant_id = ${plantId} and id = any(${removed}::bigint[])`.execute(
    write,
  )
  const remaining: { id: number; position: number }[] = []
  const added: Insertable<Tables['standard_items']>[] = []
  for (const [position, { before, after }] of pairs.entries()) {
    if (after === null) continue
    const { id: _id, ...facts } = after
    if (before === null)
      added.push({ ...itemColumns(facts), plant_id: plantId, edition_id: editionId, position })
    else {
      remaining.push({ id: Number(before.id), position })
      if (differingFields(before, facts).length > 0) await saveItem(write, plantId, Number(before.id), facts)
    }
  }
  await moveItems(write, plantId, remaining)
  if (added.length > 0) await write.insertInto('standard_items').values(added).execute()
}

/** Takes the checks off these items. */
export async function dropChecks(write: Write, plantId: number, itemIds: readonly number[]): Promise<void> {
  await sql`delete from standard_item_checks where plant_id = ${plantId}
    and item_id = any(${itemIds}::bigint[])`.execute(write)
}

/** Copies all items of an edition into an empty one, each with its check: the figure is the one that was found. */
export async function copyItems(write: Write, plantId: number, fromId: number, toId: number): Promise<void> {
  await sql`insert into standard_items (plant_id, edition_id, position, shape, stages, names, class, measures, nominal_of,
      rule, unit, tool, method, points, sampling, clause, certainty, source, optional)
    select plant_id, ${toId}, position, shape, stages, names, class, measures, nominal_of,
      rule, unit, tool, method, points, sampling, clause, certainty, source, optional
    from standard_items where plant_id = ${plantId} and edition_id = ${fromId}`.execute(write)
  await sql`insert into standard_item_checks (item_id, plant_id, document, clause, page, checked_at, checked_by, checked_by_name)
    select copy.id, c.plant_id, c.document, c.clause, c.page, c.checked_at, c.checked_by, c.checked_by_name
    from standard_item_checks c join standard_items i on i.id = c.item_id
      join standard_items copy on copy.edition_id = ${toId} and copy.position = i.position
    where i.plant_id = ${plantId} and i.edition_id = ${fromId}`.execute(write)
}
