import { sql } from 'kysely'
import { type AuditRow, auditApi } from '@cloud-factory/contract/audit/audit'
import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import type { Reads } from '../../platform/db/handles.ts'

export interface AuditQuery {
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
  readonly sort?: 'at' | '-at' | undefined
  readonly q?: string | undefined
  readonly action?: string | undefined
  readonly actorId?: string | undefined
  readonly subjectKind?: string | undefined
  readonly subjectId?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Rows beyond this are neither counted nor paged; users narrow the time range instead. */
const deepest = 10_000

/** The same expression as in the index `audit_log_words`. */
const words = sql<string>`(actor_name || ' ' || action || ' ' || subject_name || ' ' || subject_id)`

/** One page of the log, newest first unless sorted. `total` counts to ten thousand. */
export async function auditList(
  reads: Reads,
  plantId: number,
  query: AuditQuery,
): Promise<{ items: AuditRow[]; total: number }> {
  const { page = 1, pageSize = 50, sort = '-at' } = query
  const offset = (page - 1) * pageSize
  const matching = matches(reads, plantId, query)
  const { total } = await reads
    .selectFrom(matching.select('id').limit(deepest).as('matching'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (offset >= total) return { items: [], total }
  const direction = sort === 'at' ? 'asc' : 'desc'
  const rows = await matching
    .selectAll()
    .orderBy('at', direction)
    .orderBy('id', direction)
    .limit(Math.min(pageSize, deepest - offset))
    .offset(offset)
    .execute()
  const items = rows.map((row) => ({
    id: String(row.id),
    at: row.at.toISOString(),
    actorName: row.actor_name,
    actorId: row.actor_id === null ? null : String(row.actor_id),
    address: row.address,
    requestId: row.request_id,
    action: row.action,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id === '' ? null : row.subject_id,
    subjectName: row.subject_name === '' ? null : row.subject_name,
    before: row.before,
    after: row.after,
  }))
  return { items, total }
}

/** The audit log rows that match a query, unordered. */
export function matches(reads: Reads, plantId: number, query: AuditQuery) {
  const { q = '', action, actorId, subjectKind, subjectId, from, to } = query
  let matching = reads.selectFrom('audit_log').where('plant_id', '=', plantId)
  if (q !== '') matching = matching.where(words, 'ilike', `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`)
  if (action !== undefined) matching = matching.where('action', '=', action)
  if (actorId !== undefined) matching = matching.where('actor_id', '=', Number(actorId))
  if (subjectKind !== undefined) matching = matching.where('subject_kind', '=', subjectKind)
  if (subjectId !== undefined) matching = matching.where('subject_id', '=', subjectId)
  if (from !== undefined) matching = matching.where('at', '>=', new Date(from))
  if (to !== undefined) matching = matching.where('at', '<', new Date(to))
  return matching
}

interface ClientErrorQuery {
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
  readonly sort?: 'lastAt' | '-lastAt' | 'count' | '-count' | undefined
  readonly q?: string | undefined
}

/** One page of the kinds of errors reported by browsers, last seen first unless sorted. */
export async function clientErrorList(
  reads: Reads,
  plantId: number,
  { page = 1, pageSize = 50, sort = '-lastAt', q = '' }: ClientErrorQuery,
): Promise<ReplyOf<(typeof auditApi)['GET /api/client-errors']>> {
  const pattern = `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`
  const matching = reads
    .selectFrom('client_errors')
    .where('plant_id', '=', plantId)
    .where((eb) => eb.or([eb('message', 'ilike', pattern), eb('component', 'ilike', pattern)]))
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const rows = await matching
    .selectAll()
    .orderBy(sort.endsWith('count') ? 'count' : 'last_at', direction)
    .orderBy('id', direction)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const items = rows.map((row) => ({
    id: String(row.id),
    message: row.message,
    stack: row.stack === '' ? null : row.stack,
    component: row.component === '' ? null : row.component,
    url: row.url,
    appVersion: row.app_version === '' ? null : row.app_version,
    count: row.count,
    firstAt: row.first_at.toISOString(),
    lastAt: row.last_at.toISOString(),
  }))
  return { items, total }
}
