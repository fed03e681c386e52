import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import type { NcrDetail, NcrPhoto, ncrsApi } from '@cloud-factory/contract/ncr/ncrs'
import type { NcrAction, NcrStatus } from '@cloud-factory/domain/ncr/ncr-enums'
import type { Names } from '@cloud-factory/contract/planning/processes'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { deciderOf } from '../../platform/auth/four-eyes.queries.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { OrdersPort, QualityPiece } from '../quality-records/public.ts'
import { type NcrReadRow, ncrView, ncrsOf, todayOf } from './ncrs.queries.ts'
import { ncrDecisions } from './ncr.rules.ts'

type Api = typeof ncrsApi

interface Linked {
  readonly inspection_no: string | null
  readonly item: Names | null
  readonly reinspection_no: string | null
}

/** One report; fails with `not_found` when the plant has no such report. */
export async function oneNcr(
  reads: Reads,
  actor: Actor,
  orders: OrdersPort,
  id: string,
  now: Date,
): Promise<NcrDetail> {
  const { plantId } = actor
  const where = sql`plant_id = ${plantId} and id = ${id}`
  const row = (await readRows(reads, ncrsOf(where, { pageSize: 1 })))[0] ?? fail('not_found')
  const pieces = await piecesOf(reads, plantId, orders, row.id)
  const processes = row.process_id === null ? [] : await orders.processes(reads, plantId)
  const process = processes.find((one) => one.id === row.process_id)
  const limits = await orders.repairLimits(reads, plantId, [
    ...new Set(pieces.map((piece) => piece.projectId)),
  ])
  return {
    ...ncrView(
      row,
      await deciderOf(reads, actor, ncrDecisions, row.id),
      await todayOf(reads, plantId, now),
      pieces,
    ),
    ...decisions(row),
    ...links(row, await linkedOf(reads, row)),
    process:
      process === undefined ? null : { id: String(process.id), code: process.code, names: process.names },
    repairLimit: limits.size === 0 ? null : Math.min(...limits.values()),
    photos: await photosOf(reads, plantId, row.id),
  }
}

async function linkedOf(reads: Reads, row: NcrReadRow): Promise<Linked> {
  const [linked] = await readRows(
    reads,
    sql<Linked>`
      select (select no from inspections where id = ${row.inspection_id}::bigint) as inspection_no,
        (select names from inspection_items where id = ${row.item_id}::bigint) as item,
        (select no from inspections where id = ${row.reinspection_id}::bigint) as reinspection_no`,
  )
  return linked ?? { inspection_no: null, item: null, reinspection_no: null }
}

const links = (row: NcrReadRow, linked: Linked) => ({
  inspection: link(row.inspection_id, linked.inspection_no),
  item: linked.item,
  receipt: link(row.receipt_id, row.receipt_no),
  reinspection: link(row.reinspection_id, linked.reinspection_no),
})

const link = (id: number | null, no: string | null) => (id === null ? null : { id: String(id), no: no ?? '' })

const decisions = (row: NcrReadRow) => ({
  rounds: row.rounds,
  disposed: person(row.disposed_at, row.disposed_by_name, row.disposition_note),
  approved: person(row.approved_at, row.approved_by_name, row.approval_note),
  agreedBy: row.agreed_by,
  started: person(row.started_at, row.started_by_name, row.start_note),
  finished: person(row.finished_at, row.finished_by_name, row.finish_note),
  verified: person(row.verified_at, row.verified_by_name, row.verify_note),
  cancelReason: row.cancel_reason,
})

const person = (at: Date | null, by: string | null, note: string) =>
  at === null ? null : { at: at.toISOString(), by: by ?? '', note }

async function piecesOf(
  reads: Reads,
  plantId: number,
  orders: OrdersPort,
  ncrId: number | string,
): Promise<QualityPiece[]> {
  const rows = await readRows(
    reads,
    sql<{ id: number }>`
      select piece_id as id from ncr_pieces where plant_id = ${plantId} and ncr_id = ${ncrId} order by piece_id`,
  )
  return rows.length === 0
    ? []
    : orders.pieces(
        reads,
        plantId,
        rows.map(({ id }) => id),
      )
}

