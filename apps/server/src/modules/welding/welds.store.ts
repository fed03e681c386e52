import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { deleteRow, saveRow } from '../../platform/db/signed-rows.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type OrdersPort, signed } from '../quality-records/public.ts'
import type { Tables } from '../../platform/db/schema.ts'

export type StoredWeld = Selectable<Tables['welds']>

/**
 * Locks welds until the transaction ends: first their orders and pieces, then the welds in ascending order. Fails with `not_found` unless the plant
 * has all of them.
 */
export async function lockWelds(
  write: Write,
  plantId: number,
  orders: OrdersPort,
  ids: readonly number[],
): Promise<StoredWeld[]> {
  // A weld never changes its piece, so the piece can be read without a lock.
  const pieces = await sql<{ piece: number }>`
    select distinct piece_id as piece from welds where plant_id = ${plantId} and id = any(${[...ids]}::bigint[])`.execute(
    write,
  )
  await orders.lock(
    write,
    plantId,
    pieces.rows.map(({ piece }) => piece),
  )
  const welds = await write
    .selectFrom('welds')
    .selectAll()
    .where('plant_id', '=', plantId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  if (welds.length < new Set(ids).size) fail('not_found')
  return welds
}

export async function lockWeld(
  write: Write,
  plantId: number,
  orders: OrdersPort,
  id: string,
): Promise<StoredWeld> {
  const [weld] = await lockWelds(write, plantId, orders, [Number(id)])
  return weld ?? fail('not_found')
}

/** A weld as it is put into the register. */
export interface NewWeld {
  readonly piece_id: number
  readonly order_id: number
  readonly project_id: number
  readonly mark_id: number
  readonly serial: string
  readonly order_no: string
  readonly mark: string
  readonly grade: string | null
  readonly no: string
  readonly joint: string
  readonly class: string
  readonly length_mm: number
  readonly thickness_mm: number
  readonly wps_id: number | null
  readonly plan_mm: number
  readonly search: string
}

/** Adds welds; skips those whose number already exists on their piece. Returns how many were added. */
export async function insertWelds(write: Write, actor: Actor, welds: readonly NewWeld[]): Promise<number> {
  const { by, byName } = signed(actor)
  const { rows } = await sql<{ added: number }>`
    with added as (
      insert into welds (plant_id, piece_id, order_id, project_id, mark_id, serial, order_no, mark, grade, no, joint, class,
        length_mm, thickness_mm, wps_id, plan_mm, demand_mm, search, created_by, updated_by, updated_by_name)
      select ${actor.plantId}, w.piece_id, w.order_id, w.project_id, w.mark_id, w.serial, w.order_no, w.mark, w.grade, w.no,
        w.joint, w.class, w.length_mm, w.thickness_mm, w.wps_id, w.plan_mm, w.plan_mm, w.search, ${by}, ${by}, ${byName}
      from jsonb_to_recordset(${JSON.stringify(welds)}::jsonb) as w (piece_id bigint, order_id bigint, project_id bigint,
        mark_id bigint, serial text, order_no text, mark text, grade text, no text, joint text, class text, length_mm integer,
        thickness_mm numeric, wps_id bigint, plan_mm integer, search text)
      order by w.piece_id, w.no
      on conflict (piece_id, no) do nothing returning 1
    ) select count(*)::int as added from added`.execute(write)
  return rows[0]?.added ?? 0
}

export type WeldFields = Partial<
  Pick<
    StoredWeld,
    | 'no'
    | 'joint'
    | 'class'
    | 'length_mm'
    | 'thickness_mm'
    | 'wps_id'
    | 'welded_at'
    | 'machine_id'
    | 'machine_name'
    | 'plan_mm'
    | 'demand_mm'
    | 'tested_mm'
    | 'tests'
    | 'repairs'
    | 'repaired_at'
    | 'state'
    | 'search'
  >
>

export async function saveWeld(write: Write, actor: Actor, id: number, fields: WeldFields): Promise<void> {
  await saveRow(write, actor, 'welds', id, fields)
}

export async function deleteWeld(write: Write, plantId: number, id: number): Promise<void> {
  await deleteRow(write, plantId, 'welds', id)
}

/** Replaces the welders of welds. */
export async function nameWelders(
  write: Write,
  plantId: number,
  weldIds: readonly number[],
  welderIds: readonly number[],
): Promise<void> {
  await sql`delete from weld_welders where plant_id = ${plantId} and weld_id = any(${[...weldIds]}::bigint[])`.execute(
    write,
  )
  await sql`insert into weld_welders (weld_id, welder_id, plant_id)
    select weld, welder, ${plantId} from unnest(${[...weldIds]}::bigint[]) weld
      cross join unnest(${[...welderIds]}::bigint[]) welder`.execute(write)
}

/** Stores the welds of a mark as the template for its next pieces. */
export async function keepTemplate(
  write: Write,
  actor: Actor,
  markId: number,
  welds: readonly unknown[],
): Promise<void> {
  const { byName } = signed(actor)
  await sql`insert into weld_templates (mark_id, plant_id, welds, updated_by_name)
    values (${markId}, ${actor.plantId}, ${JSON.stringify(welds)}, ${byName})
    on conflict (mark_id) do update set welds = excluded.welds, updated_at = now(),
      updated_by_name = excluded.updated_by_name`.execute(write)
}
