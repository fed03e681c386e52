import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { SiteReport, siteReportsApi } from '@cloud-factory/contract/erection/site-reports'
import type { WorkOutcome } from '@cloud-factory/contract/production/work'
import {
  needsNote,
  type SiteReportKind,
  type SiteVerdict,
  siteVerdict,
} from '@cloud-factory/domain/erection/site-states'
import { sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, readRows, type Write } from '../../platform/db/handles.ts'
import { signature } from '../../platform/db/signed-rows.ts'
import type { SavedFile } from '../../platform/files/keep-files.ts'
import { insertPhotos } from '../../platform/files/photos.store.ts'
import { reject, requireAllowed } from '../../platform/http/domain-error.ts'
import { doneAtOf, piecesLocked } from '../production/public.ts'
import { receiveOnSite, undoSiteReceipt, withInnerPieces } from '../shipping/public.ts'
import { canAddSitePhotos } from './erection.policy.ts'
import { type SitePieceRow, sitePiecesOf } from './erection.queries.ts'
import { findSitePieces } from './scanned-piece.queries.ts'
import { canUndoSiteReport, oneReport, reportView } from './site-reports.queries.ts'

type ReportInput = BodyOf<(typeof siteReportsApi)['POST /api/site-reports']>

/** Reports pieces on site. Pieces are locked with their orders first, so the second of two equal reports repeats what is known. */
export async function reportSite(
  write: Write,
  actor: Actor,
  input: ReportInput,
  now: Date,
): Promise<{ items: WorkOutcome[] }> {
  if (needsNote(input.kind) && input.note === '') reject('site.note_missing')
  const doneAt = doneAtOf(input.doneAt, now)
  const { found, several } = await findSitePieces(asReads(write), actor.plantId, input.pieces)
  const ids = [...new Set(found.values())]
  await piecesLocked(write, actor.plantId, ids)
  const where = sql`p.plant_id = ${actor.plantId} and p.id = any(${ids}::bigint[])`
  const rows = await readRows(asReads(write), sitePiecesOf(where, sql`p.id`, sql``))
  const sent = await sentBefore(write, ids, input.clientKey)
  const verdicts = new Map(
    rows.map((row) => [
      row.id,
      sent.has(row.id)
        ? ({ outcome: 'already' } as const)
        : siteVerdict(input.kind, row.state, row.is_built_in),
    ]),
  )
  await saveReports(write, actor, input, { rows, verdicts, doneAt, now })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const outcomes = new Map(verdicts)
  const items = input.pieces.map((text) => {
    const id = found.get(text)
    const row = id === undefined ? undefined : byId.get(id)
    const verdict = id === undefined ? undefined : outcomes.get(id)
    // The second time in one request it is known.
    if (id !== undefined && verdict?.outcome === 'reported') outcomes.set(id, { outcome: 'already' })
    return outcomeOf(text, row, verdict, several)
  })
  return { items }
}

function outcomeOf(
  text: string,
  row: SitePieceRow | undefined,
  verdict: SiteVerdict | undefined,
  several: ReadonlySet<string>,
): WorkOutcome {
  if (row === undefined || verdict === undefined) {
    const reason = several.has(text) ? 'piece.several' : 'work.unknown_piece'
    return { pieceId: null, piece: text, serial: null, outcome: 'refused', reason, params: {}, kg: 0 }
  }
  const { outcome } = verdict
  const reason = outcome === 'refused' ? verdict.reason : null
  const kg = outcome === 'reported' ? (row.net_kg ?? 0) : 0
  return { pieceId: String(row.id), piece: text, serial: row.serial, outcome, reason, params: {}, kg }
}

