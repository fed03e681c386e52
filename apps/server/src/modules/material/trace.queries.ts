import type {
  HeatUse,
  MaterialTrace,
  TracedHeat,
  materialTraceApi,
  TraceHit,
} from '@cloud-factory/contract/material/material-trace'
import { type RawBuilder, sql } from 'kysely'
import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { canTakeHeat, heatNumber } from './material.rules.ts'
import { prefixPattern } from '../../platform/search/search-text.ts'

interface Deps {
  readonly reads: Reads
  readonly orders: OrdersPort
}

/** Maximum number of uses on one page. */
const shownUses = 2000

/** From a heat to its pieces; fails with `not_found` when the plant has no such heat. */
export async function traceHeat(deps: Deps, actor: Actor, id: string): Promise<MaterialTrace> {
  const [heat] = await tracedHeats(deps.reads, actor.plantId, [Number(id)])
  if (heat === undefined) return fail('not_found')
  const where = sql`u.lot_id in (select id from material_lots where heat_id = ${id})`
  const { uses, total } = await usesOf(deps, actor, where)
  return { subject: { kind: 'heat', id, name: heat.no }, heats: [heat], uses, total }
}

/** From a piece to its heats; fails with `not_found` when the plant has no such piece. */
export async function tracePiece(deps: Deps, actor: Actor, id: string): Promise<MaterialTrace> {
  const [piece] = await deps.orders.pieces(deps.reads, actor.plantId, [Number(id)])
  if (piece === undefined) return fail('not_found')
  const { uses, total, heatIds } = await usesOf(deps, actor, sql`u.piece_id = ${id}`)
  return {
    subject: { kind: 'piece', id, name: piece.serial },
    heats: await tracedHeats(deps.reads, actor.plantId, heatIds),
    uses,
    total,
  }
}

interface UseRow {
  readonly id: number
  readonly piece_id: number
  readonly part: string
  readonly kg: number
  readonly lot_id: number
  readonly heat_id: number
  readonly heat_no: string
  readonly assigned_at: Date
  readonly assigned_by_name: string
  readonly total: number
}

async function usesOf({ reads, orders }: Deps, actor: Actor, where: RawBuilder<unknown>) {
  const rows = await readRows(
    reads,
    sql<UseRow>`
      select u.id, u.piece_id, u.part, u.kg, u.lot_id, h.id as heat_id, h.no as heat_no, u.assigned_at, u.assigned_by_name,
        count(*) over ()::int as total
      from heat_uses u join material_lots l on l.id = u.lot_id join heats h on h.id = l.heat_id
      where u.plant_id = ${actor.plantId} and ${where} order by u.order_id, u.piece_id, u.part, u.id limit ${shownUses}`,
  )
  const ids = [...new Set(rows.map(({ piece_id: id }) => id))]
  const [pieces, places] = await Promise.all([
    orders.pieces(reads, actor.plantId, ids),
    orders.location(reads, actor.plantId, ids),
  ])
  const known = new Map(pieces.map((piece) => [piece.id, piece]))
  const allowed = actor.tags.some((tag) => tag === 'order.report' || tag === 'quality.inspect')
  const uses = rows.flatMap((row): HeatUse[] => {
    const piece = known.get(row.piece_id)
    if (piece === undefined) return []
    const { pack = null, delivery = null } = places.get(row.piece_id) ?? {}
    return [
      {
        id: String(row.id),
        piece: { id: String(piece.id), serial: piece.serial, mark: piece.mark, status: piece.status },
        order: { id: String(piece.orderId), no: piece.orderNo },
        part: row.part,
        kg: row.kg,
        lotId: String(row.lot_id),
        heatNo: row.heat_no,
        assignedAt: row.assigned_at.toISOString(),
        assignedBy: row.assigned_by_name,
        package: pack,
        delivery,
        can: { remove: allowed ? canTakeHeat(piece.status) : 'permission.denied' },
      },
    ]
  })
  const heatIds = [...new Set(rows.map(({ heat_id: id }) => id))]
  return { uses, total: rows[0]?.total ?? 0, heatIds }
}

/** Heats with their certificates and lots. */
const tracedHeats = (reads: Reads, plantId: number, ids: readonly number[]): Promise<TracedHeat[]> =>
  readRows(
    reads,
    sql<TracedHeat>`
      select h.id::text as id, h.no, h.supplier, h.mill, g.code as grade, coalesce((
          select jsonb_agg(jsonb_build_object('id', c.id::text, 'no', c.no, 'kind', c.kind, 'status', c.status,
            'issuedOn', c.issued_on) order by c.issued_on, c.id)
          from mill_certificates c
          where c.id in (select certificate_id from mill_certificate_heats x where x.heat_id = h.id)
        ), '[]') as certificates, coalesce((
          select jsonb_agg(jsonb_build_object('id', l.id::text, 'profile', l.profile, 'kg', l.kg, 'usedKg', l.kg - l.left_kg,
            'status', l.status, 'receipt', jsonb_build_object('id', r.id::text, 'no', r.no,
              'receivedOn', r.received_on, 'deliveryNote', r.delivery_note)) order by l.received_on, l.id)
          from material_lots l join material_receipts r on r.id = l.receipt_id where l.heat_id = h.id
        ), '[]') as lots
      from heats h join steel_grades g on g.id = h.grade_id
      where h.plant_id = ${plantId} and h.id = any(${[...ids]}::bigint[]) order by h.no, h.id`,
  )

