import type { PieceSummary } from '@cloud-factory/domain/orders/order-statuses'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { prepare } from '../../platform/db/prepared-statements.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { uncounted } from './orders.policy.ts'
import {
  deleteRow,
  insertRow,
  type NewRow,
  rowForUpdate,
  type SavedFields,
  saveRow,
  signature,
} from '../../platform/db/signed-rows.ts'

type StoredOrder = Selectable<Tables['orders']>

/** Locks the order until the transaction ends; fails with `not_found` when the plant has no such order. */
export const orderForUpdate = (write: Write, plantId: number, id: string): Promise<StoredOrder> =>
  rowForUpdate(write, 'orders', plantId, id)

/** Returns the new order's id. */
export const insertOrder = (write: Write, actor: Actor, fields: NewRow<'orders'>): Promise<number> =>
  insertRow(write, actor, 'orders', fields)

export const saveOrder = (
  write: Write,
  actor: Actor,
  id: number,
  fields: SavedFields<'orders'>,
): Promise<void> => saveRow(write, actor, 'orders', id, fields)

export const deleteOrderRow = (write: Write, plantId: number, id: number): Promise<void> =>
  deleteRow(write, plantId, 'orders', id)

/**
 * Recalculates marks, pieces and progress of a locked order from its counted pieces, a few dozen rows. The version stays, because counters are not user
 * input and an import must not invalidate an open form. Returns how far the pieces are.
 */
export async function refreshOrderTotals(write: Write, actor: Actor, id: number): Promise<PieceSummary> {
  const { updated_by, updated_by_name } = signature(actor)
  const { rows } = await sql<PieceSummary>`${prepare}
    with grouped as materialized (select * from piece_counts where order_id = ${id} and pieces > 0),
    counted as (select * from grouped where status <> all(${uncounted}::text[])),
    steps as (
      select s.route_id, s.position, s.process_id, p.kind = 'work' as is_work, coalesce(w.weight, 0) as weight,
        sum(coalesce(w.weight, 0)) over route as total, count(*) over route as steps
      from route_steps s join processes p on p.id = s.process_id
        left join project_weights w on w.process_id = s.process_id
          and w.project_id = (select project_id from orders where id = ${id})
      where s.route_id in (select route_id from counted)
      window route as (partition by s.route_id)
    ),
    walked as (
      select s.process_id, c.pieces, c.kg,
        case when s.position < c.steps_done then c.pieces else 0 end as done_pieces,
        case when s.position < c.steps_done then c.kg when s.position = c.steps_done then c.part_kg else 0 end as done_kg,
        case when s.total > 0 then s.weight / s.total else 1.0 / s.steps end as share
      from counted c join steps s on s.route_id = c.route_id
      where (select released_at from orders where id = ${id}) is not null
    ),
    by_process as (
      select p.position, p.id, jsonb_build_object('process', p.id, 'pieces', sum(w.pieces), 'donePieces', sum(w.done_pieces),
        'kg', sum(w.kg), 'doneKg', sum(w.done_kg)) as counts
      from walked w join processes p on p.id = w.process_id group by p.id
    ),
    summary as (
      select coalesce(sum(pieces), 0)::int as pieces,
        coalesce(sum(case when status in ('planned', 'issued') then begun else pieces end), 0)::int as started,
        coalesce(sum(pieces) filter (where status not in ('ncr_open', 'rework')
          and steps_done >= (select count(*) filter (where is_work) from steps where steps.route_id = counted.route_id
            having count(*) > 0)), 0)::int as work_done,
        coalesce(sum(pieces) filter (where status in ('shipped', 'received')), 0)::int as shipped,
        coalesce(sum(kg), 0) as kg, coalesce(sum(pieces) filter (where held), 0) as held
      from counted
    )
    update orders set
      marks = (select count(*) from marks where order_id = ${id}),
      pieces = summary.pieces,
      weight_kg = summary.kg,
      pieces_by_status = (select coalesce(jsonb_object_agg(status, pieces), '{}')
        from (select status, sum(pieces) as pieces from grouped group by status) s),
      held_pieces = summary.held,
      by_process = (select coalesce(jsonb_agg(counts order by position, id), '[]') from by_process),
      progress = (select coalesce(round(case when sum(kg * share) > 0 then sum(done_kg * share) / sum(kg * share)
        else sum(done_pieces * share) / nullif(sum(pieces * share), 0) end, 6), 0) from walked),
      updated_at = now(), updated_by = ${updated_by}, updated_by_name = ${updated_by_name}
    from summary
    where orders.plant_id = ${actor.plantId} and orders.id = ${id}
    returning summary.pieces, summary.started, summary.work_done as "workDone", summary.shipped`.execute(
    write,
  )
  return rows[0] ?? { pieces: 0, started: 0, workDone: 0, shipped: 0 }
}

/** What is held: the whole order, a mark, or pieces. */
interface HoldSubject {
  readonly orderId: number
  readonly markId?: number
  readonly pieceIds?: readonly number[]
}

/** Opens a hold on an order or a mark, or one on each piece. */
export async function openHold(
  write: Write,
  actor: Actor,
  subject: HoldSubject,
  reason: string,
): Promise<void> {
  const { updated_by: by, updated_by_name: name } = signature(actor)
  await sql`
    insert into holds (plant_id, order_id, mark_id, piece_id, reason, held_at, held_by, held_by_name)
    select ${actor.plantId}, ${subject.orderId}, ${subject.markId ?? null}::bigint, piece, ${reason}, now(),
      ${by}::bigint, ${name}
    from unnest(${subject.pieceIds ?? [null]}::bigint[]) piece`.execute(write)
}

/** Closes the holds on exactly this target; returns how many were open. */
export async function closeHold(
  write: Write,
  actor: Actor,
  subject: HoldSubject,
  reason: string | null,
): Promise<number> {
  const { updated_by: by, updated_by_name: name } = signature(actor)
  const { rows } = await sql`
    update holds set released_at = now(), released_by = ${by}::bigint, released_by_name = ${name},
      release_reason = ${reason}
    where order_id = ${subject.orderId} and released_at is null
      and mark_id is not distinct from ${subject.markId ?? null}::bigint
      and case when ${subject.pieceIds === undefined} then piece_id is null
        else piece_id = any(${subject.pieceIds ?? []}::bigint[]) end
    returning id`.execute(write)
  return rows.length
}

/** Recalculates the open holds of locked pieces, their own and their marks'. */
export async function refreshHoldTotals(
  write: Write,
  where: 'mark_id' | 'id',
  ids: readonly number[],
): Promise<void> {
  const column = sql.ref(`pieces.${where}`)
  await sql`
    update marks set holds = (select count(*) from holds where holds.mark_id = marks.id and released_at is null)
    where ${where === 'mark_id'} and id = any(${ids}::bigint[])`.execute(write)
  await sql`
    update pieces set holds = m.holds + (select count(*) from holds
      where holds.piece_id = pieces.id and released_at is null), version = pieces.version + 1, updated_at = now()
    from marks m where m.id = pieces.mark_id and ${column} = any(${ids}::bigint[])`.execute(write)
}

/** Those of these pieces without an open hold of their own. */
export async function unheld(write: Write, pieceIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from pieces where id = any(${pieceIds}::bigint[])
      and not exists (select from holds where holds.piece_id = pieces.id and released_at is null) order by id`.execute(
    write,
  )
  return rows.map(({ id }) => id)
}