/** Pieces that this request has reported before. */
async function sentBefore(write: Write, ids: readonly number[], key: string): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select piece_id as id from site_reports where piece_id = any(${ids}::bigint[]) and client_key = ${key}`.execute(
    write,
  )
  return new Set(rows.map(({ id }) => id))
}

interface Reported {
  readonly rows: readonly SitePieceRow[]
  readonly verdicts: ReadonlyMap<number, SiteVerdict>
  readonly doneAt: Date
  readonly now: Date
}

async function saveReports(
  write: Write,
  actor: Actor,
  { kind, note, source, clientKey }: ReportInput,
  { rows, verdicts, doneAt, now }: Reported,
): Promise<void> {
  const reports = rows.flatMap(({ id, order_id: orderId, serial }) => {
    const verdict = verdicts.get(id)
    return verdict?.outcome === 'reported'
      ? [{ pieceId: id, orderId, serial, withReceipt: verdict.withReceipt }]
      : []
  })
  if (reports.length === 0) return
  const ids = reports.map(({ pieceId }) => pieceId)
  const received = reports.filter(({ withReceipt }) => withReceipt).map(({ pieceId }) => pieceId)
  await sql`update site_reports set is_current = false where piece_id = any(${ids}::bigint[])
    and is_current`.execute(write)
  await sql`
    insert into site_reports (plant_id, order_id, piece_id, kind, note, with_receipt, source, client_key, done_at,
      reported_at, reported_by, reported_by_name)
    select ${actor.plantId}, "orderId", "pieceId", ${kind}, ${note}, "withReceipt", ${source}, ${clientKey}::uuid,
      ${doneAt}, ${now}, ${signature(actor).updated_by}::bigint, ${actor.cnName}
    from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb)
      as k ("orderId" bigint, "pieceId" bigint, "withReceipt" boolean) order by 2`.execute(write)
  if (received.length > 0)
    await receiveOnSite(write, actor, await withInnerPieces(write, actor.plantId, received), doneAt)
  await recordReports(write, actor, { kind, note, reports })
}

interface RecordedReports {
  readonly kind: SiteReportKind
  readonly note: string
  readonly reports: readonly { readonly orderId: number; readonly serial: string }[]
}

/** One action for each order, with the serials of its pieces. */
async function recordReports(
  write: Write,
  actor: Actor,
  { kind, note, reports }: RecordedReports,
): Promise<void> {
  for (const [orderId, own] of Map.groupBy(reports, (report) => report.orderId)) {
    const serials = own.slice(0, 20).map(({ serial }) => serial)
    await recordAction(write, actor, {
      action: 'erection.report',
      subjectKind: 'order',
      event: 'erection.reported',
      id: String(orderId),
      name: await orderNo(write, orderId),
      after: { kind, pieces: own.length, serials, ...(note === '' ? {} : { note }) },
    })
  }
}

async function orderNo(write: Write, id: number): Promise<string> {
  const { rows } = await sql<{ no: string }>`select no from orders where id = ${id}`.execute(write)
  return rows[0]?.no ?? ''
}

/** Undoes the last report on a piece: the one before it counts again. */
export async function undoSiteReport(
  write: Write,
  actor: Actor,
  { id, reason, now }: { readonly id: string; readonly reason: string; readonly now: Date },
): Promise<SiteReport> {
  const { piece_id: pieceId } = await oneReport(asReads(write), actor.plantId, id)
  await piecesLocked(write, actor.plantId, [pieceId])
  const report = await oneReport(asReads(write), actor.plantId, id)
  requireAllowed(canUndoSiteReport(report, actor), { serial: report.serial })
  await sql`update site_reports set is_current = false, undone_at = ${now}, undone_by_name = ${actor.cnName},
    undo_reason = ${reason} where id = ${report.id}`.execute(write)
  await sql`update site_reports set is_current = true where id = (select max(id) from site_reports
    where piece_id = ${pieceId} and undone_at is null)`.execute(write)
  if (report.with_receipt)
    await undoSiteReceipt(write, actor, {
      pieceIds: await withInnerPieces(write, actor.plantId, [pieceId]),
      reason,
      now,
    })
  await recordAction(write, actor, {
    action: 'erection.undo_report',
    subjectKind: 'order',
    event: 'erection.reported',
    id: String(report.order_id),
    name: report.order_no,
    before: { kind: report.kind, serial: report.serial },
    after: { reason },
  })
  return reportView(await oneReport(asReads(write), actor.plantId, id), actor)
}

/** Checks that a report takes photos; locked, so that it is not undone meanwhile. */
export async function reportForPhotos(write: Write, actor: Actor, id: string) {
  const { piece_id: pieceId } = await oneReport(asReads(write), actor.plantId, id)
  await piecesLocked(write, actor.plantId, [pieceId])
  const report = await oneReport(asReads(write), actor.plantId, id)
  requireAllowed(canAddSitePhotos(actor.tags, report.undone_at !== null), { serial: report.serial })
  return report
}

/** Adds photos to a report; those that it has stay. */
export async function addSitePhotos(
  write: Write,
  actor: Actor,
  { id, saved, now }: { readonly id: string; readonly saved: readonly SavedFile[]; readonly now: Date },
): Promise<SiteReport> {
  const report = await reportForPhotos(write, actor, id)
  await insertPhotos(write, actor, { table: 'site_photos', of: { report_id: report.id } }, saved, now)
  await recordAction(write, actor, {
    action: 'erection.photo',
    subjectKind: 'order',
    event: 'erection.reported',
    id: String(report.order_id),
    name: report.order_no,
    after: { serial: report.serial, photos: saved.map(({ fileName }) => fileName).join(', ') },
  })
  return reportView(await oneReport(asReads(write), actor.plantId, id), actor)
}
