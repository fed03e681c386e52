import { sql } from 'kysely'
import type { DashboardOutput } from '@cloud-factory/contract/dashboard/dashboard'
import { outputProcess } from '@cloud-factory/contract/planning/output-process.rules'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { today } from '../../platform/db/factory-day.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { shownInfo } from '../displays/public.ts'
import { productionReport } from '../production-reports/public.ts'
import { processesOf } from '../production/public.ts'
import { factoryWindows, type PlanPort } from '../work-calendar/public.ts'

interface Span {
  readonly from: number
  readonly to: number
}
interface Window {
  readonly day: string
  readonly planned: readonly Span[]
}
interface Part {
  /** `YYYY-MM`. */
  readonly month: string
  /** The working days of the month that count. */
  readonly test: (day: string) => boolean
  /** Planned work after this instant is left out. */
  readonly until: number
}

const lengthOf = (windows: readonly Window[], until: number): number =>
  windows
    .flatMap(({ planned }) => planned)
    .reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, until) - from), 0)

/**
 * The part of a month's target for some of its planned working time, kg; the target is spread evenly over planned minutes.
 * Null: no planned working time in the month.
 */
export function planUntil(targetKg: number, windows: readonly Window[], part: Part): number | null {
  const ofMonth = windows.filter(({ day }) => day.startsWith(part.month))
  const whole = lengthOf(ofMonth, Infinity)
  if (whole === 0) return null
  return (
    (targetKg *
      lengthOf(
        ofMonth.filter(({ day }) => part.test(day)),
        part.until,
      )) /
    whole
  )
}

interface ReadContext {
  readonly reads: Reads
  readonly now: Date
  /** Shifts and workshops, for the working calendar. */
  readonly plan: PlanPort
}

interface Month {
  readonly today: string
  readonly first: string
  readonly last: string
  readonly before: string
  readonly after: string
}

/** Tonnes of the process that counts as output, today and this month, with the published target. */
export async function dashboardOutput(
  { reads, now, plan: planPort }: ReadContext,
  plantId: number,
): Promise<DashboardOutput> {
  const month = await monthOf(reads, plantId, now)
  const [processes, info, { windows }] = await Promise.all([
    processesOf(reads, plantId),
    shownInfo(reads, plantId),
    factoryWindows(reads, planPort, plantId, [month.before, month.after]),
  ])
  // A night shift belongs to the day on which it began.
  const running = windows.find(({ from, to }) => from <= now.getTime() && now.getTime() < to)
  const day = running?.day ?? month.today
  const targets = (info?.content.targets ?? []).filter((target) => target.month === day.slice(0, 7))
  const named = processes.map((process) => ({ ...process, id: String(process.id) }))
  const id = outputProcess(
    named,
    targets.map(({ processId }) => processId),
  )
  const process = named.find((one) => one.id === id)
  if (process === undefined) return fail('not_found')
  const scope = { from: `${day.slice(0, 8)}01`, to: day, processId: process.id }
  const { rows } = await productionReport(reads, plantId, { ...scope, per: 'day', group: 'none' }, now)
  const days = rows.map(({ period, kg }) => ({ day: period, kg }))
  const target = targets.find(({ processId }) => processId === process.id)
  const targetKg = target === undefined ? null : Number(target.tonnes) * 1000
  const plan = (test: (of: string) => boolean, until = Infinity) =>
    targetKg === null ? null : planUntil(targetKg, windows, { month: day.slice(0, 7), test, until })
  return {
    process: { id: process.id, names: process.names },
    day,
    daysInMonth: Number(month.last.slice(8)),
    days,
    today: {
      kg: days.find((one) => one.day === day)?.kg ?? 0,
      planKg: plan((of) => of === day),
      planNowKg: plan((of) => of === day, now.getTime()),
    },
    month: {
      kg: days.reduce((sum, { kg }) => sum + Math.round(kg * 1000), 0) / 1000,
      planKg: targetKg,
      planNowKg: plan(() => true, now.getTime()),
    },
    to: `/order/report?from=${scope.from}&to=${scope.to}&processId=${process.id}`,
  }
}

async function monthOf(reads: Reads, plantId: number, now: Date): Promise<Month> {
  const [row] = await readRows(
    reads,
    sql<Month>`select t::text as today, date_trunc('month', t)::date::text as first,
      (date_trunc('month', t) + interval '1 month - 1 day')::date::text as last,
      (date_trunc('month', t) - interval '1 day')::date::text as before,
      (date_trunc('month', t) + interval '1 month')::date::text as after
      from (select ${today(plantId, now)} as t) days`,
  )
  return row ?? fail('not_found')
}
