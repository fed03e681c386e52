import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Write, type Reads, readRows } from '../../platform/db/handles.ts'
import { signed } from './orders.port.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { allOf, countOf, limitOf } from '../../platform/db/list-page.ts'

export type RegisterTable = 'welders' | 'welder_certificates' | 'wps' | 'coat_specs'

/** What every row of a register shows. */
export interface RegisterRow {
  readonly id: string
  readonly version: number
}

/** One kind of rows that others name: how they are read, checked and written. Its table is `r`. */
export interface Register<Stored extends object, Row extends RegisterRow, Input extends object> {
  readonly table: RegisterTable
  readonly columns: RawBuilder<Stored>
  readonly from: RawBuilder<unknown>
  readonly sorts: Readonly<Record<string, RawBuilder<unknown>>>
  /** Order unless asked for another. */
  readonly order: RawBuilder<unknown>
  view(row: Stored, actor: Actor): Row
  /** Columns of its table. */
  stored(input: Input): Readonly<Record<string, unknown>>
  /** What people call it. */
  name(input: Input): string
  /** Fields of the view that nobody enters; the log of a deletion leaves them out. */
  readonly computed: readonly (keyof Row & string)[]
  /** The field that must be unique. */
  readonly unique: string
  check?(write: Write, actor: Actor, input: Input): Promise<void>
}

type Columns = Readonly<Record<string, unknown>>

/** Holds a row until the transaction ends. */
export async function lockRegisterRow(
  write: Write,
  plantId: number,
  table: RegisterTable,
  id: string,
): Promise<void> {
  await sql`select from ${sql.table(table)} where plant_id = ${plantId} and id = ${Number(id)} for update`.execute(
    write,
  )
}

/** Returns the new row's id. */
export async function insertRegisterRow(
  write: Write,
  actor: Actor,
  table: RegisterTable,
  columns: Columns,
): Promise<number> {
  const { by, byName } = signed(actor)
  const all = { ...columns, plant_id: actor.plantId, created_by: by, updated_by: by, updated_by_name: byName }
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(Object.keys(all).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(all))}) returning id`.execute(write)
  return rows[0]?.id ?? 0
}

export async function saveRegisterRow(
  write: Write,
  actor: Actor,
  table: RegisterTable,
  id: string,
  columns: Columns,
): Promise<void> {
  const { by, byName } = signed(actor)
  const all = { ...columns, updated_by: by, updated_by_name: byName }
  const set = Object.entries(all).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(set)}, updated_at = now(), version = version + 1
    where plant_id = ${actor.plantId} and id = ${Number(id)}`.execute(write)
}

/** Breaks a foreign key when something names the row. */
export async function deleteRegisterRow(
  write: Write,
  plantId: number,
  table: RegisterTable,
  id: string,
): Promise<void> {
  await sql`delete from ${sql.table(table)} where plant_id = ${plantId} and id = ${Number(id)}`.execute(write)
}

interface RegisterQuery {
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
  readonly sort?: string | undefined
  readonly q?: string | undefined
}

/** These lists are choices in forms too: a page holds 200 unless asked for less. */
const wholePage = 200

/** One page of a register; `more` are further conditions on `r`. */
export async function registerList<Stored extends object, Row extends RegisterRow, Input extends object>(
  register: Register<Stored, Row, Input>,
  reads: Reads,
  actor: Actor,
  query: RegisterQuery,
  more: readonly (RawBuilder<unknown> | null)[] = [],
): Promise<{ items: Row[]; total: number }> {
  const pattern = searchPattern(query.q ?? '')
  const where = allOf([
    sql`r.plant_id = ${actor.plantId}`,
    pattern === null ? null : sql`r.search like ${pattern}`,
    ...more,
  ])
  const { columns, from, sorts, order } = register
  const page = limitOf({ page: query.page, pageSize: query.pageSize ?? wholePage })
  const by = sorts[query.sort ?? ''] ?? order
  const [rows, counted] = await Promise.all([
    readRows(reads, sql<Stored>`select ${columns} from ${from} where ${where} order by ${by} ${page}`),
    readRows(reads, countOf(from, where)),
  ])
  return { items: rows.map((row) => register.view(row, actor)), total: counted[0]?.total ?? 0 }
}

/** One row; fails with `not_found` when the plant has no such row. */
export async function registerRow<Stored extends object, Row extends RegisterRow, Input extends object>(
  register: Register<Stored, Row, Input>,
  reads: Reads,
  actor: Actor,
  id: string,
): Promise<Row> {
  const rows = await readRows(
    reads,
    sql<Stored>`select ${register.columns} from ${register.from}
      where r.plant_id = ${actor.plantId} and r.id = ${Number(id)}`,
  )
  return rows[0] === undefined ? fail('not_found') : register.view(rows[0], actor)
}

/** Who may change these rows. */
export const registerCan = (actor: Actor) => {
  const verdict = actor.tags.includes('quality.judge') ? true : 'permission.denied'
  return { edit: verdict, delete: verdict } as const
}
