import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { MillCertificate, millCertificatesApi } from '@cloud-factory/contract/material/mill-certificates'
import { sql } from 'kysely'
import { differences } from '../../platform/audit/differences.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { deleteRow, insertRow, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchText } from '../../platform/search/search-text.ts'
import type { KeptFile } from '../../platform/files/keep-files.ts'
import { rejectingDuplicate } from '../quality-records/public.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import { oneCertificate, type StoredMillCertificate } from './certificates.reads.ts'
import type { CertificateCan } from './certificates.rules.ts'
import { supplierKey } from './supplier-key.rules.ts'

type Api = typeof millCertificatesApi
type Input = BodyOf<Api['POST /api/mill-certificates']>

interface Held {
  readonly row: StoredMillCertificate
  readonly view: MillCertificate
}

/** Enters a certificate. Returns its id. */
export async function addCertificate(write: Write, actor: Actor, given: Input): Promise<string> {
  const { id, heats } = await insertCertificate(write, actor, given)
  const { lines: _lines, ...input } = given
  await recordAction(write, actor, {
    action: 'mill_certificates.create',
    subjectKind: 'mill_certificate',
    event: 'mill_certificates.added',
    id: String(id),
    name: input.no,
    after: { ...input, heats: heats.join(', ') },
  })
  return String(id)
}

/** Inserts a certificate, without audit log entry and event. */
export async function insertCertificate(
  write: Write,
  actor: Actor,
  { lines, ...input }: Input,
): Promise<{ readonly id: number; readonly heats: readonly string[] }> {
  const heats = await heatNumbers(write, actor.plantId, lines)
  const id = await once(input.no, () => insertRow(write, actor, 'mill_certificates', columnsOf(input, heats)))
  await writeLines(write, actor.plantId, id, lines)
  return { id, heats }
}

/** Changes an undecided certificate and replaces its lines. */
export async function changeCertificate(
  write: Write,
  actor: Actor,
  id: string,
  { version, lines, ...input }: BodyOf<Api['PATCH /api/mill-certificates/:id']>,
): Promise<void> {
  const { row, view } = await certificateForAction(write, actor, id, version, 'edit')
  const heats = await heatNumbers(write, actor.plantId, lines)
  await once(input.no, () => saveRow(write, actor, 'mill_certificates', row.id, columnsOf(input, heats)))
  await sql`delete from mill_certificate_heats where plant_id = ${actor.plantId} and certificate_id = ${row.id}`.execute(
    write,
  )
  await writeLines(write, actor.plantId, row.id, lines)
  const was = { ...view, values: view.lines.map(({ heat, values }) => ({ heat: heat.no, ...values })) }
  const now = { ...input, values: lines.map(({ values }, index) => ({ heat: heats[index], ...values })) }
  await recordAction(write, actor, {
    action: 'mill_certificates.change',
    subjectKind: 'mill_certificate',
    event: 'mill_certificates.changed',
    id,
    name: input.no,
    ...differences(was, now),
  })
}

export async function removeCertificate(
  write: Write,
  actor: Actor,
  id: string,
  version: number,
): Promise<void> {
  const { row, view } = await certificateForAction(write, actor, id, version, 'delete')
  await deleteRow(write, actor.plantId, 'mill_certificates', row.id)
  await recordAction(write, actor, {
    action: 'mill_certificates.delete',
    subjectKind: 'mill_certificate',
    event: 'mill_certificates.deleted',
    id,
    name: row.no,
    before: { heats: view.heats.join(', ') },
  })
}

/** Adds a scan to a certificate, or replaces it. */
export async function fileCertificate(write: Write, actor: Actor, id: string, file: KeptFile): Promise<void> {
  const { row } = await certificateForAction(write, actor, id, null, 'file')
  await saveRow(write, actor, 'mill_certificates', row.id, {
    file_sha256: file.sha256,
    file_name: file.fileName,
    file_type: file.type,
    file_bytes: file.bytes,
  })
  await recordAction(write, actor, {
    action: 'mill_certificates.file',
    subjectKind: 'mill_certificate',
    event: 'mill_certificates.filed',
    id,
    name: row.no,
    after: { file: file.fileName, sha256: file.sha256 },
  })
}

/** Locks a certificate. Rejects when it was changed since `version`, or when the rules do not permit the action. */
export async function certificateForAction(
  write: Write,
  actor: Actor,
  id: string,
  version: number | null,
  action: keyof CertificateCan,
): Promise<Held> {
  const row = await rowForUpdate(write, 'mill_certificates', actor.plantId, id)
  const view = await oneCertificate(asReads(write), actor, id)
  if (version !== null && row.version !== version) fail('version.conflict', { current: view })
  const verdict = view.can[action]
  if (verdict !== true) fail('state.refused', { params: { reason: verdict, no: row.no } })
  return { row, view }
}

const once = <T>(no: string, work: () => Promise<T>): Promise<T> =>
  rejectingDuplicate('mill_certificates_no_key', { field: 'no', value: no }, work)

const columnsOf = (input: Omit<Input, 'lines'>, heats: readonly string[]) => ({
  no: input.no,
  kind: input.kind,
  supplier: input.supplier,
  supplier_key: supplierKey(input.supplier),
  issued_on: input.issuedOn,
  note: input.note,
  search: searchText(input.no, input.supplier, ...new Set(heats), input.note),
})

/** Numbers of the heats in these lines, in order. Fails with `not_found` unless the plant has all of them. */
async function heatNumbers(write: Write, plantId: number, lines: Input['lines']): Promise<string[]> {
  const ids = lines.map(({ heatId }) => heatId)
  const { rows } = await sql<{ id: number; no: string }>`
    select id, no from heats where plant_id = ${plantId} and id = any(${ids}::bigint[]) for key share`.execute(
    write,
  )
  const numbers = new Map(rows.map(({ id, no }) => [String(id), no]))
  return ids.map((id) => numbers.get(id) ?? fail('not_found', { params: { field: 'heatId' } }))
}

async function writeLines(write: Write, plantId: number, id: number, lines: Input['lines']): Promise<void> {
  const rows = lines.map((line, position) => ({ ...line, position }))
  try {
    await sql`
      insert into mill_certificate_heats (plant_id, certificate_id, heat_id, position, grade_code, thickness_mm, values)
      select ${plantId}, ${id}, "heatId", position, "gradeCode", "thicknessMm", values
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("heatId" bigint, position int, "gradeCode" text,
        "thicknessMm" numeric, values jsonb)`.execute(write)
  } catch (error) {
    if (violationOf(error)?.kind === 'foreign') fail('not_found', { params: { field: 'heatId' } })
    throw error
  }
}
