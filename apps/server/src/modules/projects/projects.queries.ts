import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { ProjectRow, projectsApi } from '@cloud-factory/contract/projects/projects'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { allOf, bothWays, limitOf } from '../../platform/db/list-page.ts'
import { canDeleteProject, canEditProject } from './projects.policy.ts'

type ListApi = (typeof projectsApi)['GET /api/projects']
type ProjectReadRow = Selectable<Tables['projects']>

const sorts = bothWays({
  code: ['code'],
  name: ['name collate "C"', 'id'],
  createdAt: ['created_at', 'id'],
})

/** One page of projects. */
export async function listProjects(
  reads: Reads,
  actor: Actor,
  query: QueryOf<ListApi>,
): Promise<ReplyOf<ListApi>> {
  const pattern = searchPattern(query.q ?? '')
  const where = allOf([
    sql`plant_id = ${actor.plantId}`,
    query.status === undefined || query.status.length === 0 ? null : sql`status = any(${query.status})`,
    pattern === null ? null : sql`search like ${pattern}`,
  ])
  const [rows, counted] = await Promise.all([
    readRows(reads, projectsOf(where, query)),
    readRows(reads, sql<{ total: number }>`select count(*) as total from projects where ${where}`),
  ])
  return { items: rows.map((row) => projectView(row, actor)), total: counted[0]?.total ?? 0 }
}

export function projectsOf(where: RawBuilder<unknown>, query: QueryOf<ListApi>) {
  const order = sorts[query.sort ?? '-createdAt']
  return sql<ProjectReadRow>`select * from projects where ${where} order by ${order} ${limitOf(query)}`
}

/** One project; fails with `not_found` when the plant has no such project. */
export async function oneProject(reads: Reads, actor: Actor, id: string): Promise<ProjectRow> {
  const row = await reads
    .selectFrom('projects')
    .selectAll()
    .where('plant_id', '=', actor.plantId)
    .where('id', '=', Number(id))
    .executeTakeFirst()
  return row === undefined ? fail('not_found') : projectView(row, actor)
}

function projectView(row: ProjectReadRow, actor: Actor): ProjectRow {
  const facts = { status: row.status, orders: row.orders }
  return {
    id: String(row.id),
    code: row.code,
    name: row.name,
    customer: row.customer,
    contractNo: row.contract_no,
    acceptanceStandard: row.acceptance_standard as ProjectRow['acceptanceStandard'],
    status: facts.status,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    maxWeldRepairs: row.max_weld_repairs,
    drawingsRequired: row.drawings_required,
    kitsRequired: row.kits_required,
    boltTestsRequired: row.bolt_tests_required,
    transportDays: row.transport_days,
    orders: row.orders,
    weightKg: row.weight_kg,
    version: row.version,
    can: { edit: canEditProject(actor.tags), delete: canDeleteProject(actor.tags, facts) },
  }
}
