import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type {
  TrialDetail,
  TrialMeasurement,
  TrialPiece,
  TrialRequirements,
  TrialRow,
  trialAssembliesApi,
} from '@cloud-factory/contract/trial-assembly/trial-assemblies'
import type { TrialScope } from '@cloud-factory/domain/trial-assembly/trial-enums'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { decidersOf } from '../../platform/auth/four-eyes.queries.ts'
import type { Decider } from '../../platform/auth/four-eyes.rules.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf } from '../../platform/db/list-page.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { photosOf } from '../../platform/files/photos.store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { canPlanTrial, trialCan } from './trials.policy.ts'

type Api = typeof trialAssembliesApi
type ListQuery = QueryOf<Api['GET /api/trial-assemblies']>

interface TrialReadRow extends Selectable<Tables['trial_assemblies']> {
  readonly order_no: string
  readonly order_name: string
  readonly order_status: string
  readonly pieces: number
  readonly total: number
  readonly measured: number
  readonly failed: number
  readonly open_ncrs: number
}

const sorts = bothWays({ heldOn: ['t.held_on', 't.id'], no: ['t.id'] })

/** Trial assemblies `t` of a condition, with what they count. */
export const trialsOf = (
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
) => sql<TrialReadRow>`
  select t.*, o.no as order_no, o.name as order_name, o.status as order_status, p.pieces, p.open_ncrs, m.total, m.measured,
    m.failed
  from (select * from trial_assemblies t where ${where} order by ${order} ${limit}) t join orders o on o.id = t.order_id
    cross join lateral (
      select count(*)::int as pieces, (count(*) filter (where exists (select from ncr_pieces k join ncrs n on n.id = k.ncr_id
        where k.piece_id = tp.piece_id and n.status not in ('closed', 'cancelled'))))::int as open_ncrs
      from trial_pieces tp where tp.trial_id = t.id) p
    cross join lateral (
      select count(*)::int as total, count(measured)::int as measured, (count(*) filter (where verdict = 'fail'))::int as failed
      from trial_measurements where trial_id = t.id) m
  order by ${order}`

function trialView(row: TrialReadRow, who: Decider): TrialRow {
  const { status, pieces, total, measured, failed } = row
  const measurements = { total, measured, failed }
  return {
    id: String(row.id),
    no: row.no,
    order: { id: String(row.order_id), no: row.order_no, name: row.order_name },
    name: row.name,
    heldOn: row.held_on,
    place: row.place,
    status,
    pieces,
    measurements,
    releasedAt: row.released_at?.toISOString() ?? null,
    releasedBy: row.released_by_name,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
    version: row.version,
    can: trialCan(who, {
      status,
      orderStatus: row.order_status,
      pieces,
      measurements,
      openNcrs: row.open_ncrs,
    }),
  }
}

const decisions = ['trial_release'] as const

export const trialsWhere = (plantId: number, { q = '', status, orderId }: ListQuery) =>
  allOf([
    sql`t.plant_id = ${plantId}`,
    orderId === undefined ? null : sql`t.order_id = ${orderId}`,
    status === undefined || status.length === 0 ? null : sql`t.status = any(${status}::text[])`,
    q === '' ? null : sql`t.search like ${searchPattern(q) ?? ''}`,
  ])

export async function listTrials(
  reads: Reads,
  actor: Actor,
  query: ListQuery,
): Promise<ReplyOf<Api['GET /api/trial-assemblies']>> {
  const where = trialsWhere(actor.plantId, query)
  const page = trialsOf(where, sorts[query.sort ?? '-heldOn'], limitOf(query))
  const { rows, total } = await countedPage(reads, page, sql`trial_assemblies t`, where)
  const ids = rows.map(({ id }) => id)
  const whoOf = await decidersOf(reads, actor, decisions, ids)
  const add = actor.tags.includes('order.edit') || 'permission.denied'
  return { items: rows.map((row) => trialView(row, whoOf(row.id))), total, can: { add } }
}

const piecesOf = (id: number) => sql<Omit<TrialPiece, 'id'> & { readonly id: number }>`
  select p.id, p.serial, m.mark, m.profile, p.status, t.position
  from trial_pieces t join pieces p on p.id = t.piece_id join marks m on m.id = p.mark_id
  where t.trial_id = ${id} order by t.position, p.serial`

/** One trial assembly; fails with `not_found` when the plant has no such. */
export async function oneTrial(reads: Reads, actor: Actor, id: string): Promise<TrialDetail> {
  const where = sql`t.plant_id = ${actor.plantId} and t.id = ${id}`
  const [row] = await readRows(reads, trialsOf(where, sql`t.id`, sql`limit 1`))
  if (row === undefined) return fail('not_found')
  const [pieces, values, photos, whoOf] = await Promise.all([
    readRows(reads, piecesOf(row.id)),
    readRows(
      reads,
      sql<Selectable<Tables['trial_measurements']>>`
        select * from trial_measurements where trial_id = ${row.id} order by position`,
    ),
    photosOf(reads, actor.plantId, { table: 'trial_photos', of: { trial_id: row.id } }),
    decidersOf(reads, actor, decisions, [row.id]),
  ])
  return {
    ...trialView(row, whoOf(row.id)),
    participants: row.participants,
    note: row.note,
    result: row.result,
    reason: row.reason,
    hash: row.hash,
    laidOut: pieces.map((piece) => ({ ...piece, id: String(piece.id) })),
    values: values.map(measurementView),
    photos,
  }
}

const measurementView = (row: Selectable<Tables['trial_measurements']>): TrialMeasurement => ({
  id: String(row.id),
  name: row.name,
  clause: row.clause,
  unit: row.unit,
  nominal: row.nominal,
  lowerTol: row.lower_tol,
  upperTol: row.upper_tol,
  measured: row.measured,
  measuredAt: row.measured_at?.toISOString() ?? null,
  measuredBy: row.measured_by_name,
  verdict: row.verdict === 'pass' || row.verdict === 'fail' ? row.verdict : null,
})

/** What is required of the marks of an order; fails with `not_found` when the plant has no such order. */
export async function requirementsOf(
  reads: Reads,
  actor: Actor,
  orderId: string,
): Promise<TrialRequirements> {
  const [orders, items] = await Promise.all([
    readRows(
      reads,
      sql<{
        status: string
      }>`select status from orders where plant_id = ${actor.plantId} and id = ${orderId}`,
    ),
    readRows(
      reads,
      sql<{ id: string; mark: string; scope: TrialScope; version: number }>`
        select id::text, mark, scope, version from trial_requirements
        where plant_id = ${actor.plantId} and order_id = ${orderId} order by mark`,
    ),
  ])
  const [order] = orders
  if (order === undefined) return fail('not_found')
  return { items, can: { edit: canPlanTrial(actor.tags, order.status) } }
}
