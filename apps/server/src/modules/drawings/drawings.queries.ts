import type {
  DrawingDetail,
  DrawingRevision,
  DrawingRow,
  drawingsApi,
  PieceDrawing,
} from '@cloud-factory/contract/drawings/drawings'
import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, limitOf } from '../../platform/db/list-page.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { canEditDrawings, canIssue, canIssueDrawings } from './drawings.policy.ts'
import { orderStatus } from './waiting-files.queries.ts'

type ListApi = (typeof drawingsApi)['GET /api/orders/:id/drawings']

const sorts = bothWays({
  drawingNo: ['drawing_no', 'id'],
  kind: ['kind', 'drawing_no', 'id'],
  updatedAt: ['updated_at', 'id'],
})

/** Drawings of an order; fails with `not_found` when the plant has no such order. */
export async function listDrawings(
  reads: Reads,
  actor: Actor,
  orderId: string,
  query: QueryOf<ListApi>,
): Promise<ReplyOf<ListApi>> {
  const where = conditionsOf(actor.plantId, orderId, query)
  const [status, rows, counted] = await Promise.all([
    orderStatus(reads, actor.plantId, orderId),
    readRows(reads, drawingsOf(where, sorts[query.sort ?? 'drawingNo'], limitOf(query))),
    readRows(
      reads,
      sql<{ total: number; waiting: number }>`
        select count(*)::int as total, (select count(*) from drawing_files where order_id = ${orderId})::int as waiting
        from drawings d where ${where}`,
    ),
  ])
  return {
    items: rows.map((row) => drawingView(row, actor)),
    total: counted[0]?.total ?? 0,
    waiting: counted[0]?.waiting ?? 0,
    can: { add: canEditDrawings(actor.tags, status), issue: canIssueDrawings(actor.tags, status) },
  }
}

function conditionsOf(plantId: number, orderId: string, query: QueryOf<ListApi>): RawBuilder<unknown> {
  const pattern = searchPattern(query.q ?? '')
  const { kind = [], status: statuses = [] } = query
  return allOf([
    sql`d.plant_id = ${plantId} and d.order_id = ${orderId}`,
    kind.length === 0 ? null : sql`d.kind = any(${kind})`,
    statuses.length === 0
      ? null
      : sql`(select status from drawing_revisions r where r.drawing_id = d.id order by rank desc limit 1) = any(${statuses})`,
    pattern === null
      ? null
      : sql`(d.search like ${pattern} or exists (select from drawing_marks l join marks m on m.id = l.mark_id
          where l.drawing_id = d.id and lower(m.mark) like ${pattern}))`,
  ])
}

/** One drawing with its revisions; fails with `not_found` when the plant has no such drawing. */
export async function oneDrawing(reads: Reads, actor: Actor, id: string): Promise<DrawingDetail> {
  const where = sql`d.plant_id = ${actor.plantId} and d.id = ${id}`
  const [row] = await readRows(reads, drawingsOf(where, sql`id`, sql`limit 1`))
  if (row === undefined) return fail('not_found')
  const revisions = await readRows(
    reads,
    sql<StoredRevision>`select * from drawing_revisions where drawing_id = ${id} order by rank desc`,
  )
  return { ...drawingView(row, actor), revisions: revisions.map(revisionView) }
}

type StoredRevision = Selectable<Tables['drawing_revisions']>
/** A revision from JSON: instants are texts. */
type NestedRevision = Omit<StoredRevision, 'received_at' | 'issued_at'> & {
  readonly received_at: Date | string
  readonly issued_at: Date | string | null
}

interface DrawingReadRow extends Selectable<Tables['drawings']> {
  readonly order_status: string
  readonly current: NestedRevision
  readonly issued: NestedRevision | null
  readonly marks: DrawingRow['marks']
}

