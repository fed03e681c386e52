import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { maintenancePlansApi, PlanRow } from '@cloud-factory/contract/maintenance/maintenance-plans'
import type { PlanState } from '@cloud-factory/domain/maintenance/maintenance-enums'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { today } from '../../platform/db/factory-day.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countOf, limitOf } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import { type CountedPlan, countedPlans } from './counted-plans.reads.ts'
import { planState } from './plans.rules.ts'
import { canKeep, canMaintain } from './repairs.rules.ts'
import type { Tables } from '../../platform/db/schema.ts'

type Api = typeof maintenancePlansApi
type PlansQuery = QueryOf<Api['GET /api/maintenance-plans']>

type PlanRead = Selectable<Tables['maintenance_plans']> & {
  readonly code: string
  readonly name: string
  readonly today: string
  readonly done: boolean
}

const due = 'coalesce(r.due_on, n.due_on)'
const sorts = bothWays({
  due: [due, 'r.id'],
  machine: ['m.code', due, 'r.id'],
  title: ['r.title', 'r.id'],
})
type CountedPlans = ReadonlyMap<number, CountedPlan>

/** Plans `r` joined with their counted results `n`: due_on and state, null for calendar plans. */
export function plansAnd(counted: CountedPlans): RawBuilder<unknown> {
  const all = [...counted.values()]
  return sql`maintenance_plans r left join unnest(${all.map(({ id }) => id)}::bigint[],
    ${all.map(({ dueOn }) => dueOn)}::date[], ${all.map(({ state }) => state)}::text[]) n (id, due_on, state)
    on n.id = r.id`
}
const withMachine = (counted: CountedPlans) =>
  sql`${plansAnd(counted)} join machines m on m.id = r.machine_id`
const columns = (plantId: number, now: Date) => sql`r.*, m.code, m.name, ${today(plantId, now)} as today,
  exists (select from maintenance_deeds d where d.plan_id = r.id) as done`

/** One page of plans, earliest due date first. */
export async function listPlans(
  reads: Reads,
  actor: Actor,
  query: PlansQuery,
  now: Date,
): Promise<ReplyOf<Api['GET /api/maintenance-plans']>> {
  const where = plansWhere(actor.plantId, query, now)
  const counted = await countedPlans(reads, actor.plantId, now)
  const from = withMachine(counted)
  const [rows, matches] = await Promise.all([
    readRows(
      reads,
      sql<PlanRead>`select ${columns(actor.plantId, now)} from ${from} where ${where}
        order by ${sorts[query.sort ?? 'due']} ${limitOf(query)}`,
    ),
    readRows(reads, countOf(from, where)),
  ])
  return { items: rows.map((row) => planView(row, actor, counted)), total: matches[0]?.total ?? 0 }
}

function plansWhere(plantId: number, query: PlansQuery, now: Date): RawBuilder<unknown> {
  const { q = '', state = [], machineId } = query
  const states = state.map((word) => stateWhere(word, today(plantId, now)))
  return allOf([
    sql`r.plant_id = ${plantId}`,
    machineId === undefined ? null : sql`r.machine_id = ${machineId}`,
    states.length === 0 ? null : sql`(${sql.join(states, sql` or `)})`,
    q === '' ? null : sql`strpos(lower(m.code || ' ' || m.name || ' ' || r.title), lower(${q})) > 0`,
  ])
}

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

/** Fails with `not_found` when the plant has no such plan. */
export async function onePlan(reads: Reads, actor: Actor, id: string, now: Date): Promise<PlanRow> {
  const counted = await countedPlans(reads, actor.plantId, now, Number(id))
  const [row] = await readRows(
    reads,
    sql<PlanRead>`select ${columns(actor.plantId, now)} from ${withMachine(counted)}
      where r.plant_id = ${actor.plantId} and r.id = ${Number(id)}`,
  )
  return row === undefined ? fail('not_found') : planView(row, actor, counted)
}

function planView(row: PlanRead, { tags }: Actor, counted: CountedPlans): PlanRow {
  const edit = canKeep(tags)
  const done = canMaintain(tags)
  return {
    id: String(row.id),
    machineId: String(row.machine_id),
    machine: { code: row.code, name: row.name },
    title: row.title,
    instructions: row.instructions,
    trigger: row.trigger,
    every: row.every,
    lastDoneOn: row.last_done_on,
    noticeDays: row.notice_days,
    active: row.active,
    ...standOf(row, counted.get(row.id)),
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
    version: row.version,
    can: {
      edit,
      delete: edit === true && row.done ? 'in_use' : edit,
      done: done === true && !row.active ? 'plan.off' : done,
    },
  }
}

function standOf(
  { active, due_on: dueOn, today: day, notice_days: noticeDays }: PlanRead,
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
