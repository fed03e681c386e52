import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { signature } from '../../platform/db/signed-rows.ts'

/** What is held: the whole order, a mark, or pieces. */
export interface HoldSubject {
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
