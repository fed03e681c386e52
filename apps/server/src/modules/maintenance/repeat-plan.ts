import { sql } from 'kysely'
import { type CommandContext, ownValues } from '../../platform/crud/crud.ts'
import { createRow } from '../../platform/crud/crud-commands.ts'
import { maintenancePlans } from '@cloud-factory/domain/maintenance/maintenance-resources'
import { asReads } from '../../platform/db/handles.ts'
import { onePlan, planCrud } from './plans.queries.ts'

/**
 * Adds a plan for the other machines in use of the same profile, of any of its versions. A machine that has a plan of
 * that title keeps the one it has. Returns how many were added.
 */
export async function repeatPlan(context: CommandContext, id: string): Promise<{ readonly added: number }> {
  const { write, actor, now } = context
  const plan = await onePlan(asReads(write), actor, id, now)
  const { rows } = await sql<{ id: number }>`
    select m.id from machines m
    join machine_profiles p on p.id = m.profile_id
    join machines own on own.id = ${Number(plan.machineId)}
    join machine_profiles own_profile on own_profile.id = own.profile_id
    where m.plant_id = ${actor.plantId} and m.active and m.source = own.source and p.code = own_profile.code
      and not exists (select from maintenance_plans r where r.machine_id = m.id and r.title = ${plan.title})
    order by m.code for update of m`.execute(write)
  const values = ownValues(maintenancePlans, plan)
  for (const machine of rows)
    await createRow(planCrud(new Map()), context, { ...values, machineId: String(machine.id) })
  return { added: rows.length }
}
