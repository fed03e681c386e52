import { readFile } from 'node:fs/promises'
import type { Endpoint } from '@cloud-factory/contract/endpoint'
import type {
  ImportApplied,
  ImportedRecord,
  ImportPreview,
  ImportUndone,
} from '@cloud-factory/contract/record-import/import-endpoints'
import {
  type Fields,
  importChunk,
  maxImportRows,
  type Resource,
} from '@cloud-factory/domain/resource/resource'
import type { Namespace } from '@cloud-factory/dictionary/translate'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import type { BodyIn, CommandContext, Crud } from '../crud/crud.ts'
import { createRow, removeRow } from '../crud/crud-commands.ts'
import type { CrudDeps } from '../crud/crud-routes.ts'
import { asReads, type Reads, readRows } from '../db/handles.ts'
import type { SignedTable } from '../db/signed-rows.ts'
import { DomainError, fail, reject } from '../http/domain-error.ts'
import type { FileReply, RequestFacts, UploadedFile } from '../http/routes.ts'
import { readTableInWorker } from '../table/read-table-file.ts'
import { workbook, xlsxType } from '../xlsx/workbook.ts'
import { forgetImported, importedAfter, saveImported, latestImports, openImport } from './import-history.ts'
import { importColumns, type Language, type References, texts } from './import-columns.ts'
import { previewImport } from './preview-import.ts'

type Values = Readonly<Record<string, unknown>>

type Create<Input> = (context: CommandContext, input: Input) => Promise<Pick<ImportedRecord, 'id' | 'secret'>>

/** How records of one kind are imported. `Input` is what adds one of them. */
export interface ImportSpec<Path extends string, Input> {
  readonly path: Path
  /** Columns of the file. */
  readonly fields: Fields
  /** Dictionary of their labels, and the key of the list's title there. */
  readonly words: readonly [namespace: Namespace, title: string]
  /** The field by which a record is known. */
  readonly unique: string
  /** Equal for values that the database takes for the same; unchanged by default. */
  readonly keyOf?: (value: string) => string
  readonly schema: z.ZodType<Input>
  /** Records that cells of fields of the types `id` and `ids` name. */
  readonly references?: (reads: Reads, actor: Actor) => Promise<References>
  /** Which of these keys have a record. */
  readonly existing: (reads: Reads, actor: Actor, keys: readonly string[]) => Promise<readonly string[]>
  readonly check?: (context: CommandContext, input: Input) => Promise<void> | void
  /** Fewer rows than other files have, where each takes long. */
  readonly maxRows?: number
  /** Computes what takes long before the transaction begins, and returns the command that adds one record. */
  readonly creator: (records: readonly Input[]) => Create<Input> | Promise<Create<Input>>
  readonly remove: (context: CommandContext, id: string, version: number) => Promise<void>
}

type Table = Readonly<Record<string, Endpoint>>
type Stored = Resource & { readonly table: SignedTable }

interface ResourceOptions<Input> {
  /** Of the request that adds one record. */
  readonly schema: z.ZodType<Input>
  /** Key of the list's title. */
  readonly title: string
  /** What the request may contain besides the fields. */
  readonly extra?: Fields
}

/** The import of a resource. */
export function resourceImport<R extends Stored, Api extends Table, More>(
  crud: Crud<R, Api, More>,
  { schema, title, extra = {} }: ResourceOptions<BodyIn<R, Api>>,
): ImportSpec<R['path'], BodyIn<R, Api>> {
  const { resource } = crud
  const unique = resource.unique ?? 'code'
  return {
    path: resource.path,
    fields: { ...resource.fields, ...extra },
    words: [resource.words[0] as Namespace, title],
    unique,
    schema: z.preprocess((values) => withoutEmpty(values as Values, extra), schema),
    existing: async (reads, { plantId }, keys) => {
      const rows = await readRows(
        reads,
        sql<{ key: string }>`select ${sql.ref(unique)} as key from ${sql.table(resource.table)}
          where plant_id = ${plantId} and ${sql.ref(unique)} = any(${keys}::text[])`,
      )
      return rows.map(({ key }) => key)
    },
    check: (context, input) => crud.check?.(context, input, null),
    creator: () => async (context, input) => ({ id: await createRow(crud, context, input) }),
    remove: (context, id, version) => removeRow(crud, context, id, version),
  }
}

