import {
  type MatchRow,
  type ModelMember,
  type ModelRevision,
  matchOutcomes,
  type modelsApi,
} from '@cloud-factory/contract/model/models'
import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { usualPageSize } from '../../platform/db/list-page.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { uncounted } from '../orders/public.ts'
import { outcomeOf } from './matching.rules.ts'
import { canAddModel, canCancel, canMatch, canUse } from './model.policy.ts'

interface ModelReadRow extends Selectable<Tables['model_revisions']> {
  readonly order_status: string
  readonly members: number
  readonly matched: number
  readonly kg: number
  readonly chunks: ModelRevision['chunks']
  readonly changed: Readonly<Record<string, number>>
}

/** Portions of the geometry of a model. */
const chunksOf = (model: RawBuilder<unknown>) => sql`
    coalesce((select jsonb_agg(jsonb_build_object('bytes', c.bytes, 'parts', c.parts) order by c.position)
      from model_chunks c where c.revision_id = ${model}.id), '[]')`

const modelsWhere = (where: RawBuilder<unknown>) => sql<ModelReadRow>`
  select r.*, o.status as order_status, m.*,
    ${chunksOf(sql`r`)} as chunks,
    coalesce((select jsonb_object_agg(change, n) from (select change, count(*)::int as n from model_members d
      where d.revision_id = r.id and change is not null group by change) counted), '{}') as changed
  from model_revisions r join orders o on o.id = r.order_id
    cross join lateral (select count(*)::int as members, count(d.piece_id)::int as matched, coalesce(sum(d.kg), 0)::float8 as kg
      from model_members d where d.revision_id = r.id) m
  where ${where} order by r.revision desc`

type ListReply = ReplyOf<(typeof modelsApi)['GET /api/orders/:id/models']>

/** Models of an order; fails with `not_found` when the plant has no such order. */
export async function listModels(reads: Reads, actor: Actor, orderId: string): Promise<ListReply> {
  const [order] = await readRows(
    reads,
    sql<{ status: string }>`select status from orders where plant_id = ${actor.plantId} and id = ${orderId}`,
  )
  if (order === undefined) return fail('not_found')
  const rows = await readRows(reads, modelsWhere(sql`r.order_id = ${orderId}`))
  return {
    items: rows.map((row) => modelView(row, actor)),
    can: { add: canAddModel(actor.tags, order.status) },
  }
}

/** One model; fails with `not_found` when the plant has no such model. */
export async function oneModel(reads: Reads, actor: Actor, id: string): Promise<ModelRevision> {
  const [row] = await readRows(reads, modelsWhere(sql`r.plant_id = ${actor.plantId} and r.id = ${id}`))
  return row === undefined ? fail('not_found') : modelView(row, actor)
}

function modelView(row: ModelReadRow, { tags }: Actor): ModelRevision {
  const facts = { orderStatus: row.order_status, status: row.status }
  return {
    id: String(row.id),
    orderId: String(row.order_id),
    revision: row.revision,
    status: row.status,
    fileName: row.file_name,
    bytes: row.bytes,
    progress: row.progress,
    error: row.error as ModelRevision['error'],
    schema: row.ifc_schema,
    application: row.application,
    members: row.members,
    matched: row.matched,
    parts: row.parts,
    triangles: row.triangles,
    kg: row.kg,
    chunks: row.chunks,
    warnings: row.warnings as ModelRevision['warnings'],
    changes: { ...row.changed, ...(row.removed > 0 ? { removed: row.removed } : {}) },
    receivedAt: row.created_at.toISOString(),
    receivedBy: row.updated_by_name,
    version: row.version,
    can: { use: canUse(tags, facts), cancel: canCancel(tags, facts), match: canMatch(tags, facts) },
  }
}

/** The order of a model; fails with `not_found` when the plant has no such model. */
async function orderOfModel(reads: Reads, plantId: number, id: string): Promise<number> {
  const [row] = await readRows(
    reads,
    sql<{
      order_id: number
    }>`select order_id from model_revisions where plant_id = ${plantId} and id = ${id}`,
  )
  return row === undefined ? fail('not_found') : row.order_id
}

interface MatchReadRow {
  readonly model_mark: string | null
  readonly members: number
  readonly kg: number | null
  readonly source: MatchRow['source']
  readonly mark_id: number | null
  readonly mark: string | null
  readonly pieces: number | null
}

type MatchesApi = (typeof modelsApi)['GET /api/models/:id/matches']

/** Marks of a model and of its order, those to be decided first. */
export async function listMatches(
  reads: Reads,
  plantId: number,
  id: string,
  { outcome = [], q = '', page = 1, pageSize = usualPageSize }: QueryOf<MatchesApi>,
): Promise<ReplyOf<MatchesApi>> {
  const orderId = await orderOfModel(reads, plantId, id)
  const rows = await readRows(
    reads,
    sql<MatchReadRow>`
      with of_order as (select m.id, m.mark, count(p.id)::int as pieces from marks m
        left join pieces p on p.mark_id = m.id and p.status <> all(${uncounted}::text[])
        where m.order_id = ${orderId} group by m.id having count(p.id) > 0),
      of_model as (select mark, mark_id, min(source) as source, count(*)::int as members, sum(kg)::float8 as kg
        from model_members where revision_id = ${id} group by mark, mark_id)
      select d.mark as model_mark, coalesce(d.members, 0) as members, d.kg, d.source, o.id as mark_id, o.mark, o.pieces
      from of_model d full join of_order o on o.id = d.mark_id
      order by coalesce(d.mark, o.mark), o.id`,
  )
  const needle = q.toLowerCase()
  const all = rows
    .map(matchView)
    .filter(({ modelMark, mark }) => `${modelMark ?? ''}\n${mark?.mark ?? ''}`.toLowerCase().includes(needle))
  const shown = outcome.length === 0 ? all : all.filter((row) => outcome.includes(row.outcome))
  const counts = matchOutcomes.map((one) => [one, all.filter((row) => row.outcome === one).length] as const)
  const rank = (row: MatchRow): number => matchOutcomes.length - matchOutcomes.indexOf(row.outcome)
  const sorted = shown.toSorted((a, b) => rank(a) - rank(b))
  return {
    items: sorted.slice((page - 1) * pageSize, page * pageSize),
    total: shown.length,
    counts: Object.fromEntries(counts.filter(([, count]) => count > 0)),
  }
}

