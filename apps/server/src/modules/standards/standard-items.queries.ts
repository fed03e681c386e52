import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { EditionStatus, InspectedShape } from '@cloud-factory/domain/inspection/quality-enums'
import type { StandardItemRow, standardsApi } from '@cloud-factory/contract/standards/standards'
import { type Selectable, sql } from 'kysely'
import { limitsOf, type Place, type Sizes } from '@cloud-factory/contract/standards/limits.rules'
import type { LimitRow, limitsApi } from '@cloud-factory/contract/standards/limits'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { allOf, countOf, limitOf } from '../../platform/db/list-page.ts'
import { canEditEdition, differenceOf } from './standards.rules.ts'
import { namesOf, oneEdition, wholePage } from './standards.queries.ts'
import type { Tables } from '../../platform/db/schema.ts'

type Api = typeof standardsApi
type Stored = Selectable<Tables['standard_items']>
type ItemRead = Stored & {
  readonly edition_version: number
  readonly edition_status: EditionStatus
  readonly verified: StandardItemRow['verified']
}

/** What an item says, whatever edition it is part of. */
export const itemFacts = (row: Stored): Omit<StandardItemRow, 'version' | 'can' | 'verified'> => ({
  id: String(row.id),
  editionId: String(row.edition_id),
  position: row.position,
  shape: row.shape as StandardItemRow['shape'],
  stages: row.stages as StandardItemRow['stages'],
  names: namesOf(row.names),
  class: row.class,
  measures: row.measures,
  nominalOf: row.nominal_of as StandardItemRow['nominalOf'],
  rule: row.rule as StandardItemRow['rule'],
  optional: row.optional,
  unit: row.unit,
  tool: row.tool,
  method: row.method,
  points: row.points,
  sampling: row.sampling,
  clause: row.clause,
  certainty: row.certainty,
  source: row.source,
})

const itemView = (row: ItemRead, { tags }: Actor): StandardItemRow => ({
  ...itemFacts(row),
  verified: row.verified,
  version: row.edition_version,
  can: { edit: canEditEdition(tags, row.edition_status) },
})

/** When, where and by whom the figures of item `i` were checked off; null: they are to be verified. */
const verifiedOf = sql`(select jsonb_build_object('document', c.document, 'clause', c.clause, 'page', c.page,
    'at', to_char(c.checked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', c.checked_by_name)
  from standard_item_checks c where c.item_id = i.id)`
const isVerified = sql`exists (select from standard_item_checks c where c.item_id = i.id)`

const itemColumns = sql`i.*, e.version as edition_version, e.status as edition_status, ${verifiedOf} as verified`

/** Items of an edition in its order; fails with `not_found` when the plant has no such edition. */
export async function listItems(
  reads: Reads,
  actor: Actor,
  editionId: string,
  query: QueryOf<Api['GET /api/editions/:id/items']>,
): Promise<ReplyOf<Api['GET /api/editions/:id/items']>> {
  await oneEdition(reads, actor, editionId)
  const items = itemsOf(actor.plantId, editionId, query)
  const [rows, counted] = await Promise.all([readRows(reads, items.rows), readRows(reads, items.count)])
  return { items: rows.map((row) => itemView(row, actor)), total: counted[0]?.total ?? 0 }
}

/** A page of the items of an edition, and how many they are. */
export function itemsOf(
  plantId: number,
  editionId: string,
  query: QueryOf<Api['GET /api/editions/:id/items']>,
) {
  const words = sql`i.clause || ' ' || (i.names ->> 'zh') || ' ' || (i.names ->> 'en') || ' ' || (i.names ->> 'es')`
  const where = allOf([
    sql`i.plant_id = ${plantId} and i.edition_id = ${Number(editionId)}`,
    query.shape === undefined ? null : sql`i.shape = ${query.shape}`,
    query.verified === undefined ? null : sql`${isVerified} = ${query.verified === 'true'}`,
    sql`strpos(lower(${words}), lower(${query.q ?? ''})) > 0`,
  ])
  const order = query.sort === '-position' ? sql`i.position desc` : sql`i.position`
  const page = limitOf({ page: query.page, pageSize: query.pageSize ?? wholePage })
  const rows = sql<ItemRead>`
    select ${itemColumns} from standard_items i join standard_editions e on e.id = i.edition_id
    where ${where} order by ${order} ${page}`
  return { rows, count: countOf(sql`standard_items i`, where) }
}

