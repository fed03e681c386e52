import { sql, type Selectable } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, readRows, type Write } from '../../platform/db/handles.ts'
import {
  openDemandsOf,
  weldDemands,
  grantPasses,
  passCounts,
  revokePasses,
  processNamed,
  type OrdersPort,
  signed,
} from '../quality-records/public.ts'
import { deleteRow, saveRow } from '../../platform/db/signed-rows.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { Tables } from '../../platform/db/schema.ts'

/** The process whose gate depends on welds. */
export const ndtProcess = 'WeldNDTComp'

/**
 * Opens the gate of non-destructive testing for pieces whose welds are all done and meet their requirements, and closes it for the others. A piece
 * without registered welds does not pass; a repaired one needs a test after the repair. The piece itself is the source of the pass.
 */
export async function recalculatePieces(
  write: Write,
  actor: Actor,
  pieceIds: readonly number[],
  at: Date,
): Promise<void> {
  const { plantId } = actor
  const processId = await processNamed(asReads(write), plantId, ndtProcess)
  if (processId === null) return
  const demands = await openDemandsOf(asReads(write), plantId, pieceIds, weldDemands)
  const rows = await readRows(
    asReads(write),
    sql<{ id: number; tested: boolean; passed: boolean }>`
      select p.id, exists (select from welds w where w.piece_id = p.id and w.plant_id = ${plantId})
          and (old.void_since is null or exists (
            select from ndt_results r join welds w on w.id = r.weld_id
            where w.piece_id = p.id and r.verdict = 'pass' and r.undone_at is null and r.tested_at > old.void_since)
          ) as tested,
        exists (select from gate_passes g where g.source = 'ndt' and g.source_id = p.id and g.piece_id = p.id
          and g.plant_id = ${plantId} and ${passCounts}) as passed
      from unnest(${[...new Set(pieceIds)]}::bigint[]) as p (id)
      left join gate_passes old on old.piece_id = p.id and old.process_id = ${processId} and old.source = 'ndt'
        and old.source_id = p.id order by p.id`,
  )
  for (const { id, tested, passed } of rows) {
    const source = { source: 'ndt', sourceId: id } as const
    const met = !demands.has(id)
    if (met && tested && !passed) await grantPasses(write, actor, source, { processId, pieceIds: [id], at })
    if (!met && passed) await revokePasses(write, plantId, source)
  }
}

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

type WeldFields = Partial<
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