async function photosOf(reads: Reads, plantId: number, ncrId: number): Promise<NcrPhoto[]> {
  const rows = await readRows(
    reads,
    sql<PhotoRow>`
      select id, name, type, bytes, sha256, added_at, added_by_name from ncr_photos
      where plant_id = ${plantId} and ncr_id = ${ncrId} order by id`,
  )
  return rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    type: row.type,
    bytes: row.bytes,
    addedAt: row.added_at.toISOString(),
    addedBy: row.added_by_name,
  }))
}

interface PhotoRow {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly bytes: number
  readonly sha256: string
  readonly added_at: Date
  readonly added_by_name: string
}

/** A photo; fails with `not_found` when the plant has no such photo. */
export async function onePhoto(reads: Reads, plantId: number, id: string): Promise<PhotoRow> {
  const query = sql<PhotoRow>`select * from ncr_photos where plant_id = ${plantId} and id = ${id}`
  return (await readRows(reads, query))[0] ?? fail('not_found')
}

async function requireNcr(reads: Reads, plantId: number, id: string): Promise<void> {
  const rows = await readRows(reads, sql`select from ncrs where plant_id = ${plantId} and id = ${id}`)
  if (rows.length === 0) fail('not_found')
}

interface StoredPiece {
  readonly piece: number
  readonly kg: number | null
  readonly others: readonly { readonly id: string; readonly no: string }[]
}

/** Pieces of a report as they are now. */
export async function ncrPieces(
  reads: Reads,
  plantId: number,
  orders: OrdersPort,
  id: string,
): Promise<ReplyOf<Api['GET /api/ncrs/:id/pieces']>> {
  await requireNcr(reads, plantId, id)
  const pieces = await piecesOf(reads, plantId, orders, id)
  const stored = await readRows(
    reads,
    sql<StoredPiece>`
      select p.piece_id as piece, p.kg, coalesce((select jsonb_agg(jsonb_build_object('id', n.id::text, 'no', n.no) order by n.id)
        from ncr_pieces o join ncrs n on n.id = o.ncr_id
        where o.piece_id = p.piece_id and o.ncr_id <> p.ncr_id and n.closed_at is null), '[]') as others
      from ncr_pieces p where p.plant_id = ${plantId} and p.ncr_id = ${id}`,
  )
  const byPiece = new Map(stored.map((row) => [row.piece, row]))
  return {
    items: pieces.map((piece) => ({
      id: String(piece.id),
      serial: piece.serial,
      mark: piece.mark,
      orderId: String(piece.orderId),
      orderNo: piece.orderNo,
      profile: piece.profile,
      kg: byPiece.get(piece.id)?.kg ?? null,
      status: piece.status,
      others: [...(byPiece.get(piece.id)?.others ?? [])],
    })),
  }
}

interface EventRow {
  readonly id: number
  readonly at: Date
  readonly by_name: string
  readonly action: NcrAction
  readonly from_status: NcrStatus | null
  readonly to_status: NcrStatus
  readonly note: string
}

export const eventsOf = (plantId: number, id: string) =>
  sql<EventRow>`
    select id, at, by_name, deed as action, from_status, to_status, note from ncr_events
    where plant_id = ${plantId} and ncr_id = ${id} order by id desc limit 500`

/** The history of a report, newest first; the last 500 actions. */
export async function ncrEvents(
  reads: Reads,
  plantId: number,
  id: string,
): Promise<ReplyOf<Api['GET /api/ncrs/:id/events']>> {
  await requireNcr(reads, plantId, id)
  const rows = await readRows(reads, eventsOf(plantId, id))
  return {
    items: rows.map((row) => ({
      id: String(row.id),
      at: row.at.toISOString(),
      by: row.by_name,
      action: row.action,
      from: row.from_status,
      to: row.to_status,
      note: row.note,
    })),
  }
}
