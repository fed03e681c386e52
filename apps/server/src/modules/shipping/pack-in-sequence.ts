import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, readRows, type Write } from '../../platform/db/handles.ts'
import { sql } from 'kysely'
import type { ConformityPort, WithheldPort } from '../production/public.ts'
import { packedPiecesOf, packagesByIds } from './packages.queries.ts'
import { limitsForOrder, packableFrom, packableWhere } from './packing.queries.ts'
import { fillInSequence } from './packing.rules.ts'
import { createDelivery } from './save-delivery.ts'
import { createPackages } from './save-package.ts'

export interface PackingPorts {
  readonly conformity: ConformityPort
  readonly withheld: WithheldPort
}

interface Sequence {
  readonly orderId: string
  /** In the sequence in which they are needed. */
  readonly pieceIds: readonly number[]
  readonly note: string
}

const piecesPerPackage = 200
const packagesAtOnce = 100
const piecesAtOnce = 2000

/** Opens packages with those of the pieces that may be packed now, one after the other; those too large for any stay out. */
export async function packInSequence(
  write: Write,
  actor: Actor,
  { orderId, pieceIds, note }: Sequence,
  { conformity, withheld }: PackingPorts,
) {
  const reads = asReads(write)
  const among = sql`${packableWhere(withheld, actor.plantId, orderId)} and p.id = any(${[...pieceIds]}::bigint[])`
  const rows = await readRows(reads, packedPiecesOf(packableFrom, among, { pageSize: piecesAtOnce }))
  const place = new Map(pieceIds.map((id, at) => [id, at]))
  const pieces = rows
    .map((row) => ({
      id: row.id,
      kg: row.net_kg,
      lengthMm: row.length_mm,
      widthMm: row.width_mm,
      heightMm: row.height_mm,
    }))
    .toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
  const { limits, packingKg } = await limitsForOrder(reads, actor.plantId, orderId)
  const packages = fillInSequence(limits, pieces, piecesPerPackage).slice(0, packagesAtOnce)
  if (packages.length === 0) return []
  const contents = packages.map((inside) => inside.map(({ id }) => String(id)))
  const input = { no: null, ...limits, packingKg, note, contents }
  const ids = await createPackages(write, actor, orderId, input, conformity)
  return packagesByIds(reads, actor, ids)
}

interface Load {
  readonly projectId: string
  readonly consignee: string
  readonly plannedOn: string
  readonly packageIds: string[]
}

/** Drafts a delivery with closed packages; the truck is named later. */
export async function deliverPackages(
  write: Write,
  actor: Actor,
  load: Load,
  today: string,
): Promise<{ readonly id: string; readonly no: string }> {
  const unnamed = { no: null, truckPlate: '', driver: null, driverPhone: null, address: '', note: null }
  const id = await createDelivery(write, actor, { ...unnamed, ...load, ...usualAlarm }, today)
  const row = await write
    .selectFrom('deliveries')
    .select('no')
    .where('id', '=', Number(id))
    .executeTakeFirstOrThrow()
  return { id, no: row.no }
}

/** As the form of a new delivery begins. */
const usualAlarm = { alarmPercent: 0.5, alarmKg: 50 }
