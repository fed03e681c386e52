import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { EditionStatus, VerdictFamily } from '@cloud-factory/domain/inspection/quality-enums'
import type { EditionRow, StandardRow, standardsApi } from '@cloud-factory/contract/standards/standards'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { bothWays, countedPage, limitOf } from '../../platform/db/list-page.ts'
import {
  canApprove,
  canDeleteEdition,
  canDeleteStandard,
  canEditEdition,
  canKeep,
  canRetire,
  canVerify,
} from './standards.rules.ts'

type Api = typeof standardsApi
type StandardsQuery = QueryOf<Api['GET /api/standards']>
type EditionsQuery = QueryOf<Api['GET /api/standards/:id/editions']>

/** These lists are short, and choices in forms: a page holds 200 unless asked for less. */
export const wholePage = 200

/** Names in one order of languages, so that two of them can be compared as text. */
export function namesOf(stored: unknown): StandardRow['names'] {
  const { zh, en, es } = stored as StandardRow['names']
  return { zh, en, es }
}

interface StandardRead {
  readonly id: number
  readonly code: string
  readonly names: unknown
  readonly verdict: VerdictFamily
  readonly active: boolean
  readonly version: number
  readonly updated_at: Date
  readonly updated_by_name: string
  readonly editions: number
  readonly isUsed: boolean
  readonly isApproved: boolean
  readonly inUse: { readonly id: number; readonly no: string; readonly status: EditionStatus } | null
}

/**
 * Whether anything was inspected by edition `e`. In the order of the index by edition, so that it is walked: where nearly all
 * inspections are by one edition, plain `exists` reads the whole table for each of the others.
 */
const isInspectedBy = sql`(select i.id from inspections i where i.edition_id = e.id
  order by i.created_at limit 1) is not null`

/** The edition in use is chosen as `editionInUse` chooses it. */
const standardColumns = sql`s.*,
  (select count(*) from standard_editions e where e.standard_id = s.id) as editions,
  exists (select from gate_plans g where g.standard_id = s.id) or exists (select from standard_editions e
    where e.standard_id = s.id and ${isInspectedBy}) as "isUsed",
  exists (select from standard_editions e where e.standard_id = s.id and e.status <> 'draft') as "isApproved",
  (select jsonb_build_object('id', e.id, 'no', e.no, 'status', e.status) from standard_editions e
    where e.standard_id = s.id and e.status <> 'retired'
    order by (e.status = 'approved') desc, e.approved_at desc nulls last, e.id limit 1) as "inUse"`

const standardView = (row: StandardRead, { tags }: Actor): StandardRow => ({
  id: String(row.id),
  code: row.code,
  names: namesOf(row.names),
  verdict: row.verdict,
  active: row.active,
  editions: row.editions,
  inUse: row.inUse === null ? null : { ...row.inUse, id: String(row.inUse.id) },
  updatedAt: row.updated_at.toISOString(),
  updatedBy: row.updated_by_name,
  version: row.version,
  can: { edit: canKeep(tags), delete: canDeleteStandard(tags, row) },
})

export const standardsOf = (
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  page: RawBuilder<unknown>,
) => sql<StandardRead>`select ${standardColumns} from standards s where ${where} order by ${order} ${page}`

export async function listStandards(
  reads: Reads,
  actor: Actor,
  query: StandardsQuery,
): Promise<ReplyOf<Api['GET /api/standards']>> {
  const words = sql`s.code || ' ' || (s.names ->> 'zh') || ' ' || (s.names ->> 'en') || ' ' || (s.names ->> 'es')`
  const where = sql`s.plant_id = ${actor.plantId} and strpos(lower(${words}), lower(${query.q ?? ''})) > 0`
  const order = query.sort === '-code' ? sql`s.code desc` : sql`s.code`
  const page = limitOf({ page: query.page, pageSize: query.pageSize ?? wholePage })
  const { rows, total } = await countedPage(reads, standardsOf(where, order, page), sql`standards s`, where)
  return { items: rows.map((row) => standardView(row, actor)), total }
}

