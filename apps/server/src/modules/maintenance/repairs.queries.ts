import { clockAt } from '@cloud-factory/domain/numbers/zone-clock'
import type { MachineState } from '@cloud-factory/domain/machines/equipment-enums'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { type PlanPort, workPlan, type Span, windowsOf } from '../work-calendar/public.ts'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import { type Downtime, downtimeOf, stoodFor, canReport, repairCan } from './repairs.rules.ts'
import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { RepairStatus } from '@cloud-factory/domain/maintenance/maintenance-enums'
import type { RepairDetail, RepairRow, repairsApi } from '@cloud-factory/contract/maintenance/repairs'
import { subjectHistory } from '../../platform/audit/history.queries.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { deciderOf, decidersOf } from '../../platform/auth/four-eyes.queries.ts'
import type { Decider } from '../../platform/auth/four-eyes.rules.ts'
import { allOf, bothWays, countedPage, limitOf, type PageQuery } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { type AssigneeColumns, assigneeView, assigneeWhere, withAssignee } from '../inbox/public.ts'
import { photosOf } from '../../platform/files/photos.store.ts'
import type { Tables } from '../../platform/db/schema.ts'

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

type Api = typeof repairsApi
type RepairsQuery = QueryOf<Api['GET /api/repairs']>

type RepairRead = Selectable<Tables['repairs']> &
  AssigneeColumns & {
    readonly machine_code: string
    readonly machine_name: string
    readonly photos: number
  }

const sorts = {
  ...bothWays({
    no: ['r.id'],
    reportedAt: ['r.reported_at', 'r.id'],
    assignee: ['r.assignee_name', 'r.id'],
  }),
  downtime: sql`r.downtime_s nulls last, r.id`,
  '-downtime': sql`r.downtime_s desc nulls last, r.id desc`,
}

const repairs = sql`${withAssignee('repairs')} r`
const columns = sql`r.*, m.code as machine_code, m.name as machine_name,
  (select count(*)::int from maintenance_photos p where p.repair_id = r.id) as photos`

/** One page of repair orders, newest first, and how many match. */
export async function listRepairs(
  reads: Reads,
  actor: Actor,
  query: RepairsQuery,
): Promise<ReplyOf<Api['GET /api/repairs']>> {
  const where = repairsWhere(actor.plantId, query)
  const { rows, total } = await countedPage(reads, repairsOf(where, query), sql`repairs r`, where)
  const ids = rows.map(({ id: repairId }) => repairId)
  const who = await decidersOf(reads, actor, ['repair_verify'], ids)
  return {
    items: rows.map((row) => repairView(row, who(row.id))),
    total,
    can: { report: canReport(actor.tags) },
  }
}

export function repairsOf(
  where: RawBuilder<unknown>,
  query: PageQuery & { readonly sort?: RepairsQuery['sort'] },
): RawBuilder<RepairRead> {
  const order = sorts[query.sort ?? '-reportedAt']
  return sql<RepairRead>`with page as (select r.id as page_id from ${repairs} where ${where} order by ${order} ${limitOf(query)})
    select ${columns} from page join ${repairs} on r.id = page_id join machines m on m.id = r.machine_id
    order by ${order}`
}

export function repairsWhere(plantId: number, query: RepairsQuery): RawBuilder<unknown> {
  const pattern = searchPattern(query.q ?? '')
  const oneOf = (column: string, words: readonly string[] = []) =>
    words.length === 0 ? null : sql`${sql.ref(column)} = any(${[...words]}::text[])`
  return allOf([
    sql`r.plant_id = ${plantId}`,
    oneOf('r.status', query.status),
    oneOf('r.source', query.source),
    oneOf('r.symptom', query.symptom),
    query.machineId === undefined ? null : sql`r.machine_id = ${query.machineId}`,
    query.stopped === undefined ? null : sql`r.stopped`,
    assigneeWhere(query.assigneeId),
    pattern === null
      ? null
      : sql`(r.search like ${pattern} or r.no = ${(query.q ?? '').trim().toUpperCase()})`,
  ])
}

