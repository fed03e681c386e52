import type { Tag } from '@cloud-factory/domain/identity/permissions'
import { importChunk } from '@cloud-factory/domain/resource/resource'
import { z } from 'zod'
import { id, instant, listOf, version } from '../endpoint.ts'
import type { ErrorCode } from '../errors.ts'
import { xlsxType } from '../sheet-input.ts'

const maxImportBytes = 10 * 1024 * 1024

/** What is wrong with a row: at a field, or null for the whole row. `words` fill in the sentence of the reason. */
const importError = z.object({
  field: z.string().nullable(),
  reason: z.string(),
  limit: z.number().optional(),
  words: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})
export type ImportError = z.output<typeof importError>

export const importStates = ['new', 'exists', 'faulty'] as const

const importRow = z.object({
  /** In the file, from 1. */
  line: z.int(),
  /** `exists`: a record with this code is there already, and is not changed. */
  state: z.enum(importStates),
  /** As in the file, one for each recognized column. */
  cells: z.array(z.string()),
  errors: z.array(importError),
  /** What will be added; null for all but new rows. */
  record: z.record(z.string(), z.unknown()).nullable(),
})
export type ImportRow = z.output<typeof importRow>

export const importPreview = z.object({
  /** Columns of the file that were recognized, by the field that they fill. */
  columns: z.array(z.object({ field: z.string(), title: z.string() })),
  /** Titles of the columns that were not. */
  ignored: z.array(z.string()),
  /** Fields without which no record can be added, and which the file has no column for. */
  missing: z.array(z.string()),
  rows: z.array(importRow),
})
export type ImportPreview = z.output<typeof importPreview>

const created = z.object({
  id,
  /** As it was added; a record that was changed since has a higher one. */
  version,
  name: z.string(),
  /** A one-time password that is shown once. */
  secret: z.string().optional(),
})
export type ImportedRecord = z.output<typeof created>

const applied = z.object({
  /** The import that the records belong to. */
  importId: id,
  items: z.array(created),
})
export type ImportApplied = z.output<typeof applied>

const undone = z.object({
  undone: z.int(),
  /** Records that stay, and why. */
  remaining: z.array(z.object({ id, name: z.string(), reason: z.string() })),
  /** `after` of the next request; null: there are no further records. */
  next: id.nullable(),
})
export type ImportUndone = z.output<typeof undone>

const undoInput = z.strictObject({ importId: id, after: id.optional() })

const latestImport = z.object({
  id,
  file: z.string(),
  at: instant,
  by: z.string(),
  added: z.int(),
  /** Of them, those that undoing has not deleted. */
  remaining: z.int(),
  /** When it was last undone, even if records remained; null: never. */
  undone: z.object({ at: instant, by: z.string() }).nullable(),
})
export type LatestImport = z.output<typeof latestImport>
const latestImports = listOf(latestImport)

const templateQuery = z.strictObject({ language: z.enum(['zh', 'en', 'es']) })

interface Described {
  readonly summary: string
  readonly errors: readonly ErrorCode[]
}
interface Guarded<P> extends Described {
  readonly permission: P
}
/** The endpoints of one import; `Body` is the request that adds one record. */
export type ImportEndpoints<Path extends string, P extends Tag, Body extends z.ZodType> = {
  readonly [K in `GET /api/record-imports/${Path}/template`]: Guarded<P> & {
    readonly query: typeof templateQuery
    readonly reply: 'file'
    readonly produces: readonly [typeof xlsxType]
  }
} & {
  readonly [K in `POST /api/record-imports/${Path}/preview`]: Guarded<P> & {
    readonly upload: { readonly field: 'file'; readonly maxBytes: number; readonly maxFiles: 1 }
    readonly reply: typeof importPreview
  }
} & {
  readonly [K in `POST /api/record-imports/${Path}`]: Guarded<P> & {
    readonly status: 201
    readonly maxBodyBytes: number
    readonly body: z.ZodObject<{
      records: z.ZodArray<Body>
      file: z.ZodString
      importId: z.ZodOptional<typeof id>
    }>
    readonly reply: typeof applied
  }
} & {
  readonly [K in `GET /api/record-imports/${Path}`]: Guarded<P> & { readonly reply: typeof latestImports }
} & {
  readonly [K in `POST /api/record-imports/${Path}/undo`]: Guarded<P> & {
    readonly body: typeof undoInput
    readonly reply: typeof undone
  }
}

interface Imported<P extends Tag, Body extends z.ZodType> {
  /** The endpoint that adds one record: its permission and its input count here too. */
  readonly create: {
    readonly permission: P
    readonly body: Body
    readonly errors?: readonly ErrorCode[]
    readonly returnsSecret?: true
  }
  /** What the records are, for the API page. */
  readonly what: string
}

/**
 * The endpoints that add records from a file: a template, a preview that writes nothing, adding the records that the
 * preview returned, the latest imports, and deleting their records again. A long file is added and undone in several
 * requests.
 */
export function importEndpoints<const Path extends string, P extends Tag, Body extends z.ZodType>(
  path: Path,
  { create: { permission, body, errors = [], returnsSecret }, what }: Imported<P, Body>,
): ImportEndpoints<Path, P, Body> {
  const at = `/api/record-imports/${path}`
  const table = {
    [`GET ${at}/template`]: {
      summary: `A file to fill in for an import of ${what}.`,
      permission,
      query: templateQuery,
      reply: 'file',
      produces: [xlsxType],
      errors: [],
    },
    [`POST ${at}/preview`]: {
      summary: `Reads a file of ${what} and says what an import would do; writes nothing.`,
      permission,
      upload: { field: 'file', maxBytes: maxImportBytes, maxFiles: 1 },
      reply: importPreview,
      errors: ['file.empty', 'file.too_large', 'file.unknown_type', 'file.unsafe', 'state.refused'],
    },
    [`POST ${at}`]: {
      summary: `Adds all of these ${what}, or none; with importId, to an import that one has begun.`,
      permission,
      status: 201,
      maxBodyBytes: maxImportBytes,
      body: z.strictObject({
        records: z.array(body).min(1).max(importChunk),
        file: z.string().max(255),
        importId: id.optional(),
      }),
      reply: applied,
      errors: [...new Set([...errors, 'not_found' as const])],
      ...(returnsSecret === true && { returnsSecret }),
    },
    [`GET ${at}`]: {
      summary: `The latest imports of ${what}.`,
      permission,
      reply: latestImports,
      errors: [],
    },
    [`POST ${at}/undo`]: {
      summary: `Deletes ${what} of an import that nobody has changed or used since, and names the others.`,
      permission,
      body: undoInput,
      reply: undone,
      errors: ['not_found'],
    },
  }
  return table as unknown as ImportEndpoints<Path, P, Body>
}
