import './maintenance.tables.ts'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { maintenancePlansApi, PlanRow } from '@cloud-factory/contract/maintenance-plans'
import { sql } from 'kysely'
import { differences } from '../../../platform/audit/differences.ts'
import { recordDeed } from '../../../platform/audit/record-deed.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { today } from '../../../platform/db/factory-day.ts'
import { asReads, type Write } from '../../../platform/db/handles.ts'
import { refusingBroken } from '../../../platform/db/refusing-broken.ts'
import { deleteRow, insertRow, rowForUpdate, saveRow, signature } from '../../../platform/db/signed-rows.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { machineInUse } from './machine-named.ts'
import { dayAfter } from '../calendar/civil-time.rules.ts'
import { baseOf } from './counted-plans.reads.ts'
import { onePlan } from './plans.reads.ts'

type Api = typeof maintenancePlansApi
type PlanInput = BodyOf<Api['POST /api/maintenance-plans']>

/** What verbs on a plan need. */
interface PlanVerb {
  readonly write: Write
  readonly actor: Actor
  readonly now: Date
}

/** Returns the new plan's id. */
export async function createPlan({ write, actor }: PlanVerb, input: PlanInput): Promise<string> {
  refuseLongDays(input)
  const machine = await machineInUse(write, actor.plantId, input.machineId)
  const id = await insertRow(write, actor, 'maintenance_plans', {
    ...fieldsOf(input),
    base: await baseFor(write, input),
  })
  await recordDeed(write, actor, {
    ...plan,
    action: 'maintenance_plans.create',
    id: String(id),
    name: `${machine.code} ${input.title}`,
    after: input,
  })
  return String(id)
}

/** Changes a plan; nothing is written when nothing differs. */
export async function updatePlan(
  verb: PlanVerb,
  id: string,
  { version, ...input }: PlanInput & { readonly version: number },
): Promise<void> {
  const { write, actor } = verb
  refuseLongDays(input)
  const current = await heldPlan(verb, id, version)
  const changes = differences(current, input)
  if (changes === null) return
  const machine = await machineInUse(write, actor.plantId, input.machineId)
  // Where and from when is counted stays, unless that is what was changed.
  const counts = (['machineId', 'trigger', 'lastDoneOn'] as const).some((key) => current[key] !== input[key])
  await saveRow(write, actor, 'maintenance_plans', Number(id), {
    ...fieldsOf(input),
    ...(counts ? { base: await baseFor(write, input) } : {}),
  })
  await recordDeed(write, actor, {
    ...plan,
    action: 'maintenance_plans.update',
    id,
    name: `${machine.code} ${input.title}`,
    ...changes,
  })
}

/** Deletes a plan that was never done. */
export async function deletePlan(verb: PlanVerb, id: string, version: number): Promise<void> {
  const { write, actor } = verb
  const { title, machine } = await heldPlan(verb, id, version)
  await refusingBroken(null, () => deleteRow(write, actor.plantId, 'maintenance_plans', Number(id)))
  await recordDeed(write, actor, {
    ...plan,
    action: 'maintenance_plans.delete',
    id,
    name: `${machine.code} ${title}`,
    before: { title },
  })
}

/** Says that it was done on a day, today at the latest: its next day is counted from there. */
export async function donePlan(
  verb: PlanVerb,
  id: string,
  { version, doneOn, note }: BodyOf<Api['POST /api/maintenance-plans/:id/done']>,
): Promise<void> {
  const { write, actor, now } = verb
  const current = await heldPlan(verb, id, version)
  if (current.can.done !== true) refuse('state.refused', { params: { reason: current.can.done } })
  const { rows } = await sql<{ day: string }>`select ${today(actor.plantId, now)} as day`.execute(write)
  if (doneOn > (rows[0]?.day ?? doneOn))
    refuse('request.invalid', { errors: [{ path: 'body.doneOn', reason: 'day.future' }] })
  if (doneOn < current.lastDoneOn)
    refuse('request.invalid', { errors: [{ path: 'body.doneOn', reason: 'day.before_last' }] })
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
  await recordDeed(write, actor, {
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

async function heldPlan({ write, actor, now }: PlanVerb, id: string, version: number): Promise<PlanRow> {
  await rowForUpdate(write, 'maintenance_plans', actor.plantId, id)
  const current = await onePlan(asReads(write), actor, id, now)
  return current.version === version ? current : refuse('version.conflict', { current })
}

const mostDays = 3650
function refuseLongDays({ trigger, every }: PlanInput): void {
  if (trigger === 'days' && every > mostDays)
    refuse('request.invalid', { errors: [{ path: 'body.every', reason: 'too_big', limit: mostDays }] })
}

type Counting = Pick<PlanInput, 'machineId' | 'trigger' | 'every' | 'lastDoneOn'>

const dueOf = ({ trigger, every, lastDoneOn }: Counting) =>
  trigger === 'days' ? dayAfter(lastDoneOn, every) : null

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
