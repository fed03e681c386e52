import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { machinesOfLot } from '../inspection/public.ts'
import { type OrdersPort, type QualityPiece, signed } from '../quality-records/public.ts'
import { sql } from 'kysely'
import type { NcrAction, NcrDisposition, NcrStatus } from '@cloud-factory/domain/ncr/ncr-enums'
import type { Actor } from '../../platform/auth/actor.ts'
import { rowForUpdate } from '../../platform/db/signed-rows.ts'
import { type OpenNcr, statusOf } from './ncr.rules.ts'
import type { StoredNcr } from './ncrs.queries.ts'

/** A machine as stored in a report or a weld. */
export interface StoredMachine {
  readonly machine_id: number | null
  readonly machine_name: string | null
}
export const noMachine: StoredMachine = { machine_id: null, machine_name: null }

/** The machine chosen by hand, active or not; fails with `not_found` when the plant has no such machine. */
export async function machineOf(
  write: Write,
  orders: OrdersPort,
  plantId: number,
  machineId: string | null,
): Promise<StoredMachine> {
  if (machineId === null) return noMachine
  const stored = await named(write, orders, plantId, Number(machineId))
  return stored ?? fail('not_found', { params: { field: 'machineId' } })
}

interface Made {
  readonly pieceIds: readonly number[]
  readonly inspectionId: string | null
}

/**
 * The machine that made all these pieces, by the inspection or otherwise by the work reports. None when several machines made
 * them, or when it is unknown for any piece.
 */
export async function machineOfPieces(
  write: Write,
  orders: OrdersPort,
  plantId: number,
  { pieceIds, inspectionId }: Made,
): Promise<StoredMachine> {
  if (pieceIds.length === 0) return noMachine
  const reads = asReads(write)
  const known =
    inspectionId === null
      ? await orders.lastMachines(reads, plantId, pieceIds, null)
      : await machinesOfLot(reads, plantId, Number(inspectionId), 'machine_id')
  const [machine, ...others] = new Set(pieceIds.map((id) => known.get(id) ?? null))
  if (machine === undefined || machine === null || others.length > 0) return noMachine
  return (await named(write, orders, plantId, machine)) ?? noMachine
}

async function named(
  write: Write,
  orders: OrdersPort,
  plantId: number,
  id: number,
): Promise<StoredMachine | null> {
  const name = (await orders.machineNames(asReads(write), plantId, [id])).get(id)
  return name === undefined ? null : { machine_id: id, machine_name: name }
}

/** A report, locked with its pieces and their orders. */
export interface LockedNcr {
  readonly ncr: StoredNcr
  readonly pieces: readonly QualityPiece[]
}

/** Locks orders, pieces, then the report: all commands use this lock order. The pieces of a report never change. */
export async function lockNcr(
  write: Write,
  orders: OrdersPort,
  plantId: number,
  id: string,
): Promise<LockedNcr> {
  const { rows } = await sql<{ piece_id: number }>`
    select piece_id from ncr_pieces where plant_id = ${plantId} and ncr_id = ${id} order by piece_id`.execute(
    write,
  )
  const ids = rows.map((row) => row.piece_id)
  const pieces = ids.length === 0 ? [] : await orders.lock(write, plantId, ids)
  return { ncr: await rowForUpdate(write, 'ncrs', plantId, id), pieces }
}

export async function insertNcrPieces(
  write: Write,
  plantId: number,
  ncrId: number,
  pieces: readonly QualityPiece[],
): Promise<void> {
  if (pieces.length === 0) return
  const rows = pieces.map(({ id, orderId, serial, netKg }) => ({ id, orderId, serial, netKg }))
  await sql`
    insert into ncr_pieces (ncr_id, piece_id, plant_id, order_id, serial, kg)
    select ${ncrId}, r.id, ${plantId}, r."orderId", r.serial, r."netKg"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, "orderId" bigint, serial text, "netKg" numeric)`.execute(
    write,
  )
}

