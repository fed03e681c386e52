import { isActiveOrder } from '@cloud-factory/domain/orders/order-statuses'
import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { PackageLimits, packagesApi } from '@cloud-factory/contract/shipping/packages'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { allOf, countedPage } from '../../platform/db/list-page.ts'
import { type WithheldPort, workIsDone } from '../production/public.ts'
import { requireOrder } from '../orders/public.ts'
import { packedPiecesOf, packedView, serialBegins } from './packages.queries.ts'
import { planPackages } from './packing.rules.ts'

type PackingApi = (typeof packagesApi)['GET /api/orders/:id/packing']
type PackableApi = (typeof packagesApi)['GET /api/orders/:id/packable']
type PlanApi = (typeof packagesApi)['GET /api/orders/:id/packing-plan']

/** Default limits of a plant: a bundle for a 10 t crane on a 13 m trailer. */
const shippedLimits: PackageLimits = {
  maxKg: 10_000,
  maxLengthMm: 12_500,
  maxWidthMm: 2400,
  maxHeightMm: 2400,
}
const plannedAtMost = 2000
const piecesPerPackage = 200

export const packableFrom = sql`pieces p left join processes next on next.id = p.next_process_id`

/** Pieces of an order that are finished, not held and in no package. */
const doneWhere = (plantId: number, orderId: string) =>
  allOf([
    sql`p.plant_id = ${plantId} and p.order_id = ${orderId}`,
    workIsDone,
    sql`not exists (select from package_pieces pp where pp.piece_id = p.id)`,
    // A piece that is in another one is packed with it.
    sql`not exists (select from built_pieces b where b.piece_id = p.id)`,
  ])

/** Pieces of an order that may be packed now: those that also conform. */
export function packableWhere(withheld: WithheldPort, plantId: number, orderId: string): RawBuilder<unknown> {
  const done = doneWhere(plantId, orderId)
  const pieces = sql<{ id: number }>`select p.id from ${packableFrom} where ${done}`
  return allOf([done, sql`p.id not in (${withheld(plantId, pieces)})`])
}

interface Deps {
  readonly reads: Reads
  readonly withheld: WithheldPort
}

/** Pieces of an order that may be packed now; fails with `not_found` when the plant has no such order. */
export async function listPackable(
  deps: Deps,
  plantId: number,
  id: string,
  query: QueryOf<PackableApi>,
): Promise<ReplyOf<PackableApi>> {
  const { reads } = deps
  const where = allOf([packableWhere(deps.withheld, plantId, id), serialBegins(query.q)])
  const [{ rows, total }] = await Promise.all([
    countedPage(reads, packedPiecesOf(packableFrom, where, query), packableFrom, where),
    requireOrder(reads, plantId, id),
  ])
  return { items: rows.map((row) => packedView(row, plantId)), total }
}

/** How all packable pieces of an order would fit into packages. */
export async function planPacking(
  deps: Deps,
  plantId: number,
  id: string,
  query: QueryOf<PlanApi>,
): Promise<ReplyOf<PlanApi>> {
  const { reads } = deps
  await requireOrder(reads, plantId, id)
  const packable = packableWhere(deps.withheld, plantId, id)
  const all = await readRows(reads, packedPiecesOf(packableFrom, packable, { pageSize: plannedAtMost + 1 }))
  const limits = {
    maxKg: query.maxKg ?? null,
    maxLengthMm: query.maxLengthMm ?? null,
    maxWidthMm: query.maxWidthMm ?? null,
    maxHeightMm: query.maxHeightMm ?? null,
  }
  const inner = await innerKg(reads, plantId, id)
  const pieces = all.slice(0, plannedAtMost).map((row) => ({
    id: row.id,
    serial: row.serial,
    kg: row.net_kg === null ? null : row.net_kg + (inner.get(row.id) ?? 0),
    lengthMm: row.length_mm,
    widthMm: row.width_mm,
    heightMm: row.height_mm,
  }))
  const { packages, misfits } = planPackages(limits, pieces, piecesPerPackage)
  return {
    packages: packages.map((inside) => ({
      pieceIds: inside.map((piece) => String(piece.id)),
      serials: inside.map(({ serial }) => serial),
      netKg: inside.reduce((sum, { kg }) => sum + Math.round((kg ?? 0) * 1000), 0) / 1000,
      lengthMm: Math.max(...inside.map(({ lengthMm }) => lengthMm ?? 0)),
    })),
    misfits: misfits.map(({ piece, reason }) => ({
      pieceId: String(piece.id),
      serial: piece.serial,
      reason,
    })),
    more: all.length > plannedAtMost,
  }
}