const matchView = (row: MatchReadRow): MatchRow => ({
  id: `${row.mark_id ?? ''}/${row.model_mark ?? ''}`,
  modelMark: row.model_mark,
  members: row.members,
  kg: row.kg,
  outcome: outcomeOf(row),
  source: row.source,
  mark:
    row.mark_id === null || row.mark === null || row.pieces === null
      ? null
      : { id: String(row.mark_id), mark: row.mark, pieces: row.pieces },
})

type MemberRow = Selectable<Tables['model_members']> & { serial: string | null; piece_kg: number | null }

const memberView = (row: MemberRow): ModelMember => ({
  guid: row.guid,
  mark: row.mark,
  name: row.name,
  storey: row.storey,
  area: row.area,
  kg: row.piece_kg ?? row.kg,
  box: row.box.map(Number),
  change: row.change,
  markId: row.mark_id === null ? null : String(row.mark_id),
  pieceId: row.piece_id === null ? null : String(row.piece_id),
  serial: row.serial,
})

/** Members by their numbers in the geometry; fails with `not_found` when the plant has no such model. */
export async function listMembers(reads: Reads, plantId: number, id: string): Promise<ModelMember[]> {
  await orderOfModel(reads, plantId, id)
  const rows = await readRows(
    reads,
    sql<MemberRow>`
      select d.*, p.serial, p.net_kg as piece_kg from model_members d left join pieces p on p.id = d.piece_id
      where d.revision_id = ${id} order by d.position`,
  )
  return rows.map(memberView)
}

interface BeforeRow {
  readonly removed: number[]
  readonly id: number | null
  readonly origin: number[]
  readonly origin_before: number[] | null
  readonly chunks: ModelRevision['chunks']
}

/**
 * Members that only the model before had, at their places in this one; fails with `not_found` when the plant has no such
 * model. Their pieces are those of other members now, or of none.
 */
export async function removedMembers(
  reads: Reads,
  plantId: number,
  id: string,
): Promise<ReplyOf<(typeof modelsApi)['GET /api/models/:id/removed']>> {
  const [model] = await readRows(
    reads,
    sql<BeforeRow>`
      select r.removed_members as removed, b.id, r.origin, b.origin as origin_before,
        case when cardinality(r.removed_members) > 0 then ${chunksOf(sql`b`)} else '[]' end as chunks
      from model_revisions r left join model_revisions b on b.id = r.before_id
      where r.plant_id = ${plantId} and r.id = ${id}`,
  )
  if (model === undefined) return fail('not_found')
  const shift = model.origin.map((value, axis) => value - (model.origin_before?.[axis] ?? value))
  const rows = await readRows(
    reads,
    sql<MemberRow>`select d.*, null as serial, null as piece_kg from model_members d
      where d.revision_id = ${model.id} and d.position = any(${model.removed}::integer[]) order by d.position`,
  )
  return {
    modelId: model.id === null ? null : String(model.id),
    chunks: model.chunks,
    shift,
    items: rows.map((row) => ({
      ...memberView(row),
      number: row.position,
      box: row.box.map((value, at) => Number(value) - (shift[at % 3] ?? 0)),
      change: 'removed' as const,
      markId: null,
      pieceId: null,
    })),
  }
}

/** A portion of the geometry; fails with `not_found` when the plant has no such model or it no such portion. */
export async function oneChunk(reads: Reads, plantId: number, id: string, position: string) {
  const [row] = await readRows(
    reads,
    sql<{ sha256: string; bytes: number }>`select c.sha256, c.bytes from model_chunks c
      join model_revisions r on r.id = c.revision_id
      where r.plant_id = ${plantId} and r.id = ${id} and c.position = ${Number(position)}`,
  )
  return row ?? fail('not_found')
}

interface NewestModel {
  readonly id: number
  readonly orderId: number
  readonly orderNo: string
  readonly project: string
  /** In the order in which they are to be shown. */
  readonly chunks: readonly { readonly sha256: string; readonly bytes: number }[]
}

/** The model that was put to use last, of one order or of any in these projects (none: all); null: none of them has one. */
export async function newestModel(
  reads: Reads,
  plantId: number,
  { orderId, projectIds }: { readonly orderId: string | null; readonly projectIds: readonly string[] },
): Promise<NewestModel | null> {
  const where =
    orderId !== null
      ? sql`o.id = ${orderId}`
      : projectIds.length === 0
        ? sql`true`
        : sql`o.project_id = any(${projectIds.map(Number)}::bigint[])`
  const [row] = await readRows(
    reads,
    sql<NewestModel>`
      select r.id, o.id as "orderId", o.no as "orderNo", p.name as project,
        (select coalesce(jsonb_agg(jsonb_build_object('sha256', c.sha256, 'bytes', c.bytes) order by c.position), '[]')
          from model_chunks c where c.revision_id = r.id) as chunks
      from model_revisions r join orders o on o.id = r.order_id join projects p on p.id = o.project_id
      where r.plant_id = ${plantId} and r.status = 'current' and ${where}
      order by r.updated_at desc, r.id desc limit 1`,
  )
  return row ?? null
}
