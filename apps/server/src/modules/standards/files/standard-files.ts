import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  type StandardFile,
  type StandardFileError,
  standardFile,
  standardFileFormat,
  standardFileSchema,
} from '@cloud-factory/contract/standards/standard-files'
import type { EditionRow, StandardRow } from '@cloud-factory/contract/standards/standards'
import { wrongPlaces, isStorable } from '../../../platform/http/problems.ts'
import { fail, reject } from '../../../platform/http/domain-error.ts'
import type { UploadedFile, FileReply } from '../../../platform/http/routes.ts'
import { itemProblems, pairsOf } from '../standards.rules.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { type Reads, asReads, type Write } from '../../../platform/db/handles.ts'
import { oneEdition, oneStandard } from '../standards.queries.ts'
import { rowForUpdate, saveRow } from '../../../platform/db/signed-rows.ts'
import { createEdition, heldEdition, createStandard } from '../save-edition.ts'
import { itemFacts, storedItems } from '../standard-items.queries.ts'
import { recordAction } from '../../../platform/audit/record-action.ts'
import { replaceItems } from '../standards.store.ts'

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
    : wrongPlaces(parsed.error).map(({ path, ...why }) => ({ ...placeInText(path), ...why }))
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
function placeInText(path: readonly string[]): Pick<StandardFileError, 'item' | 'field'> {
  const [list, index, ...rest] = path
  return list === 'items' && index !== undefined
    ? { item: Number(index) + 1, field: rest.join('.') }
    : { item: null, field: path.join('.') }
}

/** Where a file would be written: the standard and edition of its names, as far as they are there. */
export interface StandardPlace {
  readonly standard: StandardRow | null
  readonly edition: EditionRow | null
}

export async function placeOf(
  reads: Reads,
  actor: Actor,
  { standard: { code } }: StandardFile,
  no: string,
): Promise<StandardPlace> {
  const found = await reads
    .selectFrom('standards as s')
    .leftJoin('standard_editions as e', (join) =>
      join.onRef('e.standard_id', '=', 's.id').on('e.no', '=', no),
    )
    .select(['s.id as standardId', 'e.id as editionId'])
    .where('s.plant_id', '=', actor.plantId)
    .where('s.code', '=', code)
    .executeTakeFirst()
  if (found === undefined) return { standard: null, edition: null }
  const { standardId, editionId } = found
  return {
    standard: await oneStandard(reads, actor, String(standardId)),
    edition: editionId === null ? null : await oneEdition(reads, actor, String(editionId)),
  }
}

/** Why a file that is right in itself cannot be written at its place. */
export function placeErrors({ standard: { verdict } }: StandardFile, { standard, edition }: StandardPlace) {
  const errors: { item: null; field: string; reason: string }[] = []
  if (standard !== null && standard.verdict !== verdict)
    errors.push({ item: null, field: 'standard.verdict', reason: 'standard_file.other_verdict' })
  if (edition !== null && edition.can.edit !== true)
    errors.push({ item: null, field: 'edition.no', reason: edition.can.edit })
  return errors
}

interface ApplyOptions {
  /** In place of the number that the file gives its edition. */
  readonly no?: string | undefined
  /** Of the draft that the file changes, as the preview said; undefined: there was none. */
  readonly version?: number | undefined
}

/** Writes a file as a draft edition, and its standard where there is none; returns the edition's id. */
export async function applyStandardFile(
  write: Write,
  actor: Actor,
  { file }: ReadStandard,
  { no, version }: ApplyOptions,
): Promise<string> {
  if (file === null) return reject('standard_file.wrong')
  const requestedNo = no ?? file.edition.no
  const editionId = await heldDraft(write, actor, file, requestedNo, version)
  const before = (await storedItems(asReads(write), actor.plantId, editionId, null)).map(itemFacts)
  const after = file.items.map((item, index) => ({ ...item, id: String(index + 1) }))
  await replaceItems(write, actor.plantId, Number(editionId), pairsOf(before, after))
  await recordAction(write, actor, {
    subjectKind: 'edition',
    action: 'editions.import',
    event: 'editions.changed',
    id: editionId,
    name: `${file.standard.code} ${requestedNo}`,
    before: { items: before.length },
    after: { items: after.length, validFrom: file.edition.validFrom, source: file.edition.source },
  })
  return editionId
}

/** The draft that the file is written to, locked: as it was previewed, or made for it. */
async function heldDraft(
  write: Write,
  actor: Actor,
  file: StandardFile,
  no: string,
  version: number | undefined,
): Promise<string> {
  const { validFrom, source } = file.edition
  const { standard, edition } = await placeOf(asReads(write), actor, file, no)
  const [wrong] = placeErrors(file, { standard, edition })
  if (wrong !== undefined) reject(wrong.reason)
  if (edition === null) {
    // What was previewed as a change of a draft is not made a new one behind somebody's back.
    if (version !== undefined) fail('version.conflict')
    const standardId =
      standard?.id ?? (await createStandard(write, actor, { ...file.standard, active: true }))
    return createEdition(write, actor, standardId, { no, validFrom, source, copyOf: null })
  }
  await rowForUpdate(write, 'standards', actor.plantId, edition.standardId)
  await heldEdition(write, actor, edition.id, version ?? 0, 'edit')
  await saveRow(write, actor, 'standard_editions', Number(edition.id), { valid_from: validFrom, source })
  return edition.id
}

/** An edition as a file; fails with `not_found` when the plant has no such edition. */
export async function editionFile(reads: Reads, actor: Actor, id: string): Promise<FileReply> {
  const { standardId, no, validFrom, source } = await oneEdition(reads, actor, id)
  const { code, names, verdict } = await oneStandard(reads, actor, standardId)
  const items = await storedItems(reads, actor.plantId, id, null)
  const file: StandardFile = {
    format: standardFileFormat,
    schema: standardFileSchema,
    standard: { code, names, verdict },
    edition: { no, validFrom, source },
    items: items.map((row) => {
      const { id: _id, editionId: _edition, position: _position, ...facts } = itemFacts(row)
      return facts
    }),
  }
  const body = Buffer.from(`${JSON.stringify(file, null, 2)}\n`)
  const name = `${code} ${no}.json`.replaceAll('/', '-')
  return { name, type: 'application/json', bytes: body.length, body: Readable.from([body]) }
}
