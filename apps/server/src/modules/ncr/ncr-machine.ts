import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { machinesOfLot } from '../inspection/public.ts'
import type { OrdersPort } from '../quality-records/public.ts'

/** A machine as stored in a report or a weld. */
export interface KeptMachine {
  readonly machine_id: number | null
  readonly machine_name: string | null
}
export const noMachine: KeptMachine = { machine_id: null, machine_name: null }

/** The machine chosen by hand, active or not; fails with `not_found` when the plant has no such machine. */
export async function machineOf(
  write: Write,
  orders: OrdersPort,
  plantId: number,
  machineId: string | null,
): Promise<KeptMachine> {
  if (machineId === null) return noMachine
  const kept = await named(write, orders, plantId, Number(machineId))
  return kept ?? fail('not_found', { params: { field: 'machineId' } })
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
): Promise<KeptMachine> {
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
): Promise<KeptMachine | null> {
  const name = (await orders.machineNames(asReads(write), plantId, [id])).get(id)
  return name === undefined ? null : { machine_id: id, machine_name: name }
}
