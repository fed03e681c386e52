import type { NcrRow, ncrsApi } from '@cloud-factory/contract/ncr/ncrs'
import type { Names } from '@cloud-factory/contract/planning/processes'
import { type Selectable, type RawBuilder, sql } from 'kysely'
import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import { ncrAges, openNcrStatuses } from '@cloud-factory/domain/ncr/ncr-enums'
import type { Decider } from '../../platform/auth/four-eyes.rules.ts'
import { type AssigneeColumns, assigneeView, assigneeWhere, withAssignee } from '../inbox/public.ts'
import { type QualityPiece, isDoer } from '../quality-records/public.ts'
import { daysBetween, isGone, type NcrFacts, ncrCan, ageOf, daysOfAge, ncrDecisions } from './ncr.rules.ts'
import type { Tables } from '../../platform/db/schema.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { decidersOf } from '../../platform/auth/four-eyes.queries.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { allOf, bothWays, countedPage, limitOf, waitingIn } from '../../platform/db/list-page.ts'

export type StoredNcr = Selectable<Tables['ncrs']>

/** A report as its list reads it, joined with its defect. */
export interface NcrReadRow extends StoredNcr, Pick<AssigneeColumns, 'assignee_name'> {
  readonly defect_code: string
  readonly defect_names: Names
}

/** Without `pieces`, they are assumed to exist. */
export const factsOf = (ncr: StoredNcr, pieces: readonly QualityPiece[] = []): NcrFacts => ({
  status: ncr.status,
  disposition: ncr.disposition,
  hasSubject: pieces.length === 0 || pieces.some(({ status }) => !isGone(status)),
})

/** `today`: the current day in the plant's time zone. */
export function ncrView(
  row: NcrReadRow,
  who: Decider,
  { now, today }: { readonly now: Date; readonly today: string },
  pieces: readonly QualityPiece[] = [],
): NcrRow {
  return {
    ...subjectOf(row),
    no: row.no,
    status: row.status,
    source: row.source,
    severity: row.severity,
    description: row.description,
    pieces: row.pieces,
    kg: row.kg,
    disposition: row.disposition,
    cause: row.cause,
    causeNote: row.cause_note,
    cost: row.cost,
    ...timesOf(row, now, today),
    raisedBy: row.created_by_name,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
    version: row.version,
    can: ncrCan(who, factsOf(row, pieces)),
  }
}

const subjectOf = (row: NcrReadRow) => ({
  id: String(row.id),
  defect: { id: String(row.defect_id), code: row.defect_code, names: row.defect_names },
  order: row.order_id === null ? null : { id: String(row.order_id), no: row.order_no ?? '' },
  mark: row.mark,
  assignee: assigneeView(row),
  crew: row.crew_id === null ? null : { id: String(row.crew_id), name: row.crew_name ?? '' },
  machine: row.machine_id === null ? null : { id: String(row.machine_id), name: row.machine_name ?? '' },
})

const timesOf = (row: NcrReadRow, now: Date, today: string) => ({
  dueOn: row.due_on,
  overdue: row.closed_at === null && row.due_on !== null && row.due_on < today,
  daysOpen: daysBetween(row.raised_at.getTime(), (row.closed_at ?? now).getTime()),
  raisedAt: row.raised_at.toISOString(),
  closedAt: row.closed_at?.toISOString() ?? null,
})

/** Condition: the report's project, in the given column, is one of these; null: no restriction. */
export const ofProjects = (
  projectIds: readonly string[],
  column: RawBuilder<unknown>,
): RawBuilder<unknown> | null =>
  projectIds.length === 0 ? null : sql`${column} = any(${projectIds.map(Number)}::bigint[])`

type Api = typeof ncrsApi
type NcrsQuery = QueryOf<Api['GET /api/ncrs']>

const sorts = bothWays({
  no: ['no', 'id'],
  raisedAt: ['raised_at', 'id'],
  dueOn: ['due_on', 'id'],
  kg: ['kg', 'id'],
  assignee: ['assignee_name', 'id'],
  updatedAt: ['updated_at', 'id'],
})

/** The current day in the plant's time zone, and the instant. */
export interface Today {
  readonly now: Date
  readonly today: string
}

export async function todayOf(reads: Reads, plantId: number, now: Date): Promise<Today> {
  const [row] = await readRows(
    reads,
    sql<{ day: string }>`
      select (${now}::timestamptz at time zone time_zone)::date as day from plants where id = ${plantId}`,
  )
  return { now, today: row?.day ?? now.toISOString().slice(0, 10) }
}

/** One page of reports and how many match. */
export async function listNcrs(
  reads: Reads,
  actor: Actor,
  query: NcrsQuery,
  now: Date,
): Promise<ReplyOf<Api['GET /api/ncrs']>> {
  const time = await todayOf(reads, actor.plantId, now)
  const where = ncrsWhere(actor.plantId, query, time)
  const { rows, total } = await countedPage(reads, ncrsOf(where, query), sql`ncrs`, where)
  const ids = rows.map(({ id }) => id)
  const who = await decidersOf(reads, actor, ncrDecisions, ids)
  return {
    items: rows.map((row) => ncrView(row, who(row.id), time)),
    total,
    can: { raise: isDoer(actor.tags) || 'permission.denied' },
  }
}

export function ncrsOf(where: RawBuilder<unknown>, query: Pick<NcrsQuery, 'sort' | 'page' | 'pageSize'>) {
  const order = sorts[query.sort ?? '-raisedAt']
  return sql<NcrReadRow>`
    with page as (select id as page_id from ${withAssignee('ncrs')} ncrs where ${where} order by ${order} ${limitOf(query)})
    select ncrs.*, d.defect_code, d.defect_names from page join ${withAssignee('ncrs')} ncrs on id = page_id
    join (select id as did, code as defect_code, names as defect_names from defects) d on d.did = ncrs.defect_id
    order by ${order}`
}

