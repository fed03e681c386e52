import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { QualityDocumentKind } from '@cloud-factory/domain/quality-documents/document-labels'
import type { qualityDocumentsApi } from '@cloud-factory/contract/quality-documents/quality-documents'
import type { InspectionVerdict } from '@cloud-factory/domain/inspection/quality-enums'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { allOf, bothWays, countedPage, limitOf } from '../../platform/db/list-page.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { dossierSources } from './dossier.ts'
import type { QualityDocumentDeps } from './document-frame.ts'

type Api = typeof qualityDocumentsApi
type ListApi = Api['GET /api/quality-documents']
type Query = QueryOf<ListApi>
type Verified = ReplyOf<Api['GET /api/verifications/:hash']>

interface Issued {
  readonly id: number
  readonly kind: QualityDocumentKind
  readonly source_id: number
  readonly no: string
  readonly order_id: number | null
  readonly order_no: string | null
  readonly hash: string
  readonly issued_at: Date
  readonly issued_by_name: string
}

const sorts = bothWays({ issuedAt: ['issued_at', 'id'] })

/** One page of papers that were given out. */
export async function listIssuedDocuments(
  reads: Reads,
  plantId: number,
  query: Query,
): Promise<ReplyOf<ListApi>> {
  const { kind, orderId } = query
  const pattern = searchPattern(query.q ?? '')
  const where = allOf([
    sql`plant_id = ${plantId}`,
    kind === undefined || kind.length === 0 ? null : sql`kind = any(${kind}::text[])`,
    orderId === undefined ? null : sql`order_id = ${orderId}`,
    pattern === null ? null : sql`search like ${pattern}`,
  ])
  const { rows, total } = await countedPage(reads, documentsOf(where, query), sql`issued_papers`, where)
  return { items: rows.map(viewOf), total }
}

export const documentsOf = (where: ReturnType<typeof allOf>, query: Query) =>
  sql<Issued>`select * from issued_papers where ${where} order by ${sorts[query.sort ?? '-issuedAt']} ${limitOf(query)}`

const viewOf = (row: Issued) => ({
  id: String(row.id),
  kind: row.kind,
  sourceId: String(row.source_id),
  no: row.no,
  order: row.order_id === null ? null : { id: String(row.order_id), no: row.order_no ?? '' },
  hash: row.hash,
  issuedAt: row.issued_at.toISOString(),
  issuedBy: row.issued_by_name,
})

/** What carries this hash; fails with `not_found` when nothing of the plant does. */
export async function verified(deps: QualityDocumentDeps, actor: Actor, hash: string): Promise<Verified> {
  const { reads } = deps.db
  const [locked] = await readRows(reads, lockedWith(actor.plantId, hash))
  if (locked !== undefined)
    return {
      kind: 'inspection',
      id: String(locked.id),
      no: locked.no,
      orderNo: locked.order_no,
      verdict: locked.verdict,
      at: locked.locked_at.toISOString(),
      isReplaced: locked.status === 'replaced',
    }
  const [issued] = await readRows(
    reads,
    sql<Issued>`select * from issued_papers where plant_id = ${actor.plantId} and hash = ${hash}`,
  )
  if (issued === undefined) return fail('not_found')
  return {
    kind: issued.kind,
    id: String(issued.source_id),
    no: issued.no,
    orderNo: issued.order_no,
    verdict: null,
    at: issued.issued_at.toISOString(),
    isReplaced: await isReplaced(deps, actor, issued),
  }
}

/** The record is put on paper again and its hash compared. Sheets of a dossier have codes of their own. */
async function isReplaced(deps: QualityDocumentDeps, actor: Actor, issued: Issued): Promise<boolean | null> {
  const source = dossierSources.find(({ kind }) => kind === issued.kind)
  if (source === undefined) return null
  return (await source.load(deps, actor, String(issued.source_id))).hash !== issued.hash
}

interface Locked {
  readonly id: number
  readonly no: string
  readonly order_no: string | null
  readonly verdict: InspectionVerdict | null
  readonly locked_at: Date
  readonly status: string
}

const lockedWith = (plantId: number, hash: string) => sql<Locked>`
  select id, no, order_no, verdict, locked_at, status from inspections
  where plant_id = ${plantId} and hash = ${hash}`
