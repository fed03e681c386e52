import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { type ConformityPort, demandsAgainstShipping } from '../production/public.ts'

interface ShippedToday {
  readonly shippedTodayKg: number
  readonly packedWaitingKg: number
  readonly deliveriesToday: number
  readonly deliveriesLoading: number
}

/**
 * Shipments of today in the plant's time zone, and packages ready to leave (all their pieces conform). Includes deliveries planned for today, sent
 * today or being loaded. Empty projects: all.
 */
export async function shippedToday(
  reads: Reads,
  plantId: number,
  projectIds: readonly string[],
  day: string,
  conformity: ConformityPort,
): Promise<ShippedToday> {
  const closed = sql<{
    id: number
  }>`select pp.piece_id as id from packages k join package_pieces pp on pp.package_id = k.id
    where k.plant_id = ${plantId} and k.status = 'closed'`
  const kept = [...(await demandsAgainstShipping(reads, plantId, closed, conformity)).keys()]
  const [row] = await readRows(reads, shippingSums({ plantId, projectIds, day, kept }))
  return row ?? { shippedTodayKg: 0, packedWaitingKg: 0, deliveriesToday: 0, deliveriesLoading: 0 }
}

interface Question {
  readonly plantId: number
  readonly projectIds: readonly string[]
  readonly day: string
  /** Pieces that may not leave. */
  readonly kept: readonly number[]
}

function shippingSums({ plantId, projectIds, day, kept }: Question) {
  const ids = sql`${projectIds.map(Number)}::bigint[]`
  const ofProject = projectIds.length === 0 ? sql`` : sql`and d.project_id = any(${ids})`
  const ofOrder =
    projectIds.length === 0
      ? sql``
      : sql`and k.order_id in (select id from orders where plant_id = ${plantId} and project_id = any(${ids}))`
  const sentToday = sql`d.sent_at >= p.from_at and d.sent_at < p.to_at`
  return sql<ShippedToday>`
    with p as (select ${day}::date::timestamp at time zone time_zone as from_at,
      (${day}::date + 1)::timestamp at time zone time_zone as to_at from plants where id = ${plantId})
    select
      (select coalesce(sum(d.net_kg), 0) from deliveries d where d.plant_id = ${plantId} and ${sentToday} ${ofProject})
        as "shippedTodayKg",
      (select coalesce(sum(k.net_kg), 0) from packages k where k.plant_id = ${plantId} and k.status = 'closed' ${ofOrder}
        and k.id not in (select package_id from package_pieces where piece_id = any(${kept}::bigint[])))
        as "packedWaitingKg",
      (select count(*)::int from deliveries d where d.plant_id = ${plantId}
        and (d.planned_on = ${day}::date or ${sentToday}) ${ofProject}) as "deliveriesToday",
      (select count(*)::int from deliveries d where d.plant_id = ${plantId} and d.status = 'loaded' ${ofProject})
        as "deliveriesLoading"
    from p`
}
