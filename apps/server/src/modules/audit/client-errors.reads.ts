import { auditApi } from '@cloud-factory/contract/audit/audit'
import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import type { Reads } from '../../platform/db/handles.ts'

export interface ClientErrorQuery {
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
