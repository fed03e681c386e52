import { readFile } from 'node:fs/promises'
import {
  type StandardFile,
  type StandardFileError,
  standardFile,
  standardFileFormat,
  standardFileSchema,
} from '@cloud-factory/contract/standards/standard-files'
import { wrongPlaces, isStorable } from '../../../platform/http/problems.ts'
import { fail } from '../../../platform/http/domain-error.ts'
import type { UploadedFile } from '../../../platform/http/routes.ts'
import { itemProblems } from '../item-problems.rules.ts'

/** What was found in a file: an edition, or else why it is none. */
export type ReadStandard =
  | { readonly file: StandardFile; readonly errors: readonly [] }
  | { readonly file: null; readonly errors: readonly StandardFileError[] }

/** A file that is wrong in many places says so of the first of them. */
const maxErrors = 200

export async function readStandardFile(uploads: readonly UploadedFile[]): Promise<ReadStandard> {
  const [upload] = uploads
  if (upload === undefined || upload.bytes === 0) return fail('file.empty', { params: { file: '' } })
  return parseStandard(await readFile(upload.path, 'utf8'))
}

function parseStandard(text: string): ReadStandard {
  const value = jsonOf(text)
  const problem = strangeness(value)
  if (problem !== null) return { file: null, errors: [{ item: null, ...problem }] }
  const parsed = standardFile.safeParse(value, { reportInput: true })
  const errors = parsed.success
    ? parsed.data.items.flatMap((item, index) =>
        itemProblems(item).map(({ path, reason }) => ({ item: index + 1, field: path, reason })),
      )
    : wrongPlaces(parsed.error).map(({ path, ...why }) => ({ ...placeOf(path), ...why }))
  return parsed.success && errors.length === 0
    ? { file: parsed.data, errors: [] }
    : { file: null, errors: errors.slice(0, maxErrors) }
}

/** Undefined when the text is no JSON that could be kept. */
function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isStorable(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** What keeps a file from being read at all; null when it says that it is one of ours. */
function strangeness(value: unknown): { field: string; reason: string } | null {
  if (typeof value !== 'object' || value === null) return { field: '', reason: 'standard_file.not_json' }
  const { format, schema } = value as Record<string, unknown>
  if (format !== standardFileFormat) return { field: 'format', reason: 'standard_file.other' }
  if (typeof schema === 'number' && schema > standardFileSchema)
    return { field: 'schema', reason: 'standard_file.newer' }
  return null
}

/** `items.3.rule.lo` is `rule.lo` of the fourth item. */
function placeOf(path: readonly string[]): Pick<StandardFileError, 'item' | 'field'> {
  const [list, index, ...rest] = path
  return list === 'items' && index !== undefined
    ? { item: Number(index) + 1, field: rest.join('.') }
    : { item: null, field: path.join('.') }
}
