import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type {
  CalendarEntry,
  maintenancePlansApi,
} from '@cloud-factory/contract/maintenance/maintenance-plans'
import { openRepairStatuses, type PlanTrigger } from '@cloud-factory/domain/maintenance/maintenance-enums'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { today } from '../../platform/db/factory-day.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import { countedPlans } from './counted-plans.queries.ts'
import { plansAnd, stateWhere } from './plans.queries.ts'
import { dueFrom } from './equipment-rounds.queries.ts'

type Api = typeof maintenancePlansApi

/** Maximum number of days in a calendar: two months with the weeks around them. */
const maxDays = 62
/** Maximum number of entries per kind. */
const maxEntries = 2000

type EntryRead = Omit<CalendarEntry, 'machineId' | 'repairId'> & {
  readonly machineId: number
  readonly repairId: number | null
}

/** Maintenance that is due, done or reported between two days. */
export async function maintenanceCalendar(
  reads: Reads,
  actor: Actor,
  { from, to }: QueryOf<Api['GET /api/maintenance-calendar']>,
  now: Date,
): Promise<ReplyOf<Api['GET /api/maintenance-calendar']>> {
  if (to < from || to > addDays(from, maxDays - 1))
    fail('request.invalid', { errors: [{ path: 'query.to', reason: 'calendar.days', limit: maxDays }] })
  const { plantId } = actor
  const plans = plansAnd(await countedPlans(reads, plantId, now))
  const due = sql`coalesce(r.due_on, n.due_on)`
  const rows = await readRows(
    reads,
    sql<EntryRead>`
      (select 'plan-' || r.id as id, ${due} as day, 'due' as kind, r.due_on is null as forecast, r.title,
        r.machine_id as "machineId", m.code as machine,
        coalesce(n.state = 'overdue', r.due_on < ${today(plantId, now)}) as urgent, null::bigint as "repairId"
      from ${plans} join machines m on m.id = r.machine_id
      where r.plant_id = ${plantId} and r.active and ${due} between ${from}::date and ${to}::date
      order by ${due}, r.id limit ${maxEntries})
      union all
      (select 'deed-' || d.id, d.done_on, 'done', false, d.title, d.machine_id, m.code, false, null
      from maintenance_deeds d join machines m on m.id = d.machine_id
      where d.plant_id = ${plantId} and d.done_on between ${from}::date and ${to}::date
      order by d.done_on, d.id limit ${maxEntries})
      union all
      (select 'repair-' || r.id, (r.reported_at at time zone p.time_zone)::date, 'repair', false, r.no, r.machine_id, m.code,
        r.stopped and r.status in ('reported', 'accepted', 'working'), r.id
      from repairs r join machines m on m.id = r.machine_id join plants p on p.id = r.plant_id
      where r.plant_id = ${plantId} and r.status <> 'cancelled'
        and r.reported_at >= (${from}::date)::timestamp at time zone p.time_zone
        and r.reported_at < (${to}::date + 1)::timestamp at time zone p.time_zone
      order by r.reported_at, r.id limit ${maxEntries})`,
  )
  const items = rows.map(({ machineId, repairId, ...row }) => ({
    ...row,
    machineId: String(machineId),
    repairId: repairId === null ? null : String(repairId),
  }))
  return { items, total: items.length }
}

/** Numbers of open maintenance tasks. */
export async function maintenanceSummary(
  reads: Reads,
  { plantId }: Actor,
  now: Date,
): Promise<ReplyOf<Api['GET /api/maintenance-summary']>> {
  const day = today(plantId, now)
  const open = sql`r.plant_id = ${plantId} and r.status = any(${[...openRepairStatuses]}::text[])`
  const counted = plansAnd(await countedPlans(reads, plantId, now))
  const plans = (state: 'overdue' | 'due') => sql`(select count(*)::int from ${counted}
    where r.plant_id = ${plantId} and ${stateWhere(state, day)})`
  const [row] = await readRows(
    reads,
    sql<ReplyOf<Api['GET /api/maintenance-summary']>>`select
      (select count(*)::int from ${dueFrom(plantId, now)}) as "checksDue",
      (select count(distinct machine_id)::int from spot_checks where plant_id = ${plantId} and day = ${day}) as "checksDone",
      ${plans('overdue')} as "plansOverdue", ${plans('due')} as "plansDue",
      (select count(*)::int from repairs r where ${open}) as "repairsOpen",
      (select count(*)::int from repairs r where ${open} and r.status = 'reported') as "repairsWaiting",
      (select count(distinct r.machine_id)::int from repairs r where ${open} and r.stopped and r.status <> 'done')
        as "machinesStopped",
      (select count(*)::int from spare_parts where plant_id = ${plantId} and active and stock < min_stock) as "partsShort"`,
  )
  return row ?? fail('not_found')
}

interface ActionRead {
  readonly id: number
  readonly plan_id: number
  readonly machine_id: number
  readonly code: string
  readonly name: string
  readonly title: string
  readonly done_on: string
  readonly used: number | null
  readonly trigger: PlanTrigger
  readonly note: string
  readonly by: string
  readonly at: Date
}

const actionSorts = bothWays({ doneOn: ['d.done_on', 'd.id'] })

/** Maintenance that was done, newest first. */
export async function listActions(
  reads: Reads,
  actor: Actor,
  query: QueryOf<Api['GET /api/maintenance-actions']>,
): Promise<ReplyOf<Api['GET /api/maintenance-actions']>> {
  const where = allOf([
    sql`d.plant_id = ${actor.plantId}`,
    query.machineId === undefined ? null : sql`d.machine_id = ${query.machineId}`,
    query.planId === undefined ? null : sql`d.plan_id = ${query.planId}`,
  ])
  const { rows, total } = await countedPage(
    reads,
    sql<ActionRead>`select d.id, d.plan_id, d.machine_id, m.code, m.name, d.title, d.done_on, d.used,
          p.trigger, d.note, d.created_by_name as by, d.created_at as at
        from maintenance_deeds d join machines m on m.id = d.machine_id join maintenance_plans p on p.id = d.plan_id where ${where}
        order by ${actionSorts[query.sort ?? '-doneOn']} ${limitOf(query)}`,
    sql`maintenance_deeds d`,
    where,
  )
  return {
    items: rows.map((row) => ({
      id: String(row.id),
      planId: String(row.plan_id),
      machineId: String(row.machine_id),
      machine: { code: row.code, name: row.name },
      title: row.title,
      doneOn: row.done_on,
      used: row.used,
      trigger: row.trigger,
      note: row.note,
      by: row.by,
      at: row.at.toISOString(),
    })),
    total,
  }
}

/** Codes of machines that stand because somebody repairs them. */
export const machinesUnderRepair = async (reads: Reads, plantId: number): Promise<string[]> =>
  (
    await readRows(
      reads,
      sql<{ readonly code: string }>`
        select distinct m.code from repairs r join machines m on m.id = r.machine_id
        where r.plant_id = ${plantId} and r.status = 'working' and r.stopped`,
    )
  ).map(({ code }) => code)
