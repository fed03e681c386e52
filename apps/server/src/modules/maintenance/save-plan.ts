import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { maintenancePlansApi, PlanRow } from '@cloud-factory/contract/maintenance/maintenance-plans'
import { sql } from 'kysely'
import { differences } from '../../platform/audit/differences.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { today } from '../../platform/db/factory-day.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { rejectingBroken } from '../../platform/db/rejecting-broken.ts'
import { deleteRow, insertRow, rowForUpdate, saveRow, signature } from '../../platform/db/signed-rows.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { machineInUse } from './machine-named.ts'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import { baseOf } from './counted-plans.reads.ts'
import { onePlan } from './plans.reads.ts'

type Api = typeof maintenancePlansApi
type PlanInput = BodyOf<Api['POST /api/maintenance-plans']>

/** Dependencies of the commands on a plan. */
interface PlanCommandContext {
  readonly write: Write
  readonly actor: Actor
  readonly now: Date
}

/** Returns the new plan's id. */
export async function createPlan({ write, actor }: PlanCommandContext, input: PlanInput): Promise<string> {
  rejectLongDays(input)
  const machine = await machineInUse(write, actor.plantId, input.machineId)
  const id = await insertRow(write, actor, 'maintenance_plans', {
    ...fieldsOf(input),
    base: await baseFor(write, input),
  })
  await recordAction(write, actor, {
    ...plan,
    action: 'maintenance_plans.create',
    id: String(id),
    name: `${machine.code} ${input.title}`,
    after: input,
  })
  return String(id)
}

/** Changes a plan; writes nothing when nothing differs. */
export async function updatePlan(
  context: PlanCommandContext,
  id: string,
  { version, ...input }: PlanInput & { readonly version: number },
): Promise<void> {
  const { write, actor } = context
  rejectLongDays(input)
  const current = await heldPlan(context, id, version)
  const changes = differences(current, input)
  if (changes === null) return
  const machine = await machineInUse(write, actor.plantId, input.machineId)
  // The start of counting stays unless it was changed itself.
  const counts = (['machineId', 'trigger', 'lastDoneOn'] as const).some((key) => current[key] !== input[key])
  await saveRow(write, actor, 'maintenance_plans', Number(id), {
    ...fieldsOf(input),
    ...(counts ? { base: await baseFor(write, input) } : {}),
  })
  await recordAction(write, actor, {
    ...plan,
    action: 'maintenance_plans.update',
    id,
    name: `${machine.code} ${input.title}`,
    ...changes,
  })
}

/** Deletes a plan that was never done. */
export async function deletePlan(context: PlanCommandContext, id: string, version: number): Promise<void> {
  const { write, actor } = context
  const { title, machine } = await heldPlan(context, id, version)
  await rejectingBroken(null, () => deleteRow(write, actor.plantId, 'maintenance_plans', Number(id)))
  await recordAction(write, actor, {
    ...plan,
    action: 'maintenance_plans.delete',
    id,
    name: `${machine.code} ${title}`,
    before: { title },
  })
}

/** Records that the maintenance was done on a day, today at the latest. The next due date counts from that day. */
export async function donePlan(
  context: PlanCommandContext,
  id: string,
  { version, doneOn, note }: BodyOf<Api['POST /api/maintenance-plans/:id/done']>,
): Promise<void> {
  const { write, actor, now } = context
  const current = await heldPlan(context, id, version)
  if (current.can.done !== true) fail('state.refused', { params: { reason: current.can.done } })
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
    ...plan,
    action: 'maintenance_plans.done',
    id,
    name: `${current.machine.code} ${current.title}`,
    before: { lastDoneOn: current.lastDoneOn },
    after: { lastDoneOn: doneOn, note },
  })
}

const plan = {
  event: 'equipment.plans_changed',
  subjectKind: 'maintenance_plan',
} as const

async function heldPlan(
  { write, actor, now }: PlanCommandContext,
  id: string,
  version: number,
): Promise<PlanRow> {
  await rowForUpdate(write, 'maintenance_plans', actor.plantId, id)
  const current = await onePlan(asReads(write), actor, id, now)
  return current.version === version ? current : fail('version.conflict', { current })
}

const maxDays = 3650
function rejectLongDays({ trigger, every }: PlanInput): void {
  if (trigger === 'days' && every > maxDays)
    fail('request.invalid', { errors: [{ path: 'body.every', reason: 'too_big', limit: maxDays }] })
}

type Counting = Pick<PlanInput, 'machineId' | 'trigger' | 'every' | 'lastDoneOn'>

const dueOf = ({ trigger, every, lastDoneOn }: Counting) =>
  trigger === 'days' ? addDays(lastDoneOn, every) : null

const baseFor = (write: Write, { machineId, trigger, lastDoneOn }: Counting) =>
  baseOf(asReads(write), { machineId: Number(machineId), trigger, lastDoneOn })

const fieldsOf = (input: PlanInput) => ({
  machine_id: Number(input.machineId),
  title: input.title,
  instructions: input.instructions,
  trigger: input.trigger,
  every: input.every,
  last_done_on: input.lastDoneOn,
  notice_days: input.noticeDays,
  due_on: dueOf(input),
  active: input.active,
})
