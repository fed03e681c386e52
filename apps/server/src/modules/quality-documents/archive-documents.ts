import type { QualityDocumentKind } from '@cloud-factory/contract/document-labels'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { signed } from '../quality-records/public.ts'

/** What is kept of a paper when it is given out. */
export interface IssuedDocumentInput {
  readonly kind: QualityDocumentKind
  readonly sourceId: string
  readonly no: string
  readonly hash: string
  readonly order: { readonly id: string; readonly no: string } | null
}

/**
 * Keeps papers that are given out, so that their hashes lead back to their records; `head` is the one that was asked for, the
 * others are its parts. The same content is kept once: asked for again, nothing is written.
 */
export async function archiveDocuments(
  write: Write,
  actor: Actor,
  head: IssuedDocumentInput,
  parts: readonly IssuedDocumentInput[],
  now: Date,
): Promise<void> {
  const rows = [head, ...parts].map((document) => ({
    ...document,
    orderId: document.order?.id ?? null,
    orderNo: document.order?.no ?? null,
    search: searchText(document.no, document.order?.no ?? ''),
  }))
  const { by, byName } = signed(actor)
  const { rows: added } = await sql<{ hash: string }>`
    insert into issued_papers (plant_id, hash, kind, source_id, no, order_id, order_no, search, issued_at, issued_by,
      issued_by_name)
    select ${actor.plantId}, hash, kind, "sourceId", no, "orderId", "orderNo", search, ${now}, ${by}, ${byName}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (hash text, kind text, "sourceId" bigint, no text,
      "orderId" bigint, "orderNo" text, search text)
    order by hash on conflict on constraint issued_papers_once do nothing returning hash`.execute(write)
  if (!added.some(({ hash }) => hash === head.hash)) return
  const { kind, no, hash, sourceId } = head
  await recordAudit(write, actor, {
    action: 'papers.issue',
    subjectKind: 'paper',
    subjectId: sourceId,
    subjectName: no,
    after: { kind, hash, papers: rows.length },
  })
  await recordEvent(write, actor.plantId, {
    name: 'quality.paper_issued',
    subjectId: sourceId,
    payload: { kind, no, hash, orderId: head.order?.id ?? null },
  })
}
