import { type BoltPlace, type BoughtItem, designationOf } from '@cloud-factory/domain/bolts/bought-items'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { signature } from '../../platform/db/signed-rows.ts'

export interface BoltLineInput extends BoughtItem {
  readonly mark: string
  readonly connection: string
  readonly place: BoltPlace
  readonly quantity: number
  readonly extraPercent: number
  readonly note: string
}

const keyOf = (item: BoughtItem): string => `${item.kind} ${designationOf(item)}`

/** Ids of bought parts by kind and designation, in the order of the input; new ones are added. */
export async function itemIds(
  write: Write,
  plantId: number,
  items: readonly BoughtItem[],
): Promise<number[]> {
  const unique = [
    ...new Map(items.map((item) => [keyOf(item), { ...item, designation: designationOf(item) }])).values(),
  ]
  const input = sql`jsonb_to_recordset(${JSON.stringify(unique)}::jsonb) as k (kind text, designation text, name text,
    standard text, size text, "lengthMm" numeric, grade text, finish text)`
  await sql`
    insert into bought_items (plant_id, kind, designation, name, standard, size, length_mm, grade, finish)
    select ${plantId}, kind, designation, name, standard, size, "lengthMm", grade, finish from ${input}
    order by designation, kind on conflict do nothing`.execute(write)
  const { rows } = await sql<{ id: number; key: string }>`
    select i.id, k.kind || ' ' || k.designation as key
    from ${input} join bought_items i on i.plant_id = ${plantId} and i.designation = k.designation and i.kind = k.kind`.execute(
    write,
  )
  const ids = new Map(rows.map(({ key, id }) => [key, id]))
  return items.map((item) => ids.get(keyOf(item)) ?? 0)
}

/** Adds lines to the list of an order; `importId`: the import that they come from. */
export async function insertBolts(
  write: Write,
  actor: Actor,
  orderId: number,
  lines: readonly BoltLineInput[],
  importId: number | null = null,
): Promise<void> {
  const { updated_by: by, updated_by_name: name } = signature(actor)
  const ids = await itemIds(write, actor.plantId, lines)
  const rows = lines.map((line, at) => ({ ...line, itemId: ids[at] }))
  await sql`
    insert into order_bolts (plant_id, order_id, item_id, mark, connection, place, quantity, extra_percent, note, import_id,
      created_by, updated_by, updated_by_name)
    select ${actor.plantId}, ${orderId}, "itemId", mark, connection, place, quantity, "extraPercent", note, ${importId}::bigint,
      ${by}::bigint, ${by}::bigint, ${name}
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ("itemId" bigint, mark text, connection text,
      place text, quantity int, "extraPercent" numeric, note text)) with ordinality as k
      ("itemId", mark, connection, place, quantity, "extraPercent", note, position) order by position`.execute(
    write,
  )
}

/** A bought part as a list names it. */
export interface ListedBolt extends BoughtItem {
  readonly mark: string
  readonly place: BoltPlace
  /** For the whole order. */
  readonly quantity: number
}

/**
 * Writes the bought parts that an import names. They replace those of earlier imports at the marks that the list has, and
 * at no mark when it has such; lines by hand remain. Files that name no bought parts, such as NC1, change nothing.
 */
export async function addImportedBolts(
  write: Write,
  actor: Actor,
  job: { readonly id: number; readonly orderId: number },
  bought: readonly ListedBolt[],
): Promise<void> {
  if (bought.length === 0) return
  const lines = bought.map((bolt) => ({ ...bolt, connection: '', extraPercent: 0, note: '' }))
  const marks = JSON.stringify([...new Set(bought.map(({ mark }) => mark))])
  await sql`
    update order_bolts set replaced_by = ${job.id}
    where order_id = ${job.orderId} and import_id is not null and replaced_by is null
      and (mark in (select jsonb_array_elements_text(${marks}::jsonb))
        or mark in (select m.mark from import_marks m where m.job_id = ${job.id}))`.execute(write)
  await insertBolts(write, actor, job.orderId, lines, job.id)
}

/** Undoes `addImportedBolts`. */
export async function removeImportedBolts(write: Write, importId: number): Promise<void> {
  await sql`delete from order_bolts where import_id = ${importId}`.execute(write)
  await sql`update order_bolts set replaced_by = null where replaced_by = ${importId}`.execute(write)
}