/** What a request need not contain is left out when its cell is empty. */
const withoutEmpty = (values: Values, extra: Fields): Values =>
  Object.fromEntries(Object.entries(values).filter(([key, value]) => !(key in extra && value === null)))

interface Called {
  readonly actor: Actor
}
type Handlers<Path extends string, Input> = {
  readonly [K in `GET /api/record-imports/${Path}/template`]: (
    call: Called & { readonly query: { readonly language: Language } },
  ) => Promise<FileReply>
} & {
  readonly [K in `POST /api/record-imports/${Path}/preview`]: (
    call: Called & { readonly files: readonly UploadedFile[]; readonly request: RequestFacts },
  ) => Promise<ImportPreview>
} & {
  readonly [K in `POST /api/record-imports/${Path}`]: (
    call: Called & { readonly body: Added<Input> },
  ) => Promise<ImportApplied>
} & {
  readonly [K in `GET /api/record-imports/${Path}`]: (
    call: Called,
  ) => Promise<Awaited<ReturnType<typeof latestImports>>>
} & {
  readonly [K in `POST /api/record-imports/${Path}/undo`]: (
    call: Called & { readonly body: Undone },
  ) => Promise<ImportUndone>
}

interface Added<Input> {
  readonly records: readonly Input[]
  readonly file: string
  readonly importId?: string | undefined
}
interface Undone {
  readonly importId: string
  readonly after?: string | undefined
}

/** Handlers of the endpoints of one import. */
export function importRoutes<Path extends string, Input>(
  { db, clock }: CrudDeps,
  spec: ImportSpec<Path, Input>,
): Handlers<Path, Input> {
  const at = `/api/record-imports/${spec.path}`
  const inOne = <T>(actor: Actor, work: (context: CommandContext) => Promise<T>) =>
    db.tx((write) => work({ write, actor, now: clock.now() }))
  return {
    [`GET ${at}/template`]: async ({
      actor,
      query: { language },
    }: Called & { query: { language: Language } }) =>
      template(spec, await spec.references?.(db.reads, actor), { actor, language, now: clock.now() }),
    [`POST ${at}/preview`]: async ({
      actor,
      files,
      request,
    }: Called & { files: readonly UploadedFile[]; request: RequestFacts }) => {
      const rows = await rowsOf(spec, files, request)
      // Rules may ask the database within a transaction; nothing is written.
      return inOne(actor, (context) => preview(spec, context, rows))
    },
    [`POST ${at}`]: async ({ actor, body }: Called & { body: Added<Input> }) => {
      requireShort(spec, body.records.length)
      const create = await spec.creator(body.records)
      return inOne(actor, (context) => addAll(spec, create, context, body))
    },
    [`GET ${at}`]: ({ actor }: Called) => latestImports(db.reads, actor, spec.path),
    [`POST ${at}/undo`]: ({ actor, body }: Called & { body: Undone }) =>
      inOne(actor, (context) => removeNext(spec, context, body)),
  } as unknown as Handlers<Path, Input>
}

type Rows = Awaited<ReturnType<typeof readTableInWorker>>

function requireShort<Path extends string, Input>(
  { maxRows = maxImportRows }: ImportSpec<Path, Input>,
  rows: number,
): void {
  if (rows > maxRows) reject('import.too_many', { rows, most: maxRows })
}

