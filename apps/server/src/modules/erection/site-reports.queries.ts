import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { SiteReport, siteReportsApi } from '@cloud-factory/contract/erection/site-reports'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf } from '../../platform/db/list-page.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { signature } from '../../platform/db/signed-rows.ts'
import { maxPhotosShown } from '../../platform/files/photos.store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { canAddSitePhotos, canUndoReport } from './erection.policy.ts'

type Api = typeof siteReportsApi

interface ReportRow extends Selectable<Tables['site_reports']> {
  readonly serial: string
  readonly mark: string
  readonly order_no: string
  readonly is_signed: boolean
  readonly photos: SiteReport['photos']
}

const sorts = bothWays({ id: ['r.id'] })

export const reportsOf = (
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
) => sql<ReportRow>`
  select r.*, p.serial, m.mark, o.no as order_no, coalesce(d.status = 'received', false) as is_signed,
    array(select jsonb_build_object('id', id::text, 'name', file_name, 'type', type, 'addedBy', created_by_name)
      from site_photos where report_id = r.id order by id limit ${maxPhotosShown}) as photos
  from (select * from site_reports r where ${where} order by ${order} ${limit}) r
    join pieces p on p.id = r.piece_id join marks m on m.id = p.mark_id join orders o on o.id = r.order_id
    left join package_pieces pp on pp.piece_id = r.piece_id left join packages k on k.id = pp.package_id
    left join deliveries d on d.id = k.delivery_id
  order by ${order}`

export const canUndoSiteReport = (row: ReportRow, { tags }: Actor) =>
  canUndoReport(tags, {
    isCurrent: row.is_current,
    withReceipt: row.with_receipt,
    isSigned: row.is_signed,
  })

export const reportView = (row: ReportRow, actor: Actor): SiteReport => ({
  id: String(row.id),
  kind: row.kind,
  piece: { id: String(row.piece_id), serial: row.serial, mark: row.mark },
  order: { id: String(row.order_id), no: row.order_no },
  note: row.note,
  withReceipt: row.with_receipt,
  source: row.source,
  doneAt: row.done_at.toISOString(),
  reportedAt: row.reported_at.toISOString(),
  reportedBy: row.reported_by_name,
  undone:
    row.undone_at === null
      ? null
      : { at: row.undone_at.toISOString(), by: row.undone_by_name ?? '', reason: row.undo_reason ?? '' },
  photos: row.photos,
  can: {
    undo: canUndoSiteReport(row, actor),
    photo: canAddSitePhotos(actor.tags, row.undone_at !== null),
  },
})

export async function listSiteReports(
  reads: Reads,
  actor: Actor,
  query: QueryOf<Api['GET /api/site-reports']>,
): Promise<ReplyOf<Api['GET /api/site-reports']>> {
  const { orderId, pieceId, kind, mine } = query
  const where = allOf([
    sql`r.plant_id = ${actor.plantId}`,
    orderId === undefined ? null : sql`r.order_id = ${orderId}`,
    pieceId === undefined ? null : sql`r.piece_id = ${pieceId}`,
    kind === undefined || kind.length === 0 ? null : sql`r.kind = any(${kind}::text[])`,
    mine === undefined ? null : sql`r.reported_by = ${signature(actor).updated_by}::bigint`,
  ])
  const page = reportsOf(where, sorts[query.sort ?? '-id'], limitOf(query))
  const { rows, total } = await countedPage(reads, page, sql`site_reports r`, where)
  return { items: rows.map((row) => reportView(row, actor)), total }
}

export async function oneReport(reads: Reads, plantId: number, id: string): Promise<ReportRow> {
  const where = sql`r.plant_id = ${plantId} and r.id = ${id}`
  const [row] = await readRows(reads, reportsOf(where, sql`r.id`, sql`limit 1`))
  return row ?? fail('not_found')
}