/** What the pieces in a piece weigh, by that piece: they are packed with it. */
async function innerKg(reads: Reads, plantId: number, orderId: string): Promise<ReadonlyMap<number, number>> {
  const rows = await readRows(
    reads,
    sql<{ id: number; kg: number }>`
      select b.root_id as id, coalesce(sum(p.net_kg), 0) as kg from built_pieces b join pieces p on p.id = b.piece_id
      where b.plant_id = ${plantId} and b.order_id = ${orderId} group by b.root_id`,
  )
  return new Map(rows.map(({ id, kg }) => [id, kg]))
}

interface StandRow {
  readonly status: string
  readonly ready_pieces: number
  readonly ready_kg: number
  readonly packing_pieces: number
  readonly packing_kg: number
  readonly live_pieces: number
  readonly live_kg: number
  readonly packed_pieces: number
  readonly packed_kg: number
  readonly shipped_pieces: number
  readonly shipped_kg: number
  readonly received_pieces: number
  readonly received_kg: number
  readonly pieces: number
  readonly weight_kg: number
}

/** Packing and shipping progress of an order; fails with `not_found` when the plant has no such order. */
export async function packingOf(deps: Deps, actor: Actor, id: string): Promise<ReplyOf<PackingApi>> {
  const { reads } = deps
  const { plantId, tags } = actor
  const packable = packableWhere(deps.withheld, plantId, id)
  const [stands, begin] = await Promise.all([
    readRows(reads, standOf(plantId, id, packable)),
    limitsForOrder(reads, plantId, id),
  ])
  const row = stands[0] ?? fail('not_found')
  const open = isActiveOrder(row.status) || 'pack.order_state'
  return {
    waiting: restOf(row),
    ready: { pieces: row.ready_pieces, kg: row.ready_kg },
    packing: { pieces: row.packing_pieces, kg: row.packing_kg },
    packed: { pieces: row.packed_pieces, kg: row.packed_kg },
    shipped: { pieces: row.shipped_pieces, kg: row.shipped_kg },
    received: { pieces: row.received_pieces, kg: row.received_kg },
    total: { pieces: row.pieces, kg: row.weight_kg },
    ...begin,
    can: { pack: tags.includes('order.ship') ? open : 'permission.denied' },
  }
}

/** What a new package of an order starts with. */
export async function limitsForOrder(reads: Reads, plantId: number, id: string) {
  const [before] = await readRows(reads, lastPackage(plantId, id))
  const limits: PackageLimits =
    before === undefined
      ? shippedLimits
      : {
          maxKg: before.max_kg,
          maxLengthMm: before.max_length_mm,
          maxWidthMm: before.max_width_mm,
          maxHeightMm: before.max_height_mm,
        }
  return { limits, packingKg: before?.packing_kg ?? 0 }
}

/** What is not ready and has not been packed: so that every piece is counted, and none twice. */
function restOf(row: StandRow) {
  const grams = (...kg: readonly number[]) => kg.reduce((sum, one) => sum + Math.round(one * 1000), 0)
  const counted =
    row.ready_pieces + row.packing_pieces + row.packed_pieces + row.shipped_pieces + row.received_pieces
  const weighed = grams(row.ready_kg, row.packing_kg, row.packed_kg, row.shipped_kg, row.received_kg)
  return { pieces: row.live_pieces - counted, kg: (grams(row.live_kg) - weighed) / 1000 }
}

