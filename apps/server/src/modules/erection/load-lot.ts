import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import type { erectionApi } from '@cloud-factory/contract/erection/erection'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { deliverPackages, packInSequence, type PackingPorts } from '../shipping/public.ts'

type Api = typeof erectionApi

interface LotFacts {
  readonly id: number
  readonly code: string
  readonly order_id: string
  readonly project_id: string
  readonly customer: string
  readonly leave_on: string | null
}

async function lotFacts(write: Write, plantId: number, id: string): Promise<LotFacts> {
  const { rows } = await sql<LotFacts>`
    select l.id, l.code, l.order_id::text, o.project_id::text, j.customer,
      l.planned_on - j.transport_days as leave_on
    from erection_lots l join orders o on o.id = l.order_id join projects j on j.id = o.project_id
    where l.plant_id = ${plantId} and l.id = ${id}`.execute(write)
  return rows[0] ?? fail('not_found')
}

/** Opens packages with the made pieces of a lot, in the sequence of erection. */
export async function packLot(
  write: Write,
  actor: Actor,
  id: string,
  ports: PackingPorts,
): Promise<ReplyOf<Api['POST /api/erection-lots/:id/packages']>> {
  const lot = await lotFacts(write, actor.plantId, id)
  const { rows } = await sql<{ id: number }>`
    select piece_id as id from erection_places where lot_id = ${lot.id} order by position, piece_id`.execute(
    write,
  )
  const pieceIds = rows.map((row) => row.id)
  const made = await packInSequence(write, actor, { orderId: lot.order_id, pieceIds, note: lot.code }, ports)
  if (made.length === 0) reject('erection.nothing_packable')
  return { items: made.map(({ id: packageId, no, pieces }) => ({ id: packageId, no, pieces })) }
}

interface ClosedPackage {
  readonly id: string
  readonly gross_kg: number
}

/** As many packages one after the other as the truck carries, and always the first one. */
function loadOf(packages: readonly ClosedPackage[], maxKg: number | null): readonly ClosedPackage[] {
  if (maxKg === null) return packages
  const sums = packages.map((_, at) => packages.slice(0, at + 1).reduce((sum, one) => sum + one.gross_kg, 0))
  const count = sums.findIndex((kg) => kg > maxKg)
  return packages.slice(0, count === -1 ? packages.length : Math.max(1, count))
}

/** Drafts a delivery with the closed packages of a lot, those that are erected first before the others. */
export async function deliverLot(
  write: Write,
  actor: Actor,
  id: string,
  { maxKg, today }: { readonly maxKg: number | null; readonly today: string },
): Promise<ReplyOf<Api['POST /api/erection-lots/:id/delivery']>> {
  const lot = await lotFacts(write, actor.plantId, id)
  const { rows } = await sql<ClosedPackage>`
    select k.id::text, coalesce(k.weighed_kg, k.gross_kg) as gross_kg
    from erection_places e join package_pieces pp on pp.piece_id = e.piece_id join packages k on k.id = pp.package_id
    where e.lot_id = ${lot.id} and k.status = 'closed' and k.delivery_id is null
    group by k.id order by min(e.position), k.id limit 200`.execute(write)
  const packageIds = loadOf(rows, maxKg).map((row) => row.id)
  if (packageIds.length === 0) reject('erection.nothing_closed')
  const plannedOn = lot.leave_on !== null && lot.leave_on > today ? lot.leave_on : today
  const load = { projectId: lot.project_id, consignee: lot.customer, plannedOn, packageIds }
  const { id: deliveryId, no } = await deliverPackages(write, actor, load, today)
  return { id: deliveryId, no, packages: packageIds.length }
}

/** Today in the time zone of the plant. */
export async function todayOf(write: Write, plantId: number, now: Date): Promise<string> {
  const [row] = await asReads(write)
    .selectFrom('plants')
    .select(sql<string>`(${now}::timestamptz at time zone time_zone)::date`.as('day'))
    .where('id', '=', plantId)
    .execute()
  return row?.day ?? now.toISOString().slice(0, 10)
}
