// Writes the types of all tables, as the migrations make them, to apps/server/src/platform/db/schema.ts. With --check it
// changes nothing and fails, with the difference, when that file is out of date.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { diff } from 'node:util'
import { sql } from 'kysely'
import { type Reads, readRows } from '../apps/server/src/platform/db/handles.ts'
import { databaseImage, openImage } from '../apps/server/test/harness.ts'
import { root, withOurPrograms } from './setup.mjs'

const file = join(root, 'apps/server/src/platform/db/schema.ts')
const command = 'node tools/table-types.ts'

const names = ['Names', '@cloud-factory/contract/planning/processes'] as const

/** Types that the database does not know: column → type and the module that exports it. */
const overrides: Readonly<Record<string, readonly [type: string, module?: string]>> = {
  'alarm_rules.names': names,
  'check_items.names': names,
  'defects.names': names,
  'inspection_items.names': names,
  'instruments.range_high': ['Decimal'],
  'instruments.range_low': ['Decimal'],
  'instruments.resolution': ['Decimal'],
  'machine_profiles.names': names,
  'material_lots.thickness_mm': ['Decimal'],
  'mill_certificate_heats.judged': ['readonly JudgedValue[]', '@cloud-factory/domain/material/steel.rules'],
  'mill_certificate_heats.values': ['SteelValues', '@cloud-factory/domain/material/steel.rules'],
  'nests.rules': ['NestRules', '@cloud-factory/contract/nesting/nests'],
  'nests.unmade': ['readonly UnmadePart[]', '@cloud-factory/contract/nesting/nests'],
  'plate_layouts.drawing': ['PlateDrawing', '@cloud-factory/contract/plates/plate-nests'],
  'plate_nests.rules': ['PlateNestRules', '@cloud-factory/contract/plates/plate-nests'],
  'plate_nests.unmade': ['readonly UnmadePlatePart[]', '@cloud-factory/contract/plates/plate-nests'],
  'orders.pieces_by_status': ['Record<string, number>'],
  'outbox.payload': ['Record<string, unknown>'],
  'processes.names': names,
  'profile_signals.names': names,
  'routes.names': names,
  'screen_groups.schedule': ['readonly GroupRule[]', '@cloud-factory/domain/displays/group-resource'],
  'screens.names': names,
  'shifts.names': names,
  'spot_check_answers.names': names,
  'standard_items.names': names,
  'standards.names': names,
  'steel_grades.limits': ['readonly SteelLimitRow[]', '@cloud-factory/contract/material/steel-grades'],
  'stop_reasons.names': names,
}

/** Generated columns that are never null; PostgreSQL cannot tell, since none of them is declared `not null`. */
const neverNull: ReadonlySet<string> = new Set([
  'marks.total_kg',
  'material_lots.left_kg',
  'orders.stage',
  'packages.gross_kg',
])

/** What the driver returns for each type of PostgreSQL, with the parsers of `platform/db/value-types.ts`. */
const typeScript: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  text: 'string',
  time: 'string',
  timestamptz: 'Date',
  uuid: 'string',
}

interface Column {
  readonly table: string
  readonly name: string
  /** PostgreSQL's name; that of an array begins with an underscore. */
  readonly type: string
  readonly required: boolean
  /** The program may not write it: an identity or a computed column. */
  readonly generated: boolean
  readonly hasDefault: boolean
  readonly comment: string | null
  /** Check constraints on this column alone, as PostgreSQL prints them. */
  readonly checks: readonly string[]
}

/** By table and position. Partitions are left out: their parent has the same columns. */
const columnsOf = (reads: Reads): Promise<Column[]> =>
  readRows(
    reads,
    sql<Column>`
      select c.relname as "table", a.attname as name, t.typname as type, a.attnotnull as required,
        a.attidentity = 'a' or a.attgenerated <> '' as generated,
        a.attidentity = 'd' or a.atthasdef as "hasDefault", col_description(c.oid, a.attnum) as comment,
        array(select pg_get_constraintdef(k.oid) from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.conname) as checks
      from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped
      order by c.relname, a.attnum`,
  )