/** Packed counts closed packages in the plant, shipped those in transit; received pieces count only as received. */
function standOf(plantId: number, id: string, packable: RawBuilder<unknown>): RawBuilder<StandRow> {
  const sums = (name: string, where: RawBuilder<unknown>) => sql`
    count(*) filter (where ${where}) as ${sql.ref(`${name}_pieces`)},
    coalesce(sum(p.net_kg) filter (where ${where}), 0) as ${sql.ref(`${name}_kg`)}`
  const isInside = sql`p.status not in ('packed', 'shipped', 'received', 'scrapped', 'superseded')
    and exists (select from package_pieces pp where pp.piece_id = p.id)`
  return sql<StandRow>`
    select o.status, o.pieces, o.weight_kg, stands.*
    from orders o cross join lateral (
      select ${sums('live', sql`p.status not in ('scrapped', 'superseded')`)}, ${sums('ready', packable)},
        ${sums('packing', isInside)}, ${sums('packed', sql`p.status = 'packed'`)},
        ${sums('shipped', sql`p.status = 'shipped'`)}, ${sums('received', sql`p.status = 'received'`)}
      from ${packableFrom} where p.order_id = o.id
    ) stands where o.plant_id = ${plantId} and o.id = ${id}`
}

interface LastPackage {
  readonly max_kg: number | null
  readonly max_length_mm: number | null
  readonly max_width_mm: number | null
  readonly max_height_mm: number | null
  readonly packing_kg: number
}

function lastPackage(plantId: number, id: string): RawBuilder<LastPackage> {
  const columns = sql`max_kg, max_length_mm, max_width_mm, max_height_mm, packing_kg`
  return sql<LastPackage>`
    select ${columns} from (
      (select ${columns}, 0 as rank from packages where order_id = ${id} and plant_id = ${plantId}
        order by no desc limit 1)
      union all
      (select ${columns}, 1 from packages where plant_id = ${plantId} order by updated_at desc, id desc limit 1)
    ) packages order by rank limit 1`
}

const qrForm = /^CF1:(\d{1,15}):([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i
const idForm = /^[1-9][0-9]{0,14}$/

/** A QR code may also come as a link whose last part holds the text of the code. */
export function tagOf(text: string, plantId: number): string | null {
  let read = text
  try {
    read = decodeURIComponent(text)
  } catch {
    // Not a link: as it came.
  }
  const [, plant, tag] = qrForm.exec(read.replace(/^.*(?=CF1:)/s, '')) ?? []
  return tag !== undefined && Number(plant) === plantId ? tag.toLowerCase() : null
}

/** Ids of the pieces for texts: a QR code, a serial of the order, or a piece id; unknown ones are left out. */
export async function findPieces(
  write: Write,
  plantId: number,
  orderId: number,
  texts: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  const tags = new Map(texts.flatMap((text) => pair(tagOf(text, plantId), text)))
  if (tags.size > 0) {
    const rows = await write
      .selectFrom('pieces')
      .select(['id', 'tag'])
      .where('plant_id', '=', plantId)
      .where('tag', 'in', [...tags.keys()])
      .execute()
    for (const { id, tag } of rows) for (const text of tags.get(tag) ?? []) found.set(text, id)
  }
  const serials = texts.filter((text) => !found.has(text) && tagOf(text, plantId) === null)
  if (serials.length > 0) {
    const rows = await write
      .selectFrom('pieces')
      .select(['id', 'serial'])
      .where('plant_id', '=', plantId)
      .where('order_id', '=', orderId)
      .where('serial', 'in', serials)
      .execute()
    for (const { id, serial } of rows) found.set(serial, id)
  }
  for (const text of serials) if (!found.has(text) && idForm.test(text)) found.set(text, Number(text))
  return found
}

const pair = (tag: string | null, text: string): [string, string[]][] => (tag === null ? [] : [[tag, [text]]])
