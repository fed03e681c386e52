import { sql } from 'kysely'
import { asReads, type Reads, readRows, type Write } from '../../../platform/db/handles.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { OrdersPort } from '../orders.port.ts'

/** The machine chosen by hand; refuses with `not_found` when the plant has no such active machine. */
export async function requireMachine(
  write: Write,
  orders: OrdersPort,
  plantId: number,
  machineId: string,
): Promise<number> {
  const [machine] = await orders.workingMachines(asReads(write), plantId, Number(machineId))
  return machine?.id ?? refuse('not_found', { params: { field: 'machineId' } })
}

/** Says of all pieces of an inspection which machine made them; null: nobody knows. */
export async function setMachine(
  write: Write,
  plantId: number,
  inspectionId: number,
  machineId: number | null,
): Promise<void> {
  await sql`
    update inspection_pieces set machine_id = ${machineId}::bigint
    where plant_id = ${plantId} and inspection_id = ${inspectionId}
      and machine_id is distinct from ${machineId}::bigint`.execute(write)
}

/** The machine of each piece of an inspection that has one. */
export async function machinesOfLot(
  reads: Reads,
  plantId: number,
  inspectionId: number,
): Promise<Map<number, number>> {
  const rows = await readRows(
    reads,
    sql<{ piece: number; machine: number }>`
      select piece_id as piece, machine_id as machine from inspection_pieces
      where plant_id = ${plantId} and inspection_id = ${inspectionId} and machine_id is not null order by piece_id`,
  )
  return new Map(rows.map(({ piece, machine }) => [piece, machine]))
}
