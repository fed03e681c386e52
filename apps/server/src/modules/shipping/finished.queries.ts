import { activeOrderStatuses, isActiveOrder } from '@cloud-factory/domain/orders/order-statuses'
import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { FinishedPiece, finishedPiecesApi } from '@cloud-factory/contract/shipping/deliveries'
import type { ShippingReason } from '@cloud-factory/contract/shipping/packages'
import { type FinishedState, finishedStates } from '@cloud-factory/domain/shipping/finished-states'
import { type RawBuilder, sql } from 'kysely'
import { allOf, bothWays, limitOf } from '../../platform/db/list-page.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { prefixPattern, searchPattern } from '../../platform/search/search-text.ts'
import {
  type ConformityPort,
  demandsAgainstShipping,
  type WithheldPort,
  workIsDone,
} from '../production/public.ts'
import { canPack } from './shipping.policy.ts'
import { packedColumns, packedView, type PackedReadRow } from './packages.queries.ts'

type FinishedApi = (typeof finishedPiecesApi)['GET /api/finished-pieces']
type FinishedQuery = QueryOf<FinishedApi>
type Sum = ReplyOf<FinishedApi>['sums']

export interface FinishedDeps {
  readonly reads: Reads
  readonly conformity: ConformityPort
  readonly withheld: WithheldPort
}

const finishedSorts = bothWays({
  order: ['o.no', 'p.serial', 'p.id'],
  serial: ['p.serial', 'p.id'],
  netKg: ['p.net_kg', 'p.id'],
})

/** Location of a finished piece; a loose piece in the plant is ready or not ready. */
const place = sql`case when p.status in ('packed', 'shipped', 'received') then p.status
  when pp.piece_id is not null then 'packing' else 'loose' end`

const from = sql`pieces p join orders o on o.id = p.order_id left join processes next on next.id = p.next_process_id
  left join package_pieces pp on pp.piece_id = p.id`

/** Pieces whose work is done: their next step, if any, is packing or a later one. */
export function finishedWhere(
  plantId: number,
  { q = '', orderId, projectId }: Pick<FinishedQuery, 'q' | 'orderId' | 'projectId'>,
): RawBuilder<unknown> {
  return allOf([
    sql`p.plant_id = ${plantId} and o.plant_id = ${plantId}`,
    orderId === undefined
      ? sql`o.status in ('released', 'in_production', 'completed', 'shipped', 'on_hold')`
      : sql`o.id = ${orderId}`,
    projectId === undefined ? null : sql`o.project_id = ${projectId}`,
    sql`p.status not in ('scrapped', 'superseded')`,
    sql`(next.kind <> 'work' or (next.kind is null and p.steps_done > 0))`,
    q === '' ? null : named(plantId, q),
  ])
}

/** By the prefix of its serial or mark, or by words of its order. */
function named(plantId: number, q: string): RawBuilder<unknown> {
  const typed = [prefixPattern(q), prefixPattern(q.toUpperCase())]
  return sql`(p.serial like any(${typed}::text[]) or o.search like ${searchPattern(q) ?? ''}
    or p.mark_id in (select id from marks where plant_id = ${plantId} and mark like any(${typed}::text[])))`
}

/** Of these finished pieces the state of each; only those that could be packed are asked about their conformity, in the statement itself. */
function stateOf(withheld: WithheldPort, plantId: number, where: RawBuilder<unknown>) {
  const loose = sql`${place} = 'loose' and ${workIsDone} and not exists (select from built_pieces b where b.piece_id = p.id) and o.status = any(${activeOrderStatuses})`
  const pieces = sql<{ id: number }>`select p.id from ${from} where ${where} and ${loose}`
  return sql`case when ${place} <> 'loose' then ${place}
    when ${loose} and p.id not in (${withheld(plantId, pieces)}) then 'ready' else 'not_ready' end`
}

/** Which of the finished pieces of `where` are in one of these states. */
export const inStates = (
  { withheld }: Pick<FinishedDeps, 'withheld'>,
  plantId: number,
  where: RawBuilder<unknown>,
  states: readonly FinishedState[] | undefined,
) =>
  states === undefined || states.length === 0
    ? null
    : sql`${stateOf(withheld, plantId, where)} = any(${[...states]}::text[])`

/** One page of the finished goods, and what all that match weigh. */
export async function listFinished(
  deps: FinishedDeps,
  plantId: number,
  query: FinishedQuery,
): Promise<ReplyOf<FinishedApi>> {
  const all = finishedWhere(plantId, query)
  const where = allOf([all, inStates(deps, plantId, all, query.state)])
  const order = finishedSorts[query.sort ?? 'order']
  const [found, counted] = await Promise.all([
    readRows(
      deps.reads,
      sql<{ id: number }>`select p.id from ${from} where ${where} order by ${order} ${limitOf(query)}`,
    ),
    readRows(deps.reads, countsOf(deps, plantId, all)),
  ])
  const page = found.map(({ id }) => id)
  const byState = new Map(counted.map(({ state, pieces, kg }) => [state, { pieces, kg }]))
  const chosen = finishedStates.filter(
    (state) => (query.state ?? []).length === 0 || query.state?.includes(state),
  )
  const sums = summed(chosen.map((state) => byState.get(state) ?? none))
  return {
    items: await finishedByIds(deps, plantId, page),
    total: sums.pieces,
    sums,
    byState: Object.fromEntries(
      finishedStates.map((state) => [state, byState.get(state) ?? none]),
    ) as ReplyOf<FinishedApi>['byState'],
  }
}

