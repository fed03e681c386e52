import type { DueTerm } from '@cloud-factory/domain/inbox/record-kinds'
import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { maintenancePlansApi, PlanRow } from '@cloud-factory/contract/maintenance/maintenance-plans'
import { maintenancePlans, maxPlanDays } from '@cloud-factory/domain/maintenance/maintenance-resources'
import type { PlanState } from '@cloud-factory/domain/maintenance/maintenance-enums'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { today } from '../../platform/db/factory-day.ts'
import { type Crud, listRows, type LoadedCrud, oneRow } from '../../platform/crud/crud.ts'
import { asReads, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { waitingIn } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import { baseOf, type CountedPlan, countedPlans } from './counted-plans.queries.ts'
import { machineInUse } from './report-repair.ts'
import { planState } from './plans.rules.ts'
import { canKeep, canMaintain } from './repairs.rules.ts'
import type { Tables } from '../../platform/db/schema.ts'

type Api = typeof maintenancePlansApi

interface PlanRead {
  readonly code: string
  readonly name: string
  readonly today: string
  readonly done: boolean
}
type StoredPlan = Selectable<Tables['maintenance_plans']> & PlanRead

type CountedPlans = ReadonlyMap<number, CountedPlan>

/** Plans `r` joined with their counted results `n`: due_on and state, null for calendar plans. */
export function plansAnd(counted: CountedPlans): RawBuilder<unknown> {
  const all = [...counted.values()]
  return sql`maintenance_plans r left join unnest(${all.map(({ id }) => id)}::bigint[],
    ${all.map(({ dueOn }) => dueOn)}::date[], ${all.map(({ state }) => state)}::text[]) n (id, due_on, state)
    on n.id = r.id`
}
const due = 'coalesce(r.due_on, n.due_on)'
/** Plans with what was counted of them. */
export const planCrud = (counted: CountedPlans): Crud<typeof maintenancePlans, Api, PlanRead> => ({
  resource: maintenancePlans,
  columns: ({ actor, now }) => sql`m.code, m.name, ${today(actor.plantId, now)} as today,
    exists (select from maintenance_deeds d where d.plan_id = r.id) as done`,
  from: () => sql`${plansAnd(counted)} join machines m on m.id = r.machine_id`,
  sorts: { due: [due, 'r.id'], machine: ['m.code', due, 'r.id'], title: ['r.title', 'r.id'] },
  words: sql`m.code || ' ' || m.name || ' ' || r.title`,
  conditions: ({ state = [], machineId }, { actor, now }) => {
    const states = state.map((word) => stateWhere(word, today(actor.plantId, now)))
    return [
      machineId === undefined ? null : sql`r.machine_id = ${machineId}`,
      states.length === 0 ? null : sql`(${sql.join(states, sql` or `)})`,
    ]
  },
  view: (row, { actor: { tags } }) => {
    const edit = canKeep(tags)
    const done = canMaintain(tags)
    return {
      machine: { code: row.code, name: row.name },
      ...standOf(row, counted.get(row.id)),
      updatedAt: row.updated_at.toISOString(),
      updatedBy: row.updated_by_name,
      can: {
        edit,
        delete: edit === true && row.done ? 'in_use' : edit,
        done: done === true && !row.active ? 'plan.off' : done,
      },
    }
  },
  check: async ({ write, actor }, { trigger, every, machineId }) => {
    if (trigger === 'days' && every > maxPlanDays)
      fail('request.invalid', { errors: [{ path: 'body.every', reason: 'too_big', limit: maxPlanDays }] })
    await machineInUse(write, actor.plantId, machineId)
  },
  stored: async (input, { write }, before) => {
    // The start of counting stays unless it was changed itself.
    const counts = (['machineId', 'trigger', 'lastDoneOn'] as const).some(
      (key) => before?.[key] !== input[key],
    )
    return { due_on: dueOf(input), ...(counts && { base: await baseFor(write, input) }) }
  },
  named: async ({ write }, { machineId, title }) => {
    const { rows } = await sql<{
      code: string
    }>`select code from machines where id = ${Number(machineId)}`.execute(write)
    return `${rows[0]?.code} ${title}`
  },
})

export const planCruds: LoadedCrud<typeof maintenancePlans, Api, PlanRead> = {
  resource: maintenancePlans,
  load: async (reads, { actor, now }, id) =>
    planCrud(await countedPlans(reads, actor.plantId, now, id === null ? undefined : Number(id))),
}

/** One page of plans, earliest due date first. */
export async function listPlans(
  reads: Reads,
  actor: Actor,
  query: QueryOf<Api['GET /api/maintenance-plans']>,
  now: Date,
): Promise<ReplyOf<Api['GET /api/maintenance-plans']>> {
  const context = { actor, now }
  return listRows(await planCruds.load(reads, context, null), reads, context, query)
}

/** Fails with `not_found` when the plant has no such plan. */
export async function onePlan(reads: Reads, actor: Actor, id: string, now: Date): Promise<PlanRow> {
  const context = { actor, now }
  return oneRow(await planCruds.load(reads, context, id), reads, context, id)
}

type Counting = Pick<PlanRow, 'machineId' | 'trigger' | 'every' | 'lastDoneOn'>

export const dueOf = ({ trigger, every, lastDoneOn }: Counting) =>
  trigger === 'days' ? addDays(lastDoneOn, every) : null

export const baseFor = (write: Write, { machineId, trigger, lastDoneOn }: Counting) =>
  baseOf(asReads(write), { machineId: Number(machineId), trigger, lastDoneOn })

/** The same rule as `planState`; counted plans have their state already. */
export function stateWhere(state: PlanState, day: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (state) {
    case 'off':
      return sql`not r.active`
    case 'untold':
      return sql`n.state = 'untold'`
    case 'overdue':
      return sql`r.active and (r.due_on < ${day} or n.state = 'overdue')`
    case 'due':
      return sql`r.active and ((r.due_on >= ${day} and r.due_on <= ${day} + r.notice_days::int) or n.state = 'due')`
    case 'later':
      return sql`r.active and (r.due_on > ${day} + r.notice_days::int or n.state = 'later')`
  }
}

function standOf(
  { active, due_on: dueOn, today: day, notice_days: noticeDays }: StoredPlan,
  counted: CountedPlan | undefined,
): Pick<PlanRow, 'dueOn' | 'progress' | 'state'> {
  if (counted === undefined) {
    const days = { today: day, noticeUntil: addDays(day, noticeDays) }
    return { dueOn, progress: null, state: planState({ active, dueOn }, days) }
  }
  const { used, unit, perDay, state } = counted
  return { dueOn: counted.dueOn, progress: { used: rounded(used), unit, perDay: rounded(perDay) }, state }
}

const rounded = (amount: number | null): number | null =>
  amount === null ? null : Math.round(amount * 10) / 10

/** Active plans that are due or overdue. What is counted has no fixed day: it is due once after each time it was done. */
export async function duePlans(reads: Reads, plantId: number, now: Date, since: string): Promise<DueTerm[]> {
  const day = today(plantId, now)
  const plans = plansAnd(await countedPlans(reads, plantId, now))
  return readRows(
    reads,
    sql<DueTerm>`select r.machine_id as id, 'plan-' || r.id || '/' || coalesce(r.due_on, r.last_done_on) as term,
        coalesce(r.due_on, n.due_on, ${day}) as "dueOn", (${stateWhere('overdue', day)}) as "isOverdue"
      from ${plans} where r.plant_id = ${plantId} and coalesce(r.due_on, n.due_on, ${day}) >= ${since}::date
        and (${stateWhere('due', day)} or ${stateWhere('overdue', day)}) order by 3, r.id`,
  )
}

/** Repair orders that were reported after a time and that nobody has accepted. */
export async function reportedRepairs(
  reads: Reads,
  plantId: number,
  { since }: { readonly since: Date },
): Promise<{ id: number; no: string; what: string }[]> {
  return readRows(
    reads,
    sql<{ id: number; no: string; what: string }>`
      select r.id, r.no, concat_ws(' ', r.no, m.code, r.description) as what
      from repairs r join machines m on m.id = r.machine_id
      where r.plant_id = ${plantId} and r.status = 'reported' and r.reported_at > ${since}
      order by r.reported_at, r.id`,
  )
}

/** Repairs that are done and wait for their acceptance. */
export const repairsToAccept = (reads: Reads, plantId: number) =>
  waitingIn(reads, plantId, { table: 'repairs', status: 'done', since: 'finished_at' })
