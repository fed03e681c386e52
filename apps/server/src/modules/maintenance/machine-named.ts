import { sql } from 'kysely'
import type { MachineClass } from '@cloud-factory/domain/machines/equipment-enums'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'

interface NamedMachine {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly class: MachineClass
}

/** The machine, locked against changes until the transaction ends. Rejects an unknown machine and one that is out of use. */
export async function machineInUse(write: Write, plantId: number, id: string): Promise<NamedMachine> {
  const { rows } = await sql<NamedMachine & { readonly active: boolean }>`
    select m.id, m.code, m.name, m.active, p.class from machines m join machine_profiles p on p.id = m.profile_id
    where m.plant_id = ${plantId} and m.id = ${Number(id)} and m.source <> 'sim' for key share of m`.execute(
    write,
  )
  const machine = rows[0] ?? fail('not_found', { params: { field: 'machineId' } })
  if (!machine.active) fail('state.refused', { params: { reason: 'machine.retired', code: machine.code } })
  return machine
}
