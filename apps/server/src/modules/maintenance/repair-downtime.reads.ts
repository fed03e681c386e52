import type { MachineState } from '@cloud-factory/domain/machines/equipment-enums'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { type PlanPort, workPlan, clockAt, type Span, windowsOf } from '../work-calendar/public.ts'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import { type Downtime, downtimeOf, stoodFor } from './repair-downtime.rules.ts'

/** The data of a repair order that determine its downtime. */
interface DowntimeOrder {
  readonly id: number
  readonly plantId: number
  readonly machineId: number
  readonly stopped: boolean
  readonly reportedAt: Date
  /** End of the work. */
  readonly finishedAt: Date
  /** Its verification, or now if it is not verified yet. */
  readonly until: Date
}

/** Downtime of a machine caused by a repair order; null: it did not stop. */
export type DowntimeQuestion = (reads: Reads, order: DowntimeOrder) => Promise<Downtime | null>

/** Of an order that was open for longer, only the last year counts. */
const longestMs = 366 * 86_400_000

interface IntervalRead {
  readonly state: MachineState
  readonly t0: Date
  readonly t1: Date | null
  readonly planned: boolean
}

/** Computes downtime from the machine's intervals, its workshop's calendar and earlier orders. */
export const repairDowntime =
  (plan: PlanPort): DowntimeQuestion =>
  async (reads, order) => {
    const to = order.until.getTime()
    const time = { from: Math.max(order.reportedAt.getTime(), to - longestMs), to }
    const intervals = (await readRows(reads, intervalsIn(order.machineId, time))).map(
      ({ state, t0, t1, planned }) => ({
        state,
        from: t0.getTime(),
        to: t1?.getTime() ?? to,
        isPlanned: planned,
      }),
    )
    const before = await readRows(reads, earlierOrders(order))
    const earlier = before.map((row) => spanOf(row.reported_at, row.verified_at))
    const planned = intervals.length === 0 ? [] : await plannedIn(reads, plan, order, time)
    return downtimeOf(stoodFor({ time, earlier, planned }, intervals), {
      stopped: order.stopped,
      time: { from: time.from, to: order.finishedAt.getTime() },
      earlier: before.flatMap((row) => (row.stopped ? [spanOf(row.reported_at, row.finished_at)] : [])),
    })
  }

const spanOf = (from: Date, to: Date | null): Span => ({
  from: from.getTime(),
  to: to?.getTime() ?? Number.POSITIVE_INFINITY,
})

const intervalsIn = (machineId: number, { from, to }: Span) => sql<IntervalRead>`
  select i.state, i.t0, i.t1, coalesce(s.kind = 'planned', false) as planned
  from machine_intervals i left join stop_reasons s on s.id = i.reason_id
  where i.machine_id = ${machineId} and i.t0 < ${new Date(to)} and (i.t1 is null or i.t1 > ${new Date(from)})
    and i.t0 >= coalesce((select t0 from machine_intervals where machine_id = ${machineId} and t0 <= ${new Date(from)}
      order by t0 desc limit 1), '-infinity')
  order by i.t0`

const earlierOrders = ({ id, plantId, machineId, reportedAt, until }: DowntimeOrder) => sql<{
  reported_at: Date
  finished_at: Date | null
  verified_at: Date | null
  stopped: boolean
}>`
  select r.reported_at, r.finished_at, r.verified_at, r.stopped from repairs r
  where r.plant_id = ${plantId} and r.machine_id = ${machineId} and r.status <> 'cancelled' and r.reported_at < ${until}
    and (r.reported_at, r.id) < (${reportedAt}::timestamptz, ${id}::bigint)
    and (r.verified_at is null or r.verified_at > ${reportedAt})
  order by r.reported_at desc limit 200`

async function plannedIn(
  reads: Reads,
  plan: PlanPort,
  { plantId, machineId }: DowntimeOrder,
  { from, to }: Span,
): Promise<Span[]> {
  const days = [addDays(clockAt(from, 'UTC').day, -2), addDays(clockAt(to, 'UTC').day, 1)] as const
  const work = await workPlan(reads, plan, plantId, days)
  const [machine] = await readRows(
    reads,
    sql<{ workshop_id: number | null }>`select workshop_id from machines where id = ${machineId}`,
  )
  return windowsOf(work.calendarOf(machine?.workshop_id ?? null), ...days)
    .flatMap(({ planned }) => planned)
    .filter((span) => span.from < to && span.to > from)
}
