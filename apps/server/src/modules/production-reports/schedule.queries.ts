import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import {
  maxScheduleDays,
  maxScheduled,
  type orderScheduleApi,
  type ScheduledOrder,
} from '@cloud-factory/contract/production-reports/production-reports'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { allOf } from '../../platform/db/list-page.ts'
import { conditions, openOnes, ordersByIds } from '../orders/public.ts'
import { spanFault } from './production-report.queries.ts'

type Api = (typeof orderScheduleApi)['GET /api/orders/schedule']
export type ScheduleQuery = QueryOf<Api>

interface Place {
  readonly id: number
  readonly starts_on: string
  readonly start_is: ScheduledOrder['startIs']
}

/** The day on which an order began, its first lot is planned to begin, or it was entered. Joins `plannedStart`. */
export const startOf = (timeZone: string) => {
  const dayIn = (column: string) => sql`(${sql.ref(column)} at time zone ${timeZone})::date`
  return sql`coalesce(${dayIn('o.started_at')}, b.planned, ${dayIn('o.created_at')})`
}

/** Planned start of the first lot of the order `o`, as `b`. */
export const plannedStart = sql`left join lateral (
        select min(planned_start) as planned from batches where order_id = o.id
      ) b on true`

/**
 * Open orders whose time lies in the span, by due date. A late order goes on until today: before the span ends nothing
 * is left out because its due date has passed.
 */
export function placesOf(
  where: RawBuilder<unknown>,
  { from, to }: Pick<ScheduleQuery, 'from' | 'to'>,
  today: string,
  timeZone: string,
) {
  const isPastToday = from > today
  return sql<Place>`
    select id, starts_on::text, start_is from (
      select o.id, o.due_on, ${startOf(timeZone)} as starts_on,
        case when o.started_at is not null then 'started' when b.planned is not null then 'planned'
          else 'entered' end as start_is
      from orders o ${plannedStart}
      where ${where} and ${openOnes} and ${isPastToday ? sql`due_on >= ${from}` : sql`due_on is not null`}
    ) open where starts_on <= ${to} or due_on between ${from} and ${to}
    order by due_on, id limit ${maxScheduled + 1}`
}

/** The schedule of open orders; rejects a span that no screen shows. */
export async function orderSchedule(
  reads: Reads,
  actor: Actor,
  query: ScheduleQuery,
  now: Date,
): Promise<ReplyOf<Api>> {
  const fault = spanFault(query.from, query.to, maxScheduleDays)
  if (fault === 'before_start') fail('request.invalid', { errors: [{ path: 'query.to', reason: fault }] })
  if (fault !== null) reject(fault, { most: maxScheduleDays })
  const { today, timeZone } = await plantClock(reads, actor.plantId, now)
  const { q, projectId } = query
  const where = await conditions(reads, actor.plantId, { q, projectId }, now)
  const undatedOnes = allOf([where, openOnes, sql`due_on is null`])
  const [places, undated] = await Promise.all([
    readRows(reads, placesOf(where, query, today, timeZone)),
    readRows(
      reads,
      sql<{ undated: number }>`select count(*) as undated
        from (select from orders where ${undatedOnes} limit 1000) found`,
    ),
  ])
  const shown = places.slice(0, maxScheduled)
  return {
    items: await scheduled(reads, actor, shown, now),
    more: places.length > maxScheduled,
    undated: undated[0]?.undated ?? 0,
    today,
  }
}

async function scheduled(
  reads: Reads,
  actor: Actor,
  places: readonly Place[],
  now: Date,
): Promise<ScheduledOrder[]> {
  const ids = places.map(({ id }) => id)
  const starts = new Map(places.map((place) => [String(place.id), place]))
  return (await ordersByIds(reads, actor, ids, now)).flatMap((order) => {
    const { id, no, name, project, status, priority, dueOn, progress, forecast } = order
    const start = starts.get(id)
    if (start === undefined || dueOn === null) return []
    return {
      id,
      no,
      name,
      project,
      status,
      priority,
      // An order entered or begun after its due date has no time of its own: it is shown on that day.
      startsOn: start.starts_on < dueOn ? start.starts_on : dueOn,
      startIs: start.start_is,
      dueOn,
      progress,
      forecast,
      pieces: order.pieces,
      weightKg: order.weightKg,
      heldPieces: order.heldPieces,
      daysLate: order.daysLate,
      version: order.version,
      can: { edit: order.can.edit },
    }
  })
}

export async function plantClock(
  reads: Reads,
  plantId: number,
  now: Date,
): Promise<{ today: string; timeZone: string }> {
  const rows = await readRows(
    reads,
    sql<{
      today: string
      timeZone: string
    }>`select (${now}::timestamptz at time zone time_zone)::date::text as today,
      time_zone as "timeZone" from plants where id = ${plantId}`,
  )
  return rows[0] ?? fail('not_found')
}
