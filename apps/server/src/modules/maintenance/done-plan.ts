import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { maintenancePlansApi } from '@cloud-factory/contract/maintenance/maintenance-plans'
import { sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { CommandContext } from '../../platform/crud/crud.ts'
import { today } from '../../platform/db/factory-day.ts'
import { asReads } from '../../platform/db/handles.ts'
import { rowForUpdate, saveRow, signature } from '../../platform/db/signed-rows.ts'
import { fail, requireAllowed } from '../../platform/http/domain-error.ts'
import { baseFor, dueOf, onePlan } from './plans.queries.ts'

type Api = typeof maintenancePlansApi

/** Records that the maintenance was done on a day, today at the latest. The next due date counts from that day. */
export async function donePlan(
  { write, actor, now }: CommandContext,
  id: string,
  { version, doneOn, note }: BodyOf<Api['POST /api/maintenance-plans/:id/done']>,
): Promise<void> {
  await rowForUpdate(write, 'maintenance_plans', actor.plantId, id)
  const current = await onePlan(asReads(write), actor, id, now)
  if (current.version !== version) fail('version.conflict', { current })
  requireAllowed(current.can.done)
  const { rows } = await sql<{ day: string }>`select ${today(actor.plantId, now)} as day`.execute(write)
  if (doneOn > (rows[0]?.day ?? doneOn))
    fail('request.invalid', { errors: [{ path: 'body.doneOn', reason: 'day.future' }] })
  if (doneOn < current.lastDoneOn)
    fail('request.invalid', { errors: [{ path: 'body.doneOn', reason: 'day.before_last' }] })
  const who = signature(actor)
  await sql`
    insert into maintenance_deeds (plant_id, plan_id, machine_id, title, done_on, used, note, created_at, created_by,
      created_by_name)
    values (${actor.plantId}, ${Number(id)}, ${Number(current.machineId)}, ${current.title}, ${doneOn}::date,
      ${current.progress?.used ?? null}::numeric, ${note}, ${now}, ${who.updated_by}, ${who.updated_by_name})`.execute(
    write,
  )
  await saveRow(write, actor, 'maintenance_plans', Number(id), {
    last_done_on: doneOn,
    due_on: dueOf({ ...current, lastDoneOn: doneOn }),
    base: await baseFor(write, { ...current, lastDoneOn: doneOn }),
  })
  await recordAction(write, actor, {
    action: 'maintenance_plans.done',
    event: 'equipment.plans_changed',
    subjectKind: 'maintenance_plan',
    id,
    name: `${current.machine.code} ${current.title}`,
    before: { lastDoneOn: current.lastDoneOn },
    after: { lastDoneOn: doneOn, note },
  })
}