interface NewNcrEvent {
  readonly action: NcrAction
  readonly from: NcrStatus | null
  readonly to: NcrStatus
  readonly note: string
  readonly disposition: NcrDisposition | null
}

export async function insertNcrEvent(
  write: Write,
  actor: Actor,
  ncrId: number,
  at: Date,
  event: NewNcrEvent,
): Promise<void> {
  const { by, byName } = signed(actor)
  await sql`
    insert into ncr_events (ncr_id, plant_id, at, by_id, by_name, deed, from_status, to_status, note, disposition)
    values (${ncrId}, ${actor.plantId}, ${at}, ${by}, ${byName}, ${event.action}, ${event.from}, ${event.to}, ${event.note},
      ${event.disposition})`.execute(write)
}

/**
 * Updates pieces and their orders from the open reports on them. The pieces are locked, so that no report opens or closes
 * meanwhile. Call it after the quality rows are written.
 */
export async function recalculatePieces(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  pieces: readonly QualityPiece[],
): Promise<void> {
  if (pieces.length === 0) return
  const ids = pieces.map(({ id }) => id)
  const orderIds = [...new Set(pieces.map(({ orderId }) => orderId))]
  const { rows } = await sql<OpenNcr & { piece: number }>`
    select p.piece_id as piece, n.status, n.disposition from ncr_pieces p join ncrs n on n.id = p.ncr_id
    where p.plant_id = ${actor.plantId} and p.piece_id = any(${ids}::bigint[]) and n.closed_at is null`.execute(
    write,
  )
  const counts = await sql<{ orderId: number; count: number }>`
    select o.id as "orderId", (select count(distinct p.ncr_id)::int from ncr_pieces p join ncrs n on n.id = p.ncr_id
      where p.order_id = o.id and n.closed_at is null) as count
    from unnest(${orderIds}::bigint[]) o (id) order by o.id`.execute(write)
  await orders.stand(write, actor, {
    pieces: ids.map((id) => ({ id, to: statusOf(rows.filter(({ piece }) => piece === id)) })),
    openNcrs: counts.rows,
  })
}

/** Stops those of these pieces that have an open report: a report does not stop a piece that is packed or away. */
export async function stopReportedPieces(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  pieceIds: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct p.piece_id as id from ncr_pieces p join ncrs n on n.id = p.ncr_id
    where p.plant_id = ${actor.plantId} and p.piece_id = any(${[...pieceIds]}::bigint[]) and n.closed_at is null`.execute(
    write,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0)
    await recalculatePieces(write, actor, orders, await orders.pieces(asReads(write), actor.plantId, ids))
}

/** Repairs begun on the piece with the most repairs. */
export async function maxRepairs(
  write: Write,
  plantId: number,
  pieceIds: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ most: number | null }>`
    select max(repairs)::int as most from (
      select count(*) as repairs from ncr_pieces p join ncr_events e on e.ncr_id = p.ncr_id
      where p.plant_id = ${plantId} and p.piece_id = any(${[...pieceIds]}::bigint[])
        and e.deed = 'start' and e.disposition = 'repair'
      group by p.piece_id) counted`.execute(write)
  return rows[0]?.most ?? 0
}

/** The lowest repair limit of the projects of these pieces. */
export async function minRepairLimit(
  write: Write,
  orders: OrdersPort,
  plantId: number,
  pieces: readonly QualityPiece[],
): Promise<number> {
  const limits = await orders.repairLimits(asReads(write), plantId, [
    ...new Set(pieces.map(({ projectId }) => projectId)),
  ])
  return Math.min(...limits.values())
}

/** Name of the crew for the report; fails with `not_found` when there is no such crew. */
export async function crewOf(
  write: Write,
  orders: OrdersPort,
  plantId: number,
  crewId: string | null,
): Promise<{ crew_id: number | null; crew_name: string | null }> {
  if (crewId === null) return { crew_id: null, crew_name: null }
  const name = await orders.crewName(asReads(write), plantId, Number(crewId))
  return name === null
    ? fail('not_found', { params: { field: 'crewId' } })
    : { crew_id: Number(crewId), crew_name: name }
}
