import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { refreshOrderTotals } from '../orders/public.ts'
import { daysOf, recomputeDays } from './paces.store.ts'

/** Brings locked orders that are in work in line with new weights of their project: progress, and the pace of its days. */
export async function refreshProgress(
  write: Write,
  actor: Actor,
  orderIds: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where plant_id = ${actor.plantId} and id = any(${orderIds}::bigint[])
      and released_at is not null and status not in ('closed', 'cancelled') order by id`.execute(write)
  const ids = rows.map(({ id }) => id)
  for (const id of ids) await refreshOrderTotals(write, actor, id)
  await recomputeDays(write, actor.plantId, ids, await daysOf(write, ids))
}
