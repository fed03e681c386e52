import type { CoatStatus, CoatCheck } from '@cloud-factory/domain/welding/weld-enums'
import { coatSample } from '@cloud-factory/domain/coating/coats.rules'
import type { CoatRow, coatingsApi } from '@cloud-factory/contract/coating/coatings'
import type { ParamsOf, QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import { type RawBuilder, sql } from 'kysely'
import { type Decider, canDecide } from '../../platform/auth/four-eyes.rules.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { deciderOf, decidersOf } from '../../platform/auth/four-eyes.queries.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { allOf, bothWays, countedPage, countOf, limitOf } from '../../platform/db/list-page.ts'
import { cellsOf, gridOf } from './coats.store.ts'

type Allowed = true | string

/** The facts of a coat record that the rules use. */
interface CoatFacts {
  readonly status: CoatStatus
}

/** Permitted actions of a person on a coat record, with the reason if not permitted. */
function coatCan(who: Decider, { status }: CoatFacts) {
  const inspects = (allowed: Allowed): Allowed =>
    who.tags.includes('quality.inspect') ? allowed : 'permission.denied'
  const judges = (allowed: Allowed): Allowed =>
    who.tags.includes('quality.judge') ? allowed : 'permission.denied'
  const draft = status === 'draft' || 'coat.judged'
  return {
    enter: inspects(draft),
    judge: judges(draft === true ? canDecide(who, 'coat_judge') : draft),
    reopen: judges(status !== 'draft' || 'coat.not_judged'),
    delete: inspects(draft),
  }
}

type Api = typeof coatingsApi
type CoatsQuery = QueryOf<Api['GET /api/coats']>
type PiecesApi = Api['GET /api/coats/:id/pieces']

interface CoatReadRow {
  readonly id: number
  readonly no: string
  readonly order_id: number
  readonly order_no: string
  readonly spec_id: number
  readonly spec_code: string
  readonly check_kind: CoatCheck
  readonly limits: CoatRow['limits']
  readonly status: CoatStatus
  readonly applied_at: Date
  readonly air_c: number
  readonly humidity: number
  readonly substrate_c: number
  readonly dew_point_c: number
  readonly pieces: number
  readonly measured: number
  readonly judged_at: Date | null
  readonly judged_by_name: string | null
  readonly created_by_name: string
  readonly note: string
  readonly version: number
}

const sorts = bothWays({ no: ['no', 'id'], createdAt: ['created_at', 'id'] })

/** One page of records. */
export async function listCoats(
  reads: Reads,
  actor: Actor,
  query: CoatsQuery,
): Promise<ReplyOf<Api['GET /api/coats']>> {
  const where = coatsWhere(actor.plantId, query)
  const { rows, total } = await countedPage(reads, coatsOf(where, query), sql`coats`, where)
  const ids = rows.map(({ id }) => id)
  const who = await decidersOf(reads, actor, ['coat_judge'], ids)
  return { items: rows.map((row) => coatView(row, who(row.id))), total }
}

export function coatsWhere(
  plantId: number,
  { q, status, orderId, ...query }: CoatsQuery,
): RawBuilder<unknown> {
  const pattern = searchPattern(q ?? '')
  return allOf([
    sql`plant_id = ${plantId}`,
    status === undefined || status.length === 0 ? null : sql`status = any(${status}::text[])`,
    query.check === undefined || query.check.length === 0
      ? null
      : sql`check_kind = any(${query.check}::text[])`,
    orderId === undefined ? null : sql`order_id = ${orderId}`,
    pattern === null ? null : sql`search like ${pattern}`,
  ])
}

export const coatsOf = (where: RawBuilder<unknown>, query: Pick<CoatsQuery, 'page' | 'pageSize' | 'sort'>) =>
  sql<CoatReadRow>`select * from coats where ${where} order by ${sorts[query.sort ?? '-createdAt']} ${limitOf(query)}`

/** One record; fails with `not_found` when the plant has no such record. */
export async function oneCoat(reads: Reads, actor: Actor, id: string): Promise<CoatRow> {
  const [row] = await readRows(
    reads,
    coatsOf(sql`plant_id = ${actor.plantId} and id = ${id}`, { pageSize: 1 }),
  )
  if (row === undefined) return fail('not_found')
  return coatView(row, await deciderOf(reads, actor, ['coat_judge'], row.id))
}

function coatView(row: CoatReadRow, who: Decider): CoatRow {
  return {
    id: String(row.id),
    no: row.no,
    order: { id: String(row.order_id), no: row.order_no },
    spec: { id: String(row.spec_id), code: row.spec_code },
    check: row.check_kind,
    limits: row.limits,
    status: row.status,
    appliedAt: row.applied_at.toISOString(),
    airC: row.air_c,
    humidity: row.humidity,
    substrateC: row.substrate_c,
    dewPointC: row.dew_point_c,
    pieces: row.pieces,
    measured: row.measured,
    sample: coatSample(row.pieces),
    note: row.note,
    judgedAt: row.judged_at?.toISOString() ?? null,
    judgedBy: row.judged_by_name,
    createdBy: row.created_by_name,
    version: row.version,
    can: coatCan(who, row),
  }
}

const pieceSorts = bothWays({ serial: ['serial', 'piece_id'] })

interface CoatPieceRow {
  readonly piece_id: number
  readonly serial: string
  readonly mark: string
  readonly verdict: 'pass' | 'fail' | null
  readonly spots: number
  readonly points: number
  readonly cells: Record<string, string>
}

/** A page of the pieces of a record, and how many they are. */
export function coatPiecesOf(plantId: number, id: string, query: QueryOf<PiecesApi>) {
  const where = allOf([
    sql`plant_id = ${plantId}`,
    sql`coat_id = ${id}`,
    query.q === undefined || query.q === '' ? null : sql`strpos(lower(serial), lower(${query.q})) > 0`,
  ])
  const rows = sql<CoatPieceRow>`
    select p.*, ${cellsOf} as cells from coat_pieces p where ${where}
    order by ${pieceSorts[query.sort ?? 'serial']} ${limitOf(query)}`
  return { rows, count: countOf(sql`coat_pieces`, where) }
}

/** Pieces of a record with their readings. */
export async function listCoatPieces(
  reads: Reads,
  actor: Actor,
  { id }: ParamsOf<PiecesApi>,
  query: QueryOf<PiecesApi>,
): Promise<ReplyOf<PiecesApi>> {
  await oneCoat(reads, actor, id)
  const pieces = coatPiecesOf(actor.plantId, id, query)
  const [rows, counted] = await Promise.all([readRows(reads, pieces.rows), readRows(reads, pieces.count)])
  const items = rows.map(({ piece_id: pieceId, serial, mark, verdict, cells, ...grid }) => ({
    id: String(pieceId),
    serial,
    mark,
    readings: gridOf(grid, cells),
    verdict,
  }))
  return { items, total: counted[0]?.total ?? 0 }
}

/** Means of all dry film thickness readings since an instant and of the required thickness, µm; null: no readings. */
export async function filmMean(
  reads: Reads,
  plantId: number,
  since: Date,
): Promise<{ mean: number; asked: number; readings: number } | null> {
  const [row] = await readRows(
    reads,
    sql<{ mean: number | null; asked: number | null; readings: number }>`
      select avg(r.value)::float8 as "mean", avg((c.limits ->> 'minUm')::numeric)::float8 as "asked",
        count(*)::int as readings
      from coats c join coat_readings r on r.coat_id = c.id
      where c.plant_id = ${plantId} and c.check_kind = 'film' and c.applied_at >= ${since}`,
  )
  if (row === undefined || row.mean === null || row.asked === null) return null
  return { mean: row.mean, asked: row.asked, readings: row.readings }
}