/** Fails with `not_found` when the plant has no such standard. */
export async function oneStandard(reads: Reads, actor: Actor, id: string): Promise<StandardRow> {
  const where = sql`s.plant_id = ${actor.plantId} and s.id = ${Number(id)}`
  const [row] = await readRows(reads, standardsOf(where, sql`s.id`, sql`limit 1`))
  return row === undefined ? fail('not_found') : standardView(row, actor)
}

interface EditionRead {
  readonly id: number
  readonly standard_id: number
  readonly no: string
  readonly status: EditionStatus
  readonly valid_from: string | null
  readonly source: string
  readonly approved_at: Date | null
  readonly approved_by_name: string | null
  readonly version: number
  readonly updated_at: Date
  readonly updated_by_name: string
  readonly shapes: EditionRow['shapes']
  readonly isUsed: boolean
}

const editionColumns = sql`e.*,
  ${isInspectedBy} as "isUsed",
  coalesce((select jsonb_agg(jsonb_build_object('shape', shape, 'items', items, 'verified', verified) order by first)
    from (select shape, count(*) as items, count(c.item_id) as verified, min(position) as first
      from standard_items i left join standard_item_checks c on c.item_id = i.id where i.edition_id = e.id
      group by shape) counted), '[]') as shapes`

function editionView(row: EditionRead, { tags }: Actor): EditionRow {
  const items = row.shapes.reduce((sum, shape) => sum + shape.items, 0)
  const verified = row.shapes.reduce((sum, shape) => sum + shape.verified, 0)
  return {
    id: String(row.id),
    standardId: String(row.standard_id),
    no: row.no,
    status: row.status,
    validFrom: row.valid_from,
    source: row.source,
    items,
    verified,
    shapes: [...row.shapes],
    approvedAt: row.approved_at?.toISOString() ?? null,
    approvedBy: row.approved_by_name,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
    version: row.version,
    can: {
      edit: canEditEdition(tags, row.status),
      approve: canApprove(tags, row.status, items),
      retire: canRetire(tags, row.status),
      delete: canDeleteEdition(tags, row.status, row.isUsed),
      copy: canKeep(tags),
      verify: canVerify(tags, row.status),
    },
  }
}

export const editionsOf = (
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  page: RawBuilder<unknown>,
) =>
  sql<EditionRead>`select ${editionColumns} from standard_editions e where ${where} order by ${order} ${page}`

/** Editions of a standard, the newest first; fails with `not_found` when the plant has no such standard. */
export async function listEditions(
  reads: Reads,
  actor: Actor,
  standardId: string,
  query: EditionsQuery,
): Promise<ReplyOf<Api['GET /api/standards/:id/editions']>> {
  await oneStandard(reads, actor, standardId)
  const where = sql`e.plant_id = ${actor.plantId} and e.standard_id = ${Number(standardId)}
    and strpos(lower(e.no), lower(${query.q ?? ''})) > 0`
  const sorts = bothWays({ no: ['e.no'] })
  const order = query.sort === undefined ? sql`e.id desc` : sorts[query.sort]
  const page = limitOf({ page: query.page, pageSize: query.pageSize ?? wholePage })
  const { rows, total } = await countedPage(
    reads,
    editionsOf(where, order, page),
    sql`standard_editions e`,
    where,
  )
  return { items: rows.map((row) => editionView(row, actor)), total }
}

/** Fails with `not_found` when the plant has no such edition. */
export async function oneEdition(reads: Reads, actor: Actor, id: string): Promise<EditionRow> {
  const where = sql`e.plant_id = ${actor.plantId} and e.id = ${Number(id)}`
  const [row] = await readRows(reads, editionsOf(where, sql`e.id`, sql`limit 1`))
  return row === undefined ? fail('not_found') : editionView(row, actor)
}
