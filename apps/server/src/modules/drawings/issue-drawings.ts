import type { drawingsApi } from '@cloud-factory/contract/drawings/drawings'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { fail, reject, requireAllowed } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { orderForUpdate } from '../orders/public.ts'
import { orderToEdit } from './add-drawings.ts'
import { canIssueDrawings } from './drawings.policy.ts'
import { oneDrawing } from './drawings.queries.ts'
import { issueHighest, linkMarks, setMarks } from './drawings.store.ts'

/** Issues the highest revisions of drawings of an order for fabrication; without ids of all. Returns how many. */
export async function issueDrawings(
  write: Write,
  actor: Actor,
  orderId: string,
  drawingIds: readonly string[] | undefined,
  now: Date,
): Promise<number> {
  const order = await orderForUpdate(write, actor.plantId, orderId)
  requireAllowed(canIssueDrawings(actor.tags, order.status), { status: order.status })
  const { rows } = await sql<{ id: number; drawing_no: string }>`
    select id, drawing_no from drawings where order_id = ${order.id}
      and (${drawingIds === undefined} or id = any(${drawingIds ?? []}::bigint[])) order by drawing_no`.execute(
    write,
  )
  if (drawingIds !== undefined && rows.length < new Set(drawingIds).size) fail('not_found')
  const ids = rows.map(({ id }) => id)
  const issued = await issueHighest(write, actor, ids, now)
  if (issued === 0) return 0
  const named = rows.slice(0, 20).map(({ drawing_no: no }) => no)
  await recordAudit(write, actor, {
    action: 'drawings.issue',
    subjectKind: 'order',
    subjectId: orderId,
    subjectName: order.no,
    after: { items: issued, document: named.join(', ') },
  })
  await recordEvent(write, actor, { name: 'orders.document_changed', subjectId: orderId })
  return issued
}

type UpdateInput = BodyOf<(typeof drawingsApi)['PATCH /api/drawings/:id']>

/** Changes title, kind and marks of a drawing. */
export async function updateDrawing(
  write: Write,
  actor: Actor,
  id: string,
  { version, title, kind, markIds }: UpdateInput,
): Promise<void> {
  const { orderId } = await oneDrawing(asReads(write), actor, id)
  const order = await orderToEdit(write, actor, orderId)
  const drawing = await rowForUpdate(write, 'drawings', actor.plantId, id)
  const before = await oneDrawing(asReads(write), actor, id)
  if (drawing.version !== version) fail('version.conflict', { current: before })
  const search = searchText(drawing.drawing_no, title)
  await saveRow(write, actor, 'drawings', drawing.id, { title, kind, search })
  await setMarks(write, drawing, markIds)
  await recordAudit(write, actor, {
    action: 'drawings.update',
    subjectKind: 'order',
    subjectId: orderId,
    subjectName: order.no,
    before: { document: drawing.drawing_no, name: drawing.title, marks: before.marks.length },
    after: { name: title, marks: markIds.length },
  })
  await recordEvent(write, actor, { name: 'orders.document_changed', subjectId: orderId })
}

/** Maximum number of marks that an error names. */
const namesAtMost = 20

/**
 * Rejects the release of an order while a mark has no assembly or part drawing, or one that is not issued for fabrication. The error
 * names the marks.
 */
export async function requireIssuedDrawings(write: Write, plantId: number, orderId: number): Promise<void> {
  // Marks of a list that came after its drawings have no link yet.
  await linkMarks(write, plantId, orderId)
  const { rows } = await sql<{ mark: string; marks: number }>`
    select m.mark, count(*) over ()::int as marks from marks m
    where m.order_id = ${orderId} and not coalesce((
      select bool_and(exists (select from drawing_revisions r where r.drawing_id = d.id and r.status = 'issued'))
      from drawing_marks l join drawings d on d.id = l.drawing_id
      where l.mark_id = m.id and d.kind in ('assembly', 'part')), false)
    order by m.mark limit ${namesAtMost}`.execute(write)
  const [first] = rows
  if (first === undefined) return
  const names = rows.map(({ mark }) => mark).join(', ')
  reject('order.drawings_missing', { marks: first.marks, names })
}
