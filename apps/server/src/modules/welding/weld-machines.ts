import { asReads, type Write } from '../../platform/db/handles.ts'
import { type KeptMachine, machineOf, noMachine } from '../ncr/public.ts'
import type { OrdersPort } from '../quality-records/public.ts'

/**
 * The machine for the welds of each of these pieces: the given one, otherwise the welding machine of the piece's last work report. Fails with
 * `not_found` when the plant has no machine with this id.
 */
export async function machinesOfWelds(
  write: Write,
  orders: OrdersPort,
  plantId: number,
  pieceIds: readonly number[],
  machineId?: string,
): Promise<(pieceId: number) => KeptMachine> {
  if (machineId !== undefined) {
    const chosen = await machineOf(write, orders, plantId, machineId)
    return () => chosen
  }
  const reads = asReads(write)
  const machines = await orders.weldingMachines(reads, plantId, pieceIds)
  const names = await orders.machineNames(reads, plantId, [...machines.values()])
  return (pieceId) => {
    const id = machines.get(pieceId)
    const name = id === undefined ? undefined : names.get(id)
    return id === undefined || name === undefined ? noMachine : { machine_id: id, machine_name: name }
  }
}