function drawingsOf(where: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: RawBuilder<unknown>) {
  return sql<DrawingReadRow>`
    with page as (select d.* from drawings d where ${where} order by ${order} ${limit})
    select page.*, (select status from orders where orders.id = page.order_id) as order_status,
      (select to_jsonb(r) from drawing_revisions r where r.drawing_id = page.id order by rank desc limit 1) as current,
      (select to_jsonb(r) from drawing_revisions r where r.drawing_id = page.id and r.status = 'issued') as issued,
      coalesce((select jsonb_agg(jsonb_build_object('id', m.id::text, 'mark', m.mark) order by m.mark, m.id)
        from drawing_marks l join marks m on m.id = l.mark_id where l.drawing_id = page.id), '[]') as marks
    from page order by ${order}`
}

const drawingView = (row: DrawingReadRow, { tags }: Actor): DrawingRow => ({
  id: String(row.id),
  orderId: String(row.order_id),
  drawingNo: row.drawing_no,
  title: row.title,
  kind: row.kind,
  current: revisionView(row.current),
  issued: row.issued === null ? null : revisionView(row.issued),
  marks: row.marks,
  updatedAt: row.updated_at.toISOString(),
  updatedBy: row.updated_by_name,
  version: row.version,
  can: {
    edit: canEditDrawings(tags, row.order_status),
    issue: canIssue(tags, { orderStatus: row.order_status, status: row.current.status }),
  },
})

const revisionView = (row: NestedRevision): DrawingRevision => ({
  id: String(row.id),
  revision: row.revision,
  status: row.status,
  fileName: row.file_name,
  bytes: row.bytes,
  sha256: row.sha256,
  pages: row.pages,
  page: row.page,
  receivedAt: new Date(row.received_at).toISOString(),
  receivedBy: row.received_by_name,
  issuedAt: row.issued_at === null ? null : new Date(row.issued_at).toISOString(),
  issuedBy: row.issued_by_name,
})

/** A revision with the number of its drawing and the revision that replaced it; fails with `not_found`. */
export async function oneRevision(reads: Reads, plantId: number, id: string) {
  const [row] = await readRows(
    reads,
    sql<StoredRevision & { drawing_no: string; order_id: number; newest: string }>`
      select r.*, d.drawing_no, d.order_id, (select revision from drawing_revisions n where n.drawing_id = d.id
        order by (n.status = 'issued') desc, rank desc limit 1) as newest
      from drawing_revisions r join drawings d on d.id = r.drawing_id
      where r.plant_id = ${plantId} and r.id = ${id}`,
  )
  return row ?? fail('not_found')
}

/** Drawings of a piece; fails with `not_found` when the plant has no such piece. */
export async function drawingsOfPiece(reads: Reads, plantId: number, id: string): Promise<PieceDrawing[]> {
  const [piece] = await readRows(
    reads,
    sql<{ mark_id: number }>`select mark_id from pieces where plant_id = ${plantId} and id = ${id}`,
  )
  if (piece === undefined) fail('not_found')
  const rows = await readRows(
    reads,
    sql<Selectable<Tables['drawings']> & { valid: NestedRevision; made: NestedRevision | null }>`
      select d.*, to_jsonb(v) as valid, (select to_jsonb(r) from piece_revisions p
        join drawing_revisions r on r.id = p.revision_id where p.piece_id = ${id} and p.drawing_id = d.id) as made
      from drawings d cross join lateral (select * from drawing_revisions r where r.drawing_id = d.id
        order by (status = 'issued') desc, rank desc limit 1) v
      where d.id in (select drawing_id from drawing_marks where mark_id = ${piece.mark_id}
        union select drawing_id from piece_revisions where piece_id = ${id})
      order by array_position(array['assembly', 'part', 'erection', 'general'], d.kind), d.drawing_no`,
  )
  return rows.map((row) => ({
    drawingId: String(row.id),
    drawingNo: row.drawing_no,
    title: row.title,
    kind: row.kind,
    valid: revisionView(row.valid),
    madeTo: row.made === null ? null : revisionView(row.made),
    isOutdated: row.made !== null && row.made.rank < row.valid.rank && row.valid.status === 'issued',
  }))
}
