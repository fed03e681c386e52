import {
  loadWeeks,
  maxLoadOrders,
  type ProcessLoad,
} from '@cloud-factory/contract/production-reports/production-reports'
import { addDays, daysBetween, weekdayOf } from '@cloud-factory/domain/numbers/civil-days'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { openOnes } from '../orders/public.ts'
import { factoryWindows, type PlanPort } from '../work-calendar/public.ts'
import { productionReport } from './production-report.queries.ts'
import { plannedStart, plantClock, startOf } from './schedule.queries.ts'

/** Weeks before today that determine the pace of a process; today is incomplete. */
const pastWeeks = 4

interface LoadRow {
  readonly id: number
  readonly starts_on: string
  readonly due_on: string | null
  readonly weight_kg: number
  readonly is_unreleased: boolean
  readonly left: { processId: string; kg: number }[]
}

/** Open orders with what is left of each process that works on pieces; nothing before their release. */
const leftRows = (plantId: number, timeZone: string) => sql<LoadRow>`
  select o.id, ${startOf(timeZone)}::text as starts_on, o.due_on, o.weight_kg, (
    select coalesce(jsonb_agg(jsonb_build_object('processId', c.process::text, 'kg', c.kg - c."doneKg")
      order by p.position, p.id), '[]')
    from jsonb_to_recordset(o.by_process) as c(process bigint, kg numeric, "doneKg" numeric)
      join processes p on p.id = c.process
    where c.kg > c."doneKg" and p.kind = 'work') as left, o.by_process = '[]' as is_unreleased
  from orders o ${plannedStart} where plant_id = ${plantId} and ${openOnes} and progress < 1
  order by due_on nulls last, id limit ${maxLoadOrders + 1}`

/** Load of the processes by open orders, and what they make in a week. */
export async function processLoad(
  { reads, plan }: { readonly reads: Reads; readonly plan: PlanPort },
  actor: Actor,
  now: Date,
): Promise<ProcessLoad> {
  const { plantId } = actor
  const { today, timeZone } = await plantClock(reads, plantId, now)
  const monday = addDays(today, 1 - weekdayOf(today))
  const past = { from: addDays(today, -pastWeeks * 7), to: addDays(today, -1) }
  const last = addDays(monday, loadWeeks * 7 - 1)
  const [{ windows }, { totals }, rows, processes] = await Promise.all([
    factoryWindows(reads, plan, plantId, [past.from, last]),
    productionReport(reads, plantId, { ...past, per: 'month', group: 'none' }, now),
    readRows(reads, leftRows(plantId, timeZone)),
    readRows(
      reads,
      sql<{
        id: number
      }>`select id from processes where plant_id = ${plantId} and kind = 'work' order by position, id`,
    ),
  ])
  const weekHours = plannedHours(windows, past.from, past.to) / pastWeeks
  const share = (from: string, to: string): number =>
    weekHours > 0 ? plannedHours(windows, from, to) / weekHours : (daysBetween(from, to) + 1) / 7
  const made = new Map(totals.map(({ processId, kg }) => [processId, kg]))
  const shown = rows.slice(0, maxLoadOrders)
  const unreleased = shown.filter(({ is_unreleased }) => is_unreleased)
  return {
    today,
    weeks: Array.from({ length: loadWeeks }, (_, at) => {
      const [from, to] = [addDays(monday, at * 7), addDays(monday, at * 7 + 6)]
      return { from, to, share: share(from < today ? today : from, to) }
    }),
    processes: processes.map(({ id }) => ({
      processId: String(id),
      kgPerWeek: (made.get(String(id)) ?? 0) / pastWeeks,
    })),
    orders: shown
      .filter(({ left }) => left.length > 0)
      .map(({ id, starts_on, due_on, left }) => ({
        id: String(id),
        startsOn: starts_on,
        dueOn: due_on,
        left,
      })),
    unreleased: {
      orders: unreleased.length,
      kg: unreleased.reduce((sum, { weight_kg }) => sum + weight_kg, 0),
    },
    more: rows.length > maxLoadOrders,
  }
}

type Windows = Awaited<ReturnType<typeof factoryWindows>>['windows']

/** Hours that the factory is planned to work from one day to another, both included. */
const plannedHours = (windows: Windows, from: string, to: string): number =>
  windows
    .filter(({ day }) => day >= from && day <= to)
    .flatMap(({ planned }) => planned)
    .reduce((sum, span) => sum + (span.to - span.from) / 3_600_000, 0)