/** Fails with `not_found` when the plant has no such order. */
export async function oneRepair(reads: Reads, actor: Actor, id: string): Promise<RepairDetail> {
  const [row] = await readRows(
    reads,
    sql<RepairRead>`select ${columns} from ${repairs} join machines m on m.id = r.machine_id
      where r.plant_id = ${actor.plantId} and r.id = ${Number(id)}`,
  )
  if (row === undefined) return fail('not_found')
  const [photoList, parts, who] = await Promise.all([
    photosOf(reads, actor.plantId, { table: 'maintenance_photos', of: { repair_id: row.id } }),
    readRows(reads, partsUsed(actor.plantId, row.id)),
    deciderOf(reads, actor, ['repair_verify'], row.id),
  ])
  return {
    ...repairView(row, who),
    photoList,
    parts: parts.map((part) => ({
      ...part,
      id: String(part.id),
      partId: String(part.partId),
      at: part.at.toISOString(),
    })),
  }
}

/** Maximum number of parts shown per order; the history of each part has all. */
const maxParts = 200

const partsUsed = (plantId: number, repairId: number) => sql<{
  readonly id: number
  readonly partId: number
  readonly code: string
  readonly name: string
  readonly unit: string
  readonly quantity: number
  readonly at: Date
  readonly by: string
}>`select v.id, v.part_id as "partId", p.code, p.name, p.unit, -v.change as quantity, v.created_at as at,
    v.created_by_name as by
  from spare_moves v join spare_parts p on p.id = v.part_id
  where v.plant_id = ${plantId} and v.repair_id = ${repairId} order by v.id limit ${maxParts}`

/** History of a repair order; fails with `not_found`. */
export async function repairHistory(
  reads: Reads,
  actor: Actor,
  id: string,
  query: QueryOf<Api['GET /api/repairs/:id/history']>,
): Promise<ReplyOf<Api['GET /api/repairs/:id/history']>> {
  await oneRepair(reads, actor, id)
  return subjectHistory(reads, { plantId: actor.plantId, kind: 'repair', id }, query)
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

function repairView(row: RepairRead, who: Decider): RepairRow {
  return {
    id: String(row.id),
    no: row.no,
    machineId: String(row.machine_id),
    machine: { code: row.machine_code, name: row.machine_name },
    source: row.source,
    alarmId: row.alarm_id === null ? null : String(row.alarm_id),
    status: row.status,
    stopped: row.stopped,
    symptom: row.symptom,
    description: row.description,
    assignee: assigneeView(row),
    ...timesOf(row),
    cause: row.cause,
    remedy: row.remedy,
    result: row.result,
    downtimeS: row.downtime_s,
    downtimeFrom: row.downtime_from,
    cancelReason: row.cancel_reason,
    photos: row.photos,
    updatedAt: new Date(row.updated_at).toISOString(),
    version: row.version,
    can: repairCan(who, row.status),
  }
}

const timesOf = (row: RepairRead) => ({
  reportedAt: row.reported_at.toISOString(),
  reportedBy: row.created_by_name,
  acceptedAt: iso(row.accepted_at),
  acceptedBy: row.accepted_by_name,
  startedAt: iso(row.started_at),
  finishedAt: iso(row.finished_at),
  finishedBy: row.finished_by_name,
  verifiedAt: iso(row.verified_at),
  verifiedBy: row.verified_by_name,
})

/** Repair orders created from alarms, by alarm; without cancelled ones. */
export async function repairsOfAlarms(
  reads: Reads,
  plantId: number,
  alarmIds: readonly number[],
): Promise<ReadonlyMap<number, { readonly id: number; readonly no: string; readonly status: RepairStatus }>> {
  if (alarmIds.length === 0) return new Map()
  const rows = await readRows(
    reads,
    sql<{ alarm_id: number; id: number; no: string; status: RepairStatus }>`
      select alarm_id, id, no, status from repairs
      where plant_id = ${plantId} and alarm_id = any(${[...alarmIds]}::bigint[]) and status <> 'cancelled'`,
  )
  return new Map(rows.map(({ alarm_id: alarmId, ...repair }) => [alarmId, repair]))
}