async function rowsOf<Path extends string, Input>(
  spec: ImportSpec<Path, Input>,
  [file]: readonly UploadedFile[],
  { signal }: RequestFacts,
): Promise<Rows> {
  if (file === undefined || file.bytes === 0)
    return fail('file.empty', { params: { file: file?.name ?? '' } })
  const rows = await readTableInWorker(await readFile(file.path), { name: file.name, signal })
  const filled = rows.filter((row) => row.some((cell) => cell !== null)).length
  // Not counted: the header.
  requireShort(spec, filled - 1)
  return rows
}

async function preview<Path extends string, Input>(
  spec: ImportSpec<Path, Input>,
  context: CommandContext,
  rows: Rows,
): Promise<ImportPreview> {
  const { fields, words, schema, unique, keyOf = (value) => value } = spec
  const reads = asReads(context.write)
  const { actor } = context
  return previewImport(
    {
      columns: importColumns(fields, words[0], await spec.references?.(reads, actor)),
      schema,
      unique,
      keyOf,
      existing: async (keys) => new Set(keys.length === 0 ? [] : await spec.existing(reads, actor, keys)),
      check: async (record: Values) => spec.check?.(context, record as Input),
    },
    rows,
  )
}

async function addAll<Path extends string, Input>(
  { path, unique }: ImportSpec<Path, Input>,
  create: Create<Input>,
  context: CommandContext,
  { records, file, importId: begun }: Added<Input>,
): Promise<ImportApplied> {
  const importId = await openImport(context, { path, file, importId: begun })
  const items: ImportedRecord[] = []
  for (const record of records) {
    const name = (record as Values)[unique] as string
    items.push({ ...(await create(context, record)), version: 1, name })
  }
  await saveImported(context, importId, items)
  return { importId, items }
}

/** Deletes the next records of an import. */
async function removeNext<Path extends string, Input>(
  { path, remove }: ImportSpec<Path, Input>,
  context: CommandContext,
  { importId, after }: Undone,
): Promise<ImportUndone> {
  const records = await importedAfter(context, { path, importId, after }, importChunk)
  const remaining: ImportUndone['remaining'] = []
  for (const { id, version, name } of records) {
    await sql`savepoint one_record`.execute(context.write)
    try {
      await remove(context, id, version)
      await sql`release savepoint one_record`.execute(context.write)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      // A violated foreign key has made the transaction unusable from the savepoint on.
      await sql`rollback to savepoint one_record`.execute(context.write)
      remaining.push({ id, name, reason: whyRemaining[error.code] ?? error.code })
    }
  }
  const staying = new Set(remaining.filter(({ reason }) => reason !== goneReason).map(({ id }) => id))
  await forgetImported(
    context,
    importId,
    records.flatMap(({ id }) => (staying.has(id) ? [] : [id])),
  )
  const next = records.length === importChunk ? (records.at(-1)?.id ?? null) : null
  return { undone: records.length - remaining.length, remaining, next }
}

const goneReason = 'import.gone'
const whyRemaining: Readonly<Record<string, string>> = {
  'version.conflict': 'import.changed',
  not_found: goneReason,
}

interface TemplateRequest {
  readonly actor: Actor
  readonly language: Language
  readonly now: Date
}

/** A sheet with the titles in the user's language and one row as an example. */
function template<Path extends string, Input>(
  { fields, words: [namespace, title] }: ImportSpec<Path, Input>,
  references: References | undefined,
  { actor, language, now }: TemplateRequest,
): FileReply {
  const columns = importColumns(fields, namespace, references)
  const name = texts(namespace)(title)[language]
  const body = workbook({ title: name, author: actor.cnName, at: now, timeZone: 'UTC' }, [
    {
      name,
      columns: columns.map(({ titles, isRequired }) => ({
        title: isRequired ? `${titles[language]} *` : titles[language],
        kind: 'text',
        width: 16,
      })),
      rows: [[columns.map(({ example }) => example(language))]],
    },
  ])
  return { name: `${name}.xlsx`, type: xlsxType, body }
}