/** The literals of `check (x in ('a', 'b'))`, as a union type; null: the column has no such constraint. */
function literalsOf({ name, checks }: Column): string | null {
  for (const check of checks) {
    const [, column, list, single] =
      /^CHECK \(\(\(?"?(\w+)"? = (?:ANY \(ARRAY\[(.+)\]\)|('[^']*'::text))\)\)$/.exec(check) ?? []
    const literals = (list ?? single)?.split(', ').map((text) => /^('[^'\\]*')::text$/.exec(text)?.[1])
    if (column === name && literals?.every((literal) => literal !== undefined)) return literals.join(' | ')
  }
  return null
}

/** Type of a selected value, without null. */
function valueOf(column: Column): string {
  const key = `${column.table}.${column.name}`
  const special = overrides[key]?.[0]
  if (column.type === 'jsonb') {
    return `${column.hasDefault ? 'JsonByDefault' : 'Json'}<${special ?? 'unknown'}>`
  }
  const element = typeScript[column.type.replace(/^_/, '')]
  if (element === undefined)
    throw new Error(`${key}: tools/table-types.ts does not know what ${column.type} is read as`)
  const type = special ?? literalsOf(column) ?? element
  return column.type.startsWith('_') ? `${type}[]` : type
}

function lineOf(column: Column): string {
  const { table, name, required, generated, hasDefault, type, comment } = column
  const value = valueOf(column)
  const read = required || neverNull.has(`${table}.${name}`) ? value : `${value} | null`
  const written = () => {
    if (generated) return `GeneratedAlways<${read}>`
    return hasDefault && type !== 'jsonb' ? `Generated<${read}>` : read
  }
  const note = comment === null ? '' : `  /** ${comment} */\n`
  return `${note}  ${name}: ${written()}\n`
}

const pascal = (table: string): string =>
  table.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Fails if an override names a column that does not exist. */
function rejectUnknownOverrides(columns: readonly Column[]): void {
  const known = new Set(columns.map(({ table, name }) => `${table}.${name}`))
  const unknown = [...Object.keys(overrides), ...neverNull].filter((key) => !known.has(key))
  if (unknown.length > 0)
    throw new Error(`tools/table-types.ts names columns that do not exist: ${unknown.join()}`)
}

function importsOf(): string {
  const modules = Map.groupBy(
    Object.values(overrides).filter(([, module]) => module !== undefined),
    ([, module]) => module,
  )
  return [...modules]
    .map(([module, types]) => {
      const names = new Set(types.flatMap(([type]) => /[A-Z]\w+/.exec(type) ?? []))
      return `import type { ${[...names].sort().join(', ')} } from '${module}'\n`
    })
    .sort()
    .join('')
}

function source(columns: readonly Column[]): string {
  const tables = [...Map.groupBy(columns, ({ table }) => table)]
  const interfaces = tables.map(
    ([table, own]) => `interface ${pascal(table)}Table {\n${own.map(lineOf).join('')}}\n`,
  )
  const all = tables.map(([table]) => `  ${table}: ${pascal(table)}Table\n`).join('')
  return `// Generated from the migrations by \`${command}\`; do not edit.
/* oxlint-disable max-lines */
${importsOf()}import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** jsonb: read as a value, written as JSON text, so that arrays are not mistaken for PostgreSQL arrays. */
type Json<T> = ColumnType<T, string, string>
type JsonByDefault<T> = ColumnType<T, string | undefined, string>
/** numeric whose digits are all kept: read as a number, written as text too. */
type Decimal = ColumnType<number, number | string, number | string>

${interfaces.join('\n')}
export interface Tables {
${all}}
`
}

const format = (text: string): string =>
  execFileSync('biome', ['format', `--stdin-file-path=${file}`], {
    cwd: root,
    env: withOurPrograms(),
    input: text,
    encoding: 'utf8',
  })

/** Differing lines, each below the header of its interface. */
function differences(old: string, fresh: string): string {
  let head = ''
  let shown = ''
  const lines: string[] = []
  for (const [kind, line] of diff(fresh.split('\n'), old.split('\n'))) {
    if (line.includes('interface ')) head = line
    if (kind === 0) continue
    if (head !== shown && head !== line) lines.push(`  ${head}`)
    shown = head
    lines.push(`${kind === 1 ? '+' : '-'} ${line}`)
  }
  return lines.join('\n')
}

const database = await openImage(await databaseImage('migrated'))
const columns = await columnsOf(database.db.reads)
await database.close()
rejectUnknownOverrides(columns)
const fresh = format(source(columns))
const old = existsSync(file) ? readFileSync(file, 'utf8') : ''

if (!process.argv.includes('--check')) writeFileSync(file, fresh)
else if (fresh !== old) {
  console.error(`${relative(root, file)} is out of date. Run: ${command}\n${differences(old, fresh)}`)
  process.exit(1)
}
console.log(
  `table types: ${new Set(columns.map(({ table }) => table)).size} tables, ${columns.length} columns`,
)
