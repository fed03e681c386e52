import type { BodyOf, Endpoint, QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { Field, Fields, Names, Resource, ValuesOf } from '@cloud-factory/domain/resource/resource'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../auth/actor.ts'
import { type Reads, readRows, type Write } from '../db/handles.ts'
import { allOf, bothWays, countedPage, limitOf, usualPageSize } from '../db/list-page.ts'
import type { Tables } from '../db/schema.ts'
import type { SignedTable } from '../db/signed-rows.ts'
import { fail } from '../http/domain-error.ts'
import { searchPattern, searchText } from '../search/search-text.ts'

/** Endpoints of a module, as the contract declares them. */
type Table = Readonly<Record<string, Endpoint>>
type At<Api extends Table, K extends string> = Api[K & keyof Api]

/** A resource whose table is known. */
type Stored = Resource & { readonly table: SignedTable }
export type RowOf<R extends Stored, Api extends Table> = ReplyOf<At<Api, `PATCH /api/${R['path']}/:id`>>
export type QueryIn<R extends Stored, Api extends Table> = QueryOf<At<Api, `GET /api/${R['path']}`>>
export type BodyIn<R extends Stored, Api extends Table> = BodyOf<At<Api, `POST /api/${R['path']}`>>

/** Keys of the fields that have a column. */
type WithColumn<F extends Fields> = {
  [K in keyof F]: F[K] extends { readonly column: null } ? never : K
}[keyof F]

/** What a list is read with. */
export interface ReadContext {
  readonly actor: Actor
  readonly now: Date
}
export interface CommandContext extends ReadContext {
  readonly write: Write
}

/**
 * What the server knows of a resource besides its declaration. `Api` are the module's endpoints, `More` the columns that
 * are read besides its own. Its table is `r`.
 */
export interface Crud<R extends Stored, Api extends Table, More = unknown> {
  readonly resource: R
  /** Further columns. */
  readonly columns?: (context: ReadContext) => RawBuilder<unknown>
  /** The table with its joins. */
  readonly from?: (context: ReadContext) => RawBuilder<unknown>
  /** Columns of each sort. */
  readonly sorts: Readonly<Record<R['sorts'][number], readonly string[]>>
  /** The order of a list that is not sorted; by default the first sort. */
  readonly order?: RawBuilder<unknown>
  readonly pageSize?: number
  /** Columns to search in; by default the table has a column `search`. */
  readonly words?: RawBuilder<unknown>
  /** Conditions besides the declared filters. */
  readonly conditions?: (
    query: QueryIn<R, Api>,
    context: ReadContext,
  ) => readonly (RawBuilder<unknown> | null)[]
  /** The fields of a row besides its id, the fields with a column and its version. */
  readonly view: (
    row: Selectable<Tables[R['table']]> & More,
    context: ReadContext,
  ) => Omit<RowOf<R, Api>, WithColumn<R['fields']> | 'id' | 'version'>
  /** Locks what must not change meanwhile. */
  readonly lock?: (context: CommandContext) => Promise<void>
  /** Fails when a rule forbids the change. `before`: the row that will be changed. */
  readonly check?: (
    context: CommandContext,
    input: BodyIn<R, Api>,
    before: RowOf<R, Api> | null,
  ) => Promise<void> | void
  /** Further columns to write. `before`: the row that will be changed. */
  readonly stored?: (
    input: BodyIn<R, Api>,
    context: CommandContext,
    before: RowOf<R, Api> | null,
  ) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>
  /** Saves what lies in other tables. */
  readonly save?: (context: CommandContext, id: number, input: BodyIn<R, Api>) => Promise<void>
  /** What the audit log calls it, where that is more than its naming fields. */
  readonly named?: (context: CommandContext, values: ValuesOf<R>) => Promise<string>
  /** Values as the audit log shows them. */
  readonly audited?: (context: CommandContext, values: object) => Promise<object>
}

/** What the server knows of a resource whose rows show more than its query reads: that is loaded first. */
export interface LoadedCrud<R extends Stored, Api extends Table, More = unknown> {
  readonly resource: R
  /** `id`: the only row that will be shown; null: a list. */
  readonly load: (reads: Reads, context: ReadContext, id: string | null) => Promise<Crud<R, Api, More>>
}

/** Who may change a row; it cannot be deleted while something uses it. */
export function canChange({ edit: permission }: Resource, { tags }: Actor, isUsed = false) {
  const edit = tags.includes(permission) ? true : 'permission.denied'
  return { edit, delete: edit === true && isUsed ? 'in_use' : edit } as const
}

/** Page size of a list that forms offer as choices. */
export const wholePage = 200

/** One page of the list, and how many match. */
export async function listRows<R extends Stored, Api extends Table, More>(
  crud: Crud<R, Api, More>,
  reads: Reads,
  context: ReadContext,
  query?: QueryIn<R, Api>,
): Promise<{ items: RowOf<R, Api>[]; total: number }> {
  const { sort, ...rest } = (query ?? {}) as ListQuery
  const { resource, order, pageSize = usualPageSize } = crud
  const sorts = bothWays<string>(crud.sorts)
  const where = matching(crud, context, query)
  const by = sort === undefined ? (order ?? sorts[resource.sorts[0]]) : sorts[sort]
  const page = limitOf({ page: rest.page, pageSize: rest.pageSize ?? pageSize })
  const rowsOfPage = sql<Read<R, More>>`${selectFrom(crud, context)} where ${where} order by ${by} ${page}`
  const { rows, total } = await countedPage(reads, rowsOfPage, fromOf(crud, context), where)
  return { items: rows.map((row) => viewOf(crud, row, context)), total }
}

function matching<R extends Stored, Api extends Table, More>(
  crud: Crud<R, Api, More>,
  context: ReadContext,
  query: QueryIn<R, Api> | undefined,
): RawBuilder<unknown> {
  const ofPlant = sql`r.plant_id = ${context.actor.plantId}`
  if (query === undefined) return ofPlant
  const { q = '', ...rest } = query as ListQuery
  const further = crud.conditions?.(query, context) ?? []
  return allOf([ofPlant, found(crud, q), ...filtered(crud.resource, rest), ...further])
}

/** Fails with `not_found` when the plant has no such row. */
export async function oneRow<R extends Stored, Api extends Table, More>(
  crud: Crud<R, Api, More>,
  reads: Reads,
  context: ReadContext,
  id: string,
): Promise<RowOf<R, Api>> {
  const [row] = await readRows(
    reads,
    sql<Read<R, More>>`${selectFrom(crud, context)}
      where r.plant_id = ${context.actor.plantId} and r.id = ${Number(id)}`,
  )
  return row === undefined ? fail('not_found') : viewOf(crud, row, context)
}

interface ListQuery extends Readonly<Record<string, unknown>> {
  readonly page?: number
  readonly pageSize?: number
  readonly sort?: string
  readonly q?: string
}
type Read<R extends Stored, More> = Selectable<Tables[R['table']]> & More
type Values = Readonly<Record<string, unknown>>

const fromOf = <R extends Stored, Api extends Table, More>(
  { resource, from }: Crud<R, Api, More>,
  context: ReadContext,
) => from?.(context) ?? sql`${sql.table(resource.table)} r`

const selectFrom = <R extends Stored, Api extends Table, More>(
  crud: Crud<R, Api, More>,
  context: ReadContext,
) =>
  sql`select ${sql.join([sql`r.*`, ...exactly(crud.resource), ...(crud.columns === undefined ? [] : [crud.columns(context)])])}
    from ${fromOf(crud, context)}`

/** Decimals as text under the names of their columns. */
const exactly = ({ fields }: Resource): readonly RawBuilder<unknown>[] =>
  Object.entries(fields).flatMap(([key, field]) => {
    const column = columnOf(key, field)
    if (field.type !== 'decimal' || column === null) return []
    return [sql`trim_scale(${sql.ref(`r.${column}`)})::text as ${sql.ref(column)}`]
  })

function found({ words }: { readonly words?: RawBuilder<unknown> }, q: string): RawBuilder<unknown> | null {
  if (words !== undefined) return q === '' ? null : sql`strpos(lower(${words}), lower(${q})) > 0`
  const pattern = searchPattern(q)
  return pattern === null ? null : sql`r.search like ${pattern}`
}

const filtered = ({ filters = [], fields }: Resource, query: Values) =>
  filters.map((key) => {
    const filter = query[key]
    const column = columnOf(key, fields[key])
    if (filter === undefined || column === null) return null
    if (!Array.isArray(filter)) return sql`${sql.ref(`r.${column}`)} = ${filter === 'true'}`
    return filter.length === 0 ? null : sql`${sql.ref(`r.${column}`)} = any(${filter}::text[])`
  })

function columnOf(key: string, field: Field | undefined): string | null {
  return field?.column === undefined
    ? key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    : field.column
}

function viewOf<R extends Stored, Api extends Table, More>(
  crud: Crud<R, Api, More>,
  row: Read<R, More>,
  context: ReadContext,
): RowOf<R, Api> {
  const stored = row as Values
  const own = Object.entries(crud.resource.fields).flatMap(([key, field]) => {
    const column = columnOf(key, field)
    return column === null ? [] : [[key, shown(field, stored[column])]]
  })
  return {
    id: String(stored['id']),
    ...Object.fromEntries(own),
    ...crud.view(row, context),
    version: stored['version'],
  } as RowOf<R, Api>
}

/** A stored value as views contain it. */
function shown({ type }: Field, value: unknown): unknown {
  if (value === null) return null
  if (type === 'names') return inOrder(value as Names)
  if (type === 'id') return String(value as number)
  return type === 'time' ? (value as string).slice(0, 5) : value
}

/** PostgreSQL reorders the keys of jsonb; comparisons need one order. */
export const inOrder = ({ zh, en, es }: Names): Names => ({ zh, en, es })

/** The columns of the declared fields, and the text that the search looks in. */
export function columnsOf({ fields, search }: Resource, input: Values, hasSearch: boolean): Values {
  const own = Object.entries(fields).flatMap(([key, field]) => {
    const column = columnOf(key, field)
    return column === null ? [] : [[column, written(field, input[key])]]
  })
  const words = () => search.flatMap((key) => wordsOf(input[key]))
  return { ...Object.fromEntries(own), ...(hasSearch && { search: searchText(...words()) }) }
}

function written({ type }: Field, value: unknown): unknown {
  if (value === null) return null
  if (type === 'names' || type === 'range' || type === 'own') return JSON.stringify(value)
  return type === 'id' ? Number(value) : value
}

const wordsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values((value ?? {}) as Names)

/** The values of the declared fields. */
export const ownValues = <R extends Resource>({ fields }: R, from: object): ValuesOf<R> =>
  Object.fromEntries(Object.keys(fields).map((key) => [key, (from as Values)[key]])) as ValuesOf<R>