const none: Sum = { pieces: 0, kg: 0 }
const summed = (all: readonly Sum[]): Sum => ({
  pieces: all.reduce((sum, { pieces }) => sum + pieces, 0),
  kg: all.reduce((sum, { kg }) => sum + Math.round(kg * 1000), 0) / 1000,
})

export const countsOf = (
  { withheld }: Pick<FinishedDeps, 'withheld'>,
  plantId: number,
  where: RawBuilder<unknown>,
) =>
  sql<Sum & { state: FinishedState }>`
    select state, count(*)::int as pieces, coalesce(sum(net_kg), 0) as kg
    from (select ${stateOf(withheld, plantId, where)} as state, p.net_kg from ${from} where ${where}) found group by state`

/** Ids of all that match, in their order; at most `limit`. */
export async function finishedIds(
  { reads }: FinishedDeps,
  where: RawBuilder<unknown>,
  sort: NonNullable<FinishedQuery['sort']>,
  limit: number,
): Promise<number[]> {
  const rows = await readRows(
    reads,
    sql<{
      id: number
    }>`select p.id from ${from} where ${where} order by ${finishedSorts[sort]} limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

interface FinishedRow extends PackedReadRow {
  readonly place: FinishedState | 'loose'
  readonly holds: number
  readonly steps_done: number
  readonly is_built_in: boolean
  readonly next_kind: string | null
  readonly order_status: string
  readonly order_id: number
  readonly order_no: string
  readonly project_id: number
  readonly project_name: string
  readonly package_id: number | null
  readonly package_no: string | null
  readonly delivery_id: number | null
  readonly delivery_no: string | null
}

/** These pieces in this order, each with why it cannot be packed or, if packed, not be sent. */
export async function finishedByIds(
  { reads, conformity }: FinishedDeps,
  plantId: number,
  ids: readonly number[],
): Promise<FinishedPiece[]> {
  const rows = await readRows(
    reads,
    sql<FinishedRow>`
      select ${packedColumns}, ${place} as place, p.holds, exists (select from built_pieces b where b.piece_id = p.id) as is_built_in, p.steps_done, next.kind as next_kind, o.status as order_status, o.id as order_id, o.no as order_no, j.id as project_id,
        j.name as project_name, k.id as package_id, k.no as package_no, d.id as delivery_id, d.no as delivery_no
      from unnest(${[...ids]}::bigint[]) with ordinality as asked (id, at) join pieces p on p.id = asked.id
        join orders o on o.id = p.order_id join projects j on j.id = o.project_id join marks m on m.id = p.mark_id
        left join processes next on next.id = p.next_process_id
        left join package_pieces pp on pp.piece_id = p.id left join packages k on k.id = pp.package_id
        left join deliveries d on d.id = k.delivery_id
      where p.plant_id = ${plantId} order by asked.at`,
  )
  const blocked = new Map(rows.flatMap((row) => pair(row.id, ruleAgainst(row))))
  const candidates = rows.flatMap(({ id, place: at }) => (left.has(at) || blocked.has(id) ? [] : [id]))
  const demands = await demandsAgainstShipping(reads, plantId, candidates, conformity)
  return rows.map((row) => finishedView(row, plantId, blocked.get(row.id) ?? demands.get(row.id) ?? null))
}

const left: ReadonlySet<string> = new Set(['shipped', 'received'])
const pair = (id: number, reason: ShippingReason | null): [number, ShippingReason][] =>
  reason === null ? [] : [[id, reason]]

/** Why a loose piece cannot be packed, by the packing rule; whether it conforms is another question. */
function ruleAgainst(row: FinishedRow): ShippingReason | null {
  if (row.place !== 'loose') return null
  if (!isActiveOrder(row.order_status)) return 'pack.order_state'
  const { status, holds, steps_done: stepsDone, next_kind: nextKind } = row
  const verdict = canPack({ status, holds, stepsDone, nextKind, packageId: null })
  if (verdict !== true) return verdict
  return row.is_built_in ? 'pack.built_in' : null
}

function finishedView(row: FinishedRow, plantId: number, reason: ShippingReason | null): FinishedPiece {
  const { widthMm: _width, heightMm: _height, ...piece } = packedView(row, plantId)
  return {
    ...piece,
    order: { id: String(row.order_id), no: row.order_no },
    project: { id: String(row.project_id), name: row.project_name },
    state: row.place === 'loose' ? (reason === null ? 'ready' : 'not_ready') : row.place,
    reason,
    package: row.package_id === null ? null : { id: String(row.package_id), no: row.package_no ?? '' },
    delivery: row.delivery_id === null ? null : { id: String(row.delivery_id), no: row.delivery_no ?? '' },
  }
}

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
  const withheld = [...(await demandsAgainstShipping(reads, plantId, closed, conformity)).keys()]
  const [row] = await readRows(reads, shippingSums({ plantId, projectIds, day, withheld }))
  return row ?? { shippedTodayKg: 0, packedWaitingKg: 0, deliveriesToday: 0, deliveriesLoading: 0 }
}

interface Question {
  readonly plantId: number
  readonly projectIds: readonly string[]
  readonly day: string
  /** Pieces that may not leave. */
  readonly withheld: readonly number[]
}

function shippingSums({ plantId, projectIds, day, withheld }: Question) {
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
        and k.id not in (select package_id from package_pieces where piece_id = any(${withheld}::bigint[])))
        as "packedWaitingKg",
      (select count(*)::int from deliveries d where d.plant_id = ${plantId}
        and (d.planned_on = ${day}::date or ${sentToday}) ${ofProject}) as "deliveriesToday",
      (select count(*)::int from deliveries d where d.plant_id = ${plantId} and d.status = 'loaded' ${ofProject})
        as "deliveriesLoading"
    from p`
}
