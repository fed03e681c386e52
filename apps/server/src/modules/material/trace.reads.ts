import type { HeatUse, MaterialTrace, TracedHeat } from '@cloud-factory/contract/material/material-trace'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { canTakeHeat } from './assign.rules.ts'

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
          select jsonb_agg(jsonb_build_object('id', l.id::text, 'profile', l.profile, 'kg', l.kg, 'usedKg', l.used_kg,
            'status', l.status, 'receipt', jsonb_build_object('id', r.id::text, 'no', r.no,
              'receivedOn', r.received_on, 'deliveryNote', r.delivery_note)) order by l.received_on, l.id)
          from material_lots l join material_receipts r on r.id = l.receipt_id where l.heat_id = h.id
        ), '[]') as lots
      from heats h join steel_grades g on g.id = h.grade_id
      where h.plant_id = ${plantId} and h.id = any(${[...ids]}::bigint[]) order by h.no, h.id`,
  )