export function ncrsWhere(plantId: number, query: NcrsQuery, time: Today): RawBuilder<unknown> {
  const pattern = searchPattern(query.q ?? '')
  return allOf([
    sql`plant_id = ${plantId}`,
    oneOf('status', query.status),
    oneOf('severity', query.severity),
    oneOf('disposition', query.disposition),
    oneOf('cause', query.cause),
    query.age === undefined ? null : ageWhere(query.age, time.now),
    query.overdue === undefined ? null : sql`closed_at is null and due_on < ${time.today}::date`,
    ofProjects(query.projectId === undefined ? [] : [query.projectId], sql`project_id`),
    query.orderId === undefined
      ? null
      : sql`id in (select ncr_id from ncr_pieces where order_id = ${query.orderId})`,
    query.pieceId === undefined
      ? null
      : sql`id in (select ncr_id from ncr_pieces where piece_id = ${query.pieceId})`,
    query.defectId === undefined
      ? null
      : sql`defect_id in (select id from defects where id = ${query.defectId} or parent_id = ${query.defectId})`,
    query.crewId === undefined ? null : sql`crew_id = ${query.crewId}`,
    query.inspectionId === undefined ? null : sql`inspection_id = ${query.inspectionId}`,
    assigneeWhere(query.assigneeId),
    pattern === null ? null : sql`search like ${pattern}`,
  ])
}

function oneOf(column: string, words: readonly string[] | undefined): RawBuilder<unknown> | null {
  if (words === undefined || words.length === 0) return null
  return sql`${sql.ref(column)} = any(${[...words]}::text[])`
}

/** Whole days before now, counted as in `daysOpen`. */
function ageWhere(age: NonNullable<NcrsQuery['age']>, now: Date): RawBuilder<unknown> {
  const { from, to } = daysOfAge(age)
  const back = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const young = sql`closed_at is null and raised_at <= ${back(from)}`
  return to === null ? young : sql`${young} and raised_at > ${back(to + 1)}`
}

/** Open reports by age group. */
export async function ncrAgeing(
  reads: Reads,
  plantId: number,
  now: Date,
): Promise<ReplyOf<Api['GET /api/ncr-ageing']>> {
  const { today } = await todayOf(reads, plantId, now)
  const rows = await readRows(reads, openNcrsWhere(plantId, today))
  const items = ncrAges.map((id) => {
    const own = rows.filter(({ raised_at: at }) => ageOf(daysBetween(at.getTime(), now.getTime())) === id)
    const sum = (value: (row: (typeof rows)[number]) => number) =>
      own.reduce((total, row) => total + value(row), 0)
    return {
      id,
      reports: own.length,
      pieces: sum(({ pieces }) => pieces),
      kg: Math.round(sum(({ kg }) => kg) * 1000) / 1000,
      critical: sum(({ severity }) => (severity === 'critical' ? 1 : 0)),
      overdue: sum(({ overdue }) => (overdue ? 1 : 0)),
    }
  })
  return { items, total: rows.length }
}

/** Limited to the number that a factory can have open; beyond it only that many are counted. */
export const openNcrsWhere = (plantId: number, today: string) => sql<{
  readonly raised_at: Date
  readonly pieces: number
  readonly kg: number
  readonly severity: string
  readonly overdue: boolean
}>`
  select raised_at, pieces, kg, severity, coalesce(due_on < ${today}::date, false) as overdue from ncrs
  where plant_id = ${plantId} and closed_at is null order by raised_at limit 10000`

/** Numbers of open and of overdue reports; without a project, of all. */
export async function openNcrs(
  reads: Reads,
  plantId: number,
  projectIds: readonly string[],
  day: string,
): Promise<{ ncrsOpen: number; ncrsOverdue: number }> {
  const where = allOf([
    sql`plant_id = ${plantId}`,
    sql`status = any(${[...openNcrStatuses]}::text[])`,
    ofProjects(projectIds, sql`project_id`),
  ])
  const [row] = await readRows(
    reads,
    sql<{ ncrsOpen: number; ncrsOverdue: number }>`
      select count(*)::int as "ncrsOpen", (count(*) filter (where due_on < ${day}::date))::int as "ncrsOverdue"
      from ncrs where ${where}`,
  )
  return row ?? { ncrsOpen: 0, ncrsOverdue: 0 }
}

/** Reports that wait for the approval of their disposition. */
export const dispositionsToApprove = (reads: Reads, plantId: number, projectIds: readonly string[]) =>
  waitingIn(reads, plantId, { table: 'ncrs', status: 'dispositioned', since: 'disposed_at', projectIds })

/** Reports that were dealt with and wait for their verification. */
export const ncrsToVerify = (reads: Reads, plantId: number, projectIds: readonly string[]) =>
  waitingIn(reads, plantId, { table: 'ncrs', status: 'verify', since: 'finished_at', projectIds })

/** Reports whose disposition was proposed after a time and waits for approval; `disposedAt` in seconds. */
export async function ncrsToApprove(
  reads: Reads,
  plantId: number,
  { since }: { readonly since: Date },
): Promise<{ id: number; no: string; disposedAt: number; what: string }[]> {
  return readRows(
    reads,
    sql<{ id: number; no: string; disposedAt: number; what: string }>`
      select n.id, n.no, extract(epoch from n.disposed_at)::bigint as "disposedAt",
        concat_ws(' ', n.no, n.order_no, n.description) as what
      from ncrs n where n.plant_id = ${plantId} and n.status = 'dispositioned' and n.disposed_at > ${since}
      order by n.disposed_at, n.id`,
  )
}
