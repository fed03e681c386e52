import { type Selectable, sql } from 'kysely'
import type { Finding, ParsedMark, ParsedPart, ParsedList } from './parsing/import.types.ts'
import { maxPiecesOfImport, type ImportStatus } from './imports.policy.ts'
import { type MarkKind, markKind } from '../orders/public.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import type { Tables } from '../../platform/db/schema.ts'
import type { StoredFile } from '../../platform/files/file-store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { rowForUpdate, signature } from '../../platform/db/signed-rows.ts'

/** Codes of findings that depend on the order, besides those of the file itself. */
export const orderFindingCodes = ['import.too_many_pieces', 'import.failed', 'import.older_revision'] as const

/** A finding about the file or its order. */
export type ImportFinding = Omit<Finding, 'code'> & {
  readonly code: Finding['code'] | (typeof orderFindingCodes)[number]
}

type StagedMark = Omit<ParsedMark, 'parts' | 'partFile'> & {
  /** From 0, over all files of the import. */
  readonly position: number
  readonly kind: MarkKind
  readonly role: 'mark' | 'file'
  readonly parts: readonly Omit<ParsedPart, 'file' | 'row'>[]
}

/** A mark as stored until the import is applied. */
export function stagedMark(mark: ParsedMark, position: number): StagedMark {
  const parts = mark.parts.map(({ file: _file, row: _row, ...part }) => part)
  const { partFile, ...rest } = mark
  const role = partFile === true ? 'file' : 'mark'
  return { ...rest, position, role, kind: markKind(mark.name ?? '', mark.mark), parts }
}

/** Errors of an import that belong to no single row. `files`: names of the read files, for the message. */
export function findingsOfSize(marks: readonly ParsedMark[], files: string): ImportFinding[] {
  const pieces = marks.reduce((sum, { quantity }) => sum + quantity, 0)
  if (pieces <= maxPiecesOfImport) return []
  const params = { pieces, max: maxPiecesOfImport }
  return [{ level: 'error', code: 'import.too_many_pieces', file: files, params }]
}