/** Fails with `not_found` when the plant has no such item. */
export async function oneItem(reads: Reads, actor: Actor, id: string): Promise<StandardItemRow> {
  const rows = await readRows(
    reads,
    sql<ItemRead>`select ${itemColumns} from standard_items i join standard_editions e on e.id = i.edition_id
      where i.plant_id = ${actor.plantId} and i.id = ${Number(id)}`,
  )
  return rows[0] === undefined ? fail('not_found') : itemView(rows[0], actor)
}

/** At most so many items of an edition are compared or computed at once. */
const maxItems = 2000

type Computed = Stored & { readonly isVerified: boolean }

/** Items of an edition as they are stored, of one shape or all; the edition is known to be the plant's. */
export const storedItems = (
  reads: Reads,
  plantId: number,
  editionId: string,
  shape: InspectedShape | null,
): Promise<Computed[]> => readRows(reads, storedItemsOf(plantId, editionId, shape))

export const storedItemsOf = (plantId: number, editionId: string, shape: InspectedShape | null) =>
  sql<Computed>`select i.*, ${isVerified} as "isVerified" from standard_items i
    where i.plant_id = ${plantId} and i.edition_id = ${Number(editionId)}
      and (${shape}::text is null or i.shape = ${shape}) order by i.position limit ${maxItems}`

/** What the items of several editions say, edition by edition in their order. */
export const itemsOfEditions = async (reads: Reads, plantId: number, editionIds: readonly number[]) =>
  (
    await readRows(
      reads,
      sql<Stored>`select i.* from standard_items i
        where i.plant_id = ${plantId} and i.edition_id = any(${[...editionIds]}::bigint[])
        order by i.edition_id, i.position`,
    )
  ).map(itemFacts)

type LimitsApi = (typeof limitsApi)['GET /api/limits']

/** Limits of every item of a shape for sizes of a piece, in the order of the edition. */
export async function limitsFor(
  reads: Reads,
  actor: Actor,
  { editionId, shape, ...sizesInput }: QueryOf<LimitsApi>,
): Promise<ReplyOf<LimitsApi>> {
  await oneEdition(reads, actor, editionId)
  const sizes = Object.fromEntries(
    Object.entries(sizesInput).filter(([, value]) => value !== undefined),
  ) as Sizes
  const items = (await storedItems(reads, actor.plantId, editionId, shape)).map((row) =>
    limitRow({ ...itemFacts(row), verified: row.isVerified }, sizes),
  )
  return { items, total: items.length }
}

const placesToShow: readonly Place[] = ['joint', 'other']

function limitRow(
  item: ReturnType<typeof itemFacts> & { readonly verified: boolean },
  sizes: Sizes,
): LimitRow {
  const places = item.rule.kind === 'byPlace' ? placesToShow : (['any'] as const)
  return {
    id: item.id,
    names: item.names,
    class: item.class,
    measures: item.measures,
    nominalOf: item.nominalOf,
    rule: item.rule,
    unit: item.unit,
    tool: item.tool,
    optional: item.optional,
    clause: item.clause,
    verified: item.verified,
    source: item.source,
    nominal: item.nominalOf === null ? null : (sizes[item.nominalOf] ?? null),
    limits: places.map((place) => {
      const found = limitsOf(item.rule, place, sizes)
      return 'missing' in found
        ? { place, lower: null, upper: null, missing: [...found.missing], working: null }
        : { place, lower: found.lower, upper: found.upper, missing: [], working: found.working }
    }),
  }
}

/** What an edition changes against another of the plant; fails with `not_found` when one of them is not there. */
export async function editionDifference(
  reads: Reads,
  actor: Actor,
  id: string,
  againstId: string,
): Promise<ReplyOf<(typeof standardsApi)['GET /api/editions/:id/difference']>> {
  const [after, before] = await Promise.all(
    [id, againstId].map(async (editionId) => {
      await oneEdition(reads, actor, editionId)
      return (await storedItems(reads, actor.plantId, editionId, null)).map(itemFacts)
    }),
  )
  const items = differenceOf(before ?? [], after ?? [])
  return { items, total: items.length }
}
