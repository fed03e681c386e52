import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { SubcontractPiece, subcontractsApi } from '@cloud-factory/contract/subcontracting/subcontracts'
import { awayOutside } from '@cloud-factory/domain/subcontracting/subcontract-enums'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf } from '../../platform/db/list-page.ts'
import { anyOf } from '../../platform/db/prepared-statements.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { prefixPattern } from '../../platform/search/search-text.ts'
import type { OutsidePlace, OutsidePort } from '../production/public.ts'

type PiecesApi = (typeof subcontractsApi)['GET /api/subcontracts/:id/pieces']

interface PieceReadRow extends Selectable<Tables['subcontract_pieces']> {
  readonly serial: string
  readonly mark: string
  readonly mark_name: string
  readonly profile: string
  readonly net_kg: number
}

const from = sql`subcontract_pieces k join pieces p on p.id = k.piece_id join marks m on m.id = p.mark_id`
const sorts = bothWays({ serial: ['p.serial', 'k.id'] })

export const outsidePieces = (
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
) =>
  sql<PieceReadRow>`
    select k.*, p.serial, m.mark, m.name as mark_name, m.profile, coalesce(p.net_kg, 0) as net_kg
    from ${from} where ${where} order by ${order} ${limit}`

const pieceView = (row: PieceReadRow): SubcontractPiece => ({
  id: String(row.id),
  lineId: String(row.line_id),
  pieceId: String(row.piece_id),
  serial: row.serial,
  mark: row.mark,
  markName: row.mark_name,
  profile: row.profile,
  status: row.status,
  kgOut: row.kg_out ?? row.net_kg,
  sentOn: row.sent_on,
  sentBy: row.sent_by_name,
  kgIn: row.kg_in,
  backOn: row.back_on,
  receivedBy: row.received_by_name,
  judgedBy: row.judged_by_name,
  reason: row.reason,
})

/** Pieces of a subcontract; fails with `not_found` when the plant has no such one. */
export async function listOutsidePieces(
  reads: Reads,
  plantId: number,
  id: string,
  { q = '', status = [], lineId, sentOn, ...query }: QueryOf<PiecesApi>,
): Promise<ReplyOf<PiecesApi>> {
  const where = allOf([
    sql`k.plant_id = ${plantId} and k.subcontract_id = ${id}`,
    status.length === 0 ? null : sql`k.status = any(${[...status]}::text[])`,
    lineId === undefined ? null : sql`k.line_id = ${lineId}`,
    sentOn === undefined ? null : sql`k.sent_on = ${sentOn}::date`,
    q === ''
      ? null
      : sql`(p.serial like ${prefixPattern(q)} or p.serial like ${prefixPattern(q.toUpperCase())})`,
  ])
  const page = outsidePieces(where, sorts[query.sort ?? 'serial'], limitOf(query))
  const [{ rows, total }, known] = await Promise.all([
    countedPage(reads, page, from, where),
    readRows(reads, sql`select from subcontracts where plant_id = ${plantId} and id = ${id}`),
  ])
  if (known.length === 0) fail('not_found')
  return { items: rows.map(pieceView), total }
}

/** Pieces that are with a supplier, or back and not judged, with their subcontract. */
export const outsidePlaces: OutsidePort = async (reads, plantId, pieceIds) => {
  if (pieceIds.length === 0) return new Map()
  const rows = await readRows(
    reads,
    sql<OutsidePlace & { readonly pieceId: number }>`
      select k.piece_id as "pieceId", s.id::text as "subcontractId", s.no, u.name as supplier, s.promised_on as until,
        k.status = 'back' as back
      from subcontract_pieces k join subcontracts s on s.id = k.subcontract_id join suppliers u on u.id = s.supplier_id
      where k.plant_id = ${plantId} and k.piece_id = ${anyOf(sql`${[...pieceIds]}::bigint[]`)}
        and k.status in (${sql.join(awayOutside.map((status) => sql.lit(status)))})`,
  )
  return new Map(rows.map(({ pieceId, ...place }) => [pieceId, place]))
}

/** Pieces of an order that are or were in a subcontract. */
export async function subcontractedPieces(reads: Reads, plantId: number, orderId: number): Promise<number[]> {
  const rows = await readRows(
    reads,
    sql<{ id: number }>`
      select k.piece_id as id from subcontracts s join subcontract_pieces k on k.subcontract_id = s.id
      where s.plant_id = ${plantId} and s.order_id = ${orderId}`,
  )
  return rows.map(({ id }) => id)
}