/** JSON that the database can store: without NUL and unpaired surrogates, which old workbooks contain. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'string' ? storableText(inner) : inner,
  )
}

export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '')

export type StoredImport = Selectable<Tables['import_jobs']>

export interface ImportUpload extends StoredFile {
  readonly name: string
}

/** Stores the upload as a pending import; returns its id. */
export async function insertImport(
  write: Write,
  actor: Actor,
  orderId: number,
  files: readonly ImportUpload[],
): Promise<number> {
  const signed = signature(actor)
  const { id } = await write
    .insertInto('import_jobs')
    .values({
      ...signed,
      plant_id: actor.plantId,
      order_id: orderId,
      created_by: signed.updated_by,
      created_by_name: signed.updated_by_name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = files.map((file, position) => ({ ...file, job_id: id, position, plant_id: actor.plantId }))
  await write.insertInto('import_files').values(rows).execute()
  return id
}

/** Locks the import until the transaction ends; fails with `not_found` when the plant has no such import. */
export const importForUpdate = (write: Write, plantId: number, id: string): Promise<StoredImport> =>
  rowForUpdate(write, 'import_jobs', plantId, id)

/** The order an import belongs to, without a lock: the order is locked before its imports. */
export async function orderOfImport(write: Write, plantId: number, id: string): Promise<string> {
  const row = await write
    .selectFrom('import_jobs')
    .select('order_id')
    .where('plant_id', '=', plantId)
    .where('id', '=', Number(id))
    .executeTakeFirst()
  return row === undefined ? fail('not_found') : String(row.order_id)
}

/** Names of the relevant files for messages, truncated if there are many. */
export async function fileNamesOf(write: Write, id: number): Promise<string> {
  const rows = await write
    .selectFrom('import_files')
    .select('name')
    .where('job_id', '=', id)
    .where('dropped', '=', false)
    .orderBy('position')
    .limit(5)
    .execute()
  return rows
    .map(({ name }) => name)
    .join(', ')
    .slice(0, 200)
}

export async function saveImportStatus(
  write: Write,
  actor: Actor,
  id: number,
  status: Extract<ImportStatus, 'applied' | 'discarded'>,
): Promise<void> {
  await write
    .updateTable('import_jobs')
    .set({ status, ...signature(actor), updated_at: sql`now()`, version: sql`version + 1` })
    .$if(status === 'applied', (update) => update.set({ applied_at: sql<Date>`now()`, progress: 100 }))
    .where('plant_id', '=', actor.plantId)
    .where('id', '=', id)
    .execute()
}

export async function saveUndone(write: Write, actor: Actor, id: number): Promise<void> {
  await write
    .updateTable('import_jobs')
    .set({
      ...signature(actor),
      status: 'undone',
      undone_at: sql<Date>`now()`,
      undone_by_name: actor.cnName,
      updated_at: sql`now()`,
      version: sql`version + 1`,
    })
    .where('plant_id', '=', actor.plantId)
    .where('id', '=', id)
    .execute()
}

/** Updates the progress; does nothing once the import is read. */
export async function saveProgress(
  write: Write,
  plantId: number,
  id: number,
  progress: number,
): Promise<void> {
  await write
    .updateTable('import_jobs')
    .set({
      progress: Math.min(99, Math.max(0, Math.round(progress))),
      // Heartbeat: prevents another worker from taking over.
      claimed_until: sql<Date>`now() + interval '3 minutes'`,
    })
    .where('plant_id', '=', plantId)
    .where('id', '=', id)
    .where('status', '=', 'reading')
    .execute()
}

/** Stores parsed marks. Existing positions stay unchanged, so reading again after a crash gives the same rows. */
export async function stageMarks(
  write: Write,
  plantId: number,
  id: number,
  marks: readonly StagedMark[],
): Promise<void> {
  await sql`
    insert into import_marks (job_id, plant_id, position, file, row, mark, revision, name, kind, profile, grade,
      quantity, length_mm, width_mm, height_mm, net_kg, gross_kg, area_m2, weight_source, drawing_no, phase, batch, parts, role)
    select ${id}, ${plantId}, position, file, row, mark, coalesce(revision, ''), coalesce(name, ''), kind, profile, grade,
      quantity, round("lengthMm", 3), round("widthMm", 3), round("heightMm", 3), round("netKg", 3), round("grossKg", 3),
      round("areaM2", 4), "weightSource", "drawingNo", phase, batch, parts, role
    from jsonb_to_recordset(${storableJson(marks)}::jsonb) as read (position int, file text, row int, mark text,
      revision text, name text, kind text, profile text, grade text, quantity int, "lengthMm" numeric,
      "widthMm" numeric, "heightMm" numeric, "netKg" numeric, "grossKg" numeric, "areaM2" numeric, "weightSource" text,
      "drawingNo" text, phase text, batch text, parts jsonb, role text)
    on conflict (job_id, position) do nothing`.execute(write)
}

export async function stageFindings(
  write: Write,
  plantId: number,
  id: number,
  findings: readonly ImportFinding[],
  from: number,
): Promise<void> {
  const rows = findings.map((finding, index) => ({ ...finding, position: from + index }))
  await sql`
    insert into import_findings (job_id, plant_id, position, level, code, file, row, header, value, params)
    select ${id}, ${plantId}, position, level, code, file, row, "column", value, coalesce(params, '{}')
    from jsonb_to_recordset(${storableJson(rows)}::jsonb) as read (position int, level text, code text, file text,
      row int, "column" text, value text, params jsonb)
    on conflict (job_id, position) do nothing`.execute(write)
}

/** Finishes reading: stores the file type, the totals (rounded as stored) and the number of findings. */
export async function saveReading(
  write: Write,
  job: StoredImport,
  list: ParsedList | null,
  outcome: { readonly status: 'ready' | 'failed'; readonly errors: number; readonly warnings: number },
): Promise<void> {
  const columns = list?.columns.map(({ header, meaning }) => ({ header, meaning })) ?? []
  await sql`
    update import_jobs set status = ${outcome.status}, progress = 100, format = ${list?.format ?? null},
      encoding = ${list?.encoding ?? null}, columns = ${storableJson(columns)}::jsonb,
      stated = ${statedJson(list)}::jsonb, errors = ${outcome.errors},
      warnings = ${outcome.warnings}, updated_at = now(), version = version + 1
    where id = ${job.id}`.execute(write)
  await countImport(write, job.id)
  const formats = JSON.stringify(list?.formats ?? {})
  await sql`update import_files set format = coalesce(${formats}::jsonb->>name, ${list?.format ?? null})
    where job_id = ${job.id}`.execute(write)
}

/** Totals that the import would write, as stored; part files that complete a list do not count. */
export async function countImport(write: Write, id: number): Promise<void> {
  await sql`
    update import_jobs set computed = (select jsonb_build_object('marks', count(*), 'pieces', coalesce(sum(quantity), 0),
          'parts', coalesce(sum(jsonb_array_length(parts)), 0),
          'netKg', coalesce(sum(net_kg * quantity), 0), 'grossKg', coalesce(sum(gross_kg * quantity), 0))
        from import_marks where job_id = ${id} and role <> 'part')
    where id = ${id}`.execute(write)
}

function statedJson(list: ParsedList | null): string | null {
  const stated = list?.totals.stated
  if (stated === undefined) return null
  const { pieces = null, netKg = null, grossKg = null } = stated
  return storableJson({ pieces, netKg, grossKg })
}
