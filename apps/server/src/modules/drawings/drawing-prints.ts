import type { DrawingPrint, drawingsApi } from '@cloud-factory/contract/drawings/drawings'
import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { allOf, limitOf } from '../../platform/db/list-page.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { signature } from '../../platform/db/signed-rows.ts'
import { fail, requireAllowed } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { canTakeBack } from './drawings.policy.ts'
import { oneRevision } from './drawings.queries.ts'
import { orderStatus } from './waiting-files.queries.ts'

/** Records that a person printed or downloaded a revision. */
export async function recordPrint(
  write: Write,
  actor: Actor,
  revisionId: string,
  way: DrawingPrint['way'],
  now: Date,
): Promise<DrawingPrint> {
  const revision = await oneRevision(asReads(write), actor.plantId, revisionId)
  const { updated_by: by, updated_by_name: name } = signature(actor)
  const { rows } = await sql<{ id: number }>`
    insert into drawing_prints (plant_id, revision_id, way, printed_at, printed_by, printed_by_name)
    values (${actor.plantId}, ${revision.id}, ${way}, ${now}, ${by}::bigint, ${name}) returning id`.execute(
    write,
  )
  await recordEvent(write, actor, { name: 'orders.document_changed', subjectId: String(revision.order_id) })
  return onePrint(asReads(write), actor, String(rows[0]?.id))
}

/** Records that a print was taken back. */
export async function takeBackPrint(
  write: Write,
  actor: Actor,
  id: string,
  now: Date,
): Promise<DrawingPrint> {
  const { rows } = await sql<{ returned_at: Date | null; order_id: number }>`
    select p.returned_at, d.order_id from drawing_prints p join drawing_revisions r on r.id = p.revision_id
    join drawings d on d.id = r.drawing_id where p.plant_id = ${actor.plantId} and p.id = ${id} for update of p`.execute(
    write,
  )
  const print = rows[0] ?? fail('not_found')
  requireAllowed(canTakeBack(actor.tags, print.returned_at !== null))
  await sql`update drawing_prints set returned_at = ${now}, returned_by_name = ${signature(actor).updated_by_name}
    where id = ${id}`.execute(write)
  await recordEvent(write, actor, { name: 'orders.document_changed', subjectId: String(print.order_id) })
  return onePrint(asReads(write), actor, id)
}

type ListApi = (typeof drawingsApi)['GET /api/orders/:id/drawing-prints']

/** Prints of the drawings of an order; `open`: of superseded revisions, to be taken back. */
export async function listPrints(
  reads: Reads,
  actor: Actor,
  orderId: string,
  query: QueryOf<ListApi>,
): Promise<ReplyOf<ListApi>> {
  await orderStatus(reads, actor.plantId, orderId)
  const where = allOf([
    sql`d.plant_id = ${actor.plantId} and d.order_id = ${orderId}`,
    query.open === undefined ? null : sql`r.status = 'superseded' and p.returned_at is null`,
  ])
  const order = query.sort === 'at' ? sql`p.id` : sql`p.id desc`
  const [rows, counted] = await Promise.all([
    readRows(reads, printsOf(where, sql`order by ${order} ${limitOf(query)}`)),
    readRows(reads, sql<{ total: number }>`select count(*)::int as total from ${prints} where ${where}`),
  ])
  return { items: rows.map((row) => printView(row, actor)), total: counted[0]?.total ?? 0 }
}

async function onePrint(reads: Reads, actor: Actor, id: string): Promise<DrawingPrint> {
  const [row] = await readRows(
    reads,
    printsOf(sql`p.plant_id = ${actor.plantId} and p.id = ${id}`, sql`limit 1`),
  )
  return row === undefined ? fail('not_found') : printView(row, actor)
}

const prints = sql`drawing_prints p join drawing_revisions r on r.id = p.revision_id join drawings d on d.id = r.drawing_id`

interface PrintReadRow extends Selectable<Tables['drawing_prints']> {
  readonly drawing_id: number
  readonly drawing_no: string
  readonly revision: string
  readonly status: DrawingPrint['status']
}

const printsOf = (where: RawBuilder<unknown>, tail: RawBuilder<unknown>) => sql<PrintReadRow>`
  select p.*, d.id as drawing_id, d.drawing_no, r.revision, r.status from ${prints} where ${where} ${tail}`

const printView = (row: PrintReadRow, { tags }: Actor): DrawingPrint => ({
  id: String(row.id),
  drawingId: String(row.drawing_id),
  drawingNo: row.drawing_no,
  revision: row.revision,
  status: row.status,
  way: row.way,
  at: row.printed_at.toISOString(),
  by: row.printed_by_name,
  returned:
    row.returned_at === null ? null : { at: row.returned_at.toISOString(), by: row.returned_by_name ?? '' },
  can: { takeBack: canTakeBack(tags, row.returned_at !== null) },
})
