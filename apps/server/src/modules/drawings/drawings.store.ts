import type { DrawingKind } from '@cloud-factory/contract/drawings/drawings'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { anyOf, prepare } from '../../platform/db/prepared-statements.ts'
import { signature } from '../../platform/db/signed-rows.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { numbersOfOrder } from './waiting-files.queries.ts'

export interface NewDrawing {
  readonly key: string
  readonly drawingNo: string
  readonly title: string
  readonly kind: DrawingKind
}

/** Returns the ids of new drawings of a locked order by their keys. */
export async function insertDrawings(
  write: Write,
  actor: Actor,
  orderId: number,
  drawings: readonly NewDrawing[],
): Promise<ReadonlyMap<string, number>> {
  const { updated_by: by, updated_by_name: name } = signature(actor)
  const rows = drawings.map((one) => ({ ...one, search: searchText(one.drawingNo, one.title) }))
  const { rows: added } = await sql<{ id: number; key: string }>`
    insert into drawings (plant_id, order_id, drawing_no, key, title, kind, search, created_by, updated_by, updated_by_name)
    select ${actor.plantId}, ${orderId}, d."drawingNo", d.key, d.title, d.kind, d.search, ${by}::bigint, ${by}::bigint, ${name}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d ("drawingNo" text, key text, title text, kind text, search text)
    returning id, key`.execute(write)
  return new Map(added.map(({ id, key }) => [key, id]))
}

export interface NewRevision {
  readonly drawingId: number
  readonly revision: string
  readonly rank: string
  readonly fileName: string
  readonly bytes: number
  readonly sha256: string
  readonly pages: number
  readonly page: number
}

/** Adds revisions and updates which of each drawing's are superseded. */
export async function insertRevisions(
  write: Write,
  actor: Actor,
  revisions: readonly NewRevision[],
): Promise<void> {
  const { updated_by: by, updated_by_name: name } = signature(actor)
  await sql`
    insert into drawing_revisions (plant_id, drawing_id, revision, rank, file_name, bytes, sha256, pages, page, received_by,
      received_by_name)
    select ${actor.plantId}, r."drawingId", r.revision, r.rank, r."fileName", r.bytes, r.sha256, r.pages, r.page,
      ${by}::bigint, ${name}
    from jsonb_to_recordset(${JSON.stringify(revisions)}::jsonb) as r ("drawingId" bigint, revision text, rank text,
      "fileName" text, bytes bigint, sha256 text, pages integer, page integer)`.execute(write)
  await refreshStatuses(write, actor, [...new Set(revisions.map(({ drawingId }) => drawingId))])
}

/** Issues the highest revision of each drawing; returns how many were not issued before. */
export async function issueHighest(
  write: Write,
  actor: Actor,
  drawingIds: readonly number[],
  at: Date,
): Promise<number> {
  const { updated_by: by, updated_by_name: name } = signature(actor)
  const { rows } = await sql<{ drawing_id: number }>`
    update drawing_revisions r set issued_at = ${at}, issued_by = ${by}::bigint, issued_by_name = ${name}
    where r.drawing_id = any(${drawingIds}::bigint[]) and r.issued_at is null
      and r.rank = (select max(rank) from drawing_revisions o where o.drawing_id = r.drawing_id)
    returning drawing_id`.execute(write)
  const changed = rows.map(({ drawing_id: id }) => id)
  await refreshStatuses(write, actor, changed)
  return changed.length
}

/**
 * The highest issued revision is valid; of those above it the highest is received, all others are superseded. Superseding comes first,
 * because a drawing has one issued revision at any time.
 */
async function refreshStatuses(write: Write, actor: Actor, drawingIds: readonly number[]): Promise<void> {
  const { updated_by: by, updated_by_name: name } = signature(actor)
  const ids = sql`any(${drawingIds}::bigint[])`
  for (const status of ['superseded', 'received', 'issued']) {
    await sql`
      with highest as (
        select drawing_id, max(rank) as rank, max(rank) filter (where issued_at is not null) as issued
        from drawing_revisions where drawing_id = ${ids} group by drawing_id
      ), next as (
        select r.id, case when r.rank = h.issued then 'issued' when r.rank = h.rank then 'received' else 'superseded' end as status
        from drawing_revisions r join highest h on h.drawing_id = r.drawing_id
      )
      update drawing_revisions r set status = next.status from next
      where next.id = r.id and next.status = ${status} and r.status <> ${status}`.execute(write)
  }
  await sql`update drawings set version = version + 1, updated_at = now(), updated_by = ${by}::bigint, updated_by_name = ${name}
    where id = ${ids}`.execute(write)
}

/** Links drawings to the marks that bear their number, and to these chosen by hand. Links are never removed here. */
export async function linkMarks(
  write: Write,
  plantId: number,
  orderId: number,
  byHand: readonly { readonly drawingId: number; readonly markId: number }[] = [],
): Promise<void> {
  const { drawings, marks } = await numbersOfOrder(asReads(write), plantId, orderId)
  const equal = [...drawings].flatMap(([key, { id: drawingId }]) =>
    (marks.get(key) ?? []).map(({ id: markId }) => ({ drawingId, markId })),
  )
  await sql`
    insert into drawing_marks (drawing_id, mark_id)
    select l."drawingId", l."markId"
    from jsonb_to_recordset(${JSON.stringify([...equal, ...byHand])}::jsonb) as l ("drawingId" bigint, "markId" bigint)
    join marks on marks.id = l."markId" and marks.order_id = ${orderId}
    on conflict do nothing`.execute(write)
}

/** Replaces the marks of a drawing by those of these ids that its order has. */
export async function setMarks(
  write: Write,
  drawing: { readonly id: number; readonly order_id: number },
  markIds: readonly string[],
): Promise<void> {
  await sql`delete from drawing_marks where drawing_id = ${drawing.id} and mark_id <> all(${markIds}::bigint[])`.execute(
    write,
  )
  await sql`insert into drawing_marks (drawing_id, mark_id)
    select ${drawing.id}, id from marks where order_id = ${drawing.order_id} and id = any(${markIds}::bigint[])
    on conflict do nothing`.execute(write)
}

/**
 * Records the revision that pieces without any work report are made to: the issued one, otherwise the highest. Called before the first
 * report of a piece is stored; a piece whose reports were all undone starts again.
 */
export async function recordRevisions(write: Write, pieceIds: readonly number[], at: Date): Promise<void> {
  await sql`${prepare}
    insert into piece_revisions (piece_id, drawing_id, revision_id, recorded_at)
    select p.id, m.drawing_id, r.id, ${at}
    from pieces p join drawing_marks m on m.mark_id = p.mark_id
    cross join lateral (select id from drawing_revisions where drawing_id = m.drawing_id
      order by (status = 'issued') desc, rank desc limit 1) r
    where p.id = ${anyOf(sql`${pieceIds}::bigint[]`)}
      and not exists (select from work_reports w where w.piece_id = p.id and w.undone_at is null)
    on conflict (piece_id, drawing_id) do update
      set revision_id = excluded.revision_id, recorded_at = excluded.recorded_at`.execute(write)
}