const maxHits = 30

/** Heats by number or certificate, then pieces by serial number or QR code text. */
export async function searchTrace(
  { reads, orders }: { readonly reads: Reads; readonly orders: OrdersPort },
  plantId: number,
  q: string,
): Promise<ReplyOf<(typeof materialTraceApi)['GET /api/material-trace']>> {
  const [heats, pieces] = await Promise.all([
    heatHits(reads, plantId, q),
    pieceHits(reads, orders, plantId, q),
  ])
  const items = [...heats, ...pieces]
  return { items, total: items.length }
}

const heatHits = (reads: Reads, plantId: number, q: string): Promise<TraceHit[]> =>
  readRows(
    reads,
    sql<TraceHit>`
      with found as (
        select id, null as certificate from heats where plant_id = ${plantId} and no like ${prefixPattern(heatNumber(q))}
        union all
        select x.heat_id, c.no from mill_certificates c join mill_certificate_heats x on x.certificate_id = c.id
        where c.plant_id = ${plantId} and lower(c.no) like ${prefixPattern(q.toLowerCase())}
      ), first as (
        select id, min(certificate) filter (where certificate is not null) as certificate,
          bool_or(certificate is null) as own
        from found group by id order by id desc limit ${maxHits}
      )
      select h.id::text as id, 'heat' as kind, h.no as name, h.supplier || ' · ' || g.code as of,
        case when first.own then null else first.certificate end as certificate
      from first join heats h on h.id = first.id join steel_grades g on g.id = h.grade_id order by h.no, h.id`,
  )

async function pieceHits(reads: Reads, orders: OrdersPort, plantId: number, q: string): Promise<TraceHit[]> {
  const ids = await orders.bySerial(reads, plantId, q, maxHits)
  const scanned = q.startsWith('CF1:') ? [...(await orders.find(reads, plantId, [q])).values()] : []
  const pieces = await orders.pieces(reads, plantId, [...new Set([...scanned, ...ids])])
  return pieces.map(({ id, serial, orderNo, mark }) => ({
    id: String(id),
    kind: 'piece',
    name: serial,
    of: `${orderNo} · ${mark}`,
    certificate: null,
  }))
}

type Bar = 'work.heat_unreleased' | 'work.heat_missing'

/**
 * Of pieces at cutting or a later process, those whose material may not be used. Either one of their lots is in quarantine or
 * rejected, or the project requires heats and a part has none.
 */
export async function unreleasedPieces(
  orders: Pick<OrdersPort, 'steelParts'>,
  reads: Reads,
  plantId: number,
  pieces: readonly { readonly pieceId: number; readonly projectId: number }[],
): Promise<ReadonlyMap<number, Bar>> {
  const rows = await readRows(
    reads,
    sql<TraceStatus>`
      select piece, exists (select from heat_uses u join material_lots l on l.id = u.lot_id
          where u.piece_id = piece and u.plant_id = ${plantId} and l.status in ('quarantine', 'rejected')) as "isStopped",
        exists (select from material_projects p
          where p.plant_id = ${plantId} and p.project_id = project and p.heat) as "asksHeats",
        array(select u.part from heat_uses u where u.piece_id = piece and u.plant_id = ${plantId}) as heated
      from unnest(${pieces.map(({ pieceId }) => pieceId)}::bigint[],
        ${pieces.map(({ projectId }) => projectId)}::bigint[]) as s (piece, project)`,
  )
  const required = rows.filter(({ asksHeats }) => asksHeats).map(({ piece }) => piece)
  const parts = required.length === 0 ? null : await orders.steelParts(reads, plantId, required)
  const isHeatless = ({ piece, heated }: TraceStatus): boolean => {
    if (heated.includes(wholePiece)) return false
    const marks = (parts?.get(piece) ?? []).map(({ mark }) => mark)
    return marks.length === 0 ? heated.length === 0 : marks.some((mark) => !heated.includes(mark))
  }
  return new Map(
    rows.flatMap((row): [number, Bar][] => {
      if (row.isStopped) return [[row.piece, 'work.heat_unreleased']]
      return row.asksHeats && isHeatless(row) ? [[row.piece, 'work.heat_missing']] : []
    }),
  )
}

/** Empty part mark: the heat is assigned to the whole piece. */
const wholePiece = ''

interface TraceStatus {
  readonly piece: number
  readonly isStopped: boolean
  readonly asksHeats: boolean
  /** Parts with an assigned heat. */
  readonly heated: readonly string[]
}
