import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type {
  MillCertificate,
  millCertificatesApi,
  CertificateLine,
} from '@cloud-factory/contract/material/mill-certificates'
import { sql } from 'kysely'
import { differences } from '../../platform/audit/differences.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { deleteRow, insertRow, rowForAction, saveRow } from '../../platform/db/signed-rows.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchText } from '../../platform/search/search-text.ts'
import type { SavedFile } from '../../platform/files/keep-files.ts'
import { recordMessages, notifyOfDecision } from '../inbox/public.ts'
import { rejectingDuplicate } from '../quality-records/public.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import { oneCertificate, type StoredMillCertificate } from './certificates.queries.ts'
import { type CertificateCan, supplierKey, valuesText } from './material.rules.ts'

type Api = typeof millCertificatesApi
type Input = BodyOf<Api['POST /api/mill-certificates']>

/** The decision of a second person that a certificate waits for. */
const decision = 'certificate_accept'

type Held = { readonly row: StoredMillCertificate; readonly view: MillCertificate }

/** Enters a certificate. Returns its id. */
export async function addCertificate(write: Write, actor: Actor, certificate: Input): Promise<string> {
  const { id, heats } = await insertCertificate(write, actor, certificate)
  const { lines: _lines, ...input } = certificate
  const notified = await notifyOfDecision(
    write,
    actor,
    { decision, step: 'approval_wanted' },
    { id, version: 1 },
  )
  await recordAction(write, actor, {
    action: 'mill_certificates.create',
    subjectKind: 'mill_certificate',
    event: 'mill_certificates.added',
    id: String(id),
    name: input.no,
    after: { ...input, heats: heats.join(', ') },
  })
  await recordMessages(write, actor, notified)
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
  const was = { ...view, values: view.lines.map(({ heat, values }) => valuesText(heat.no, values)) }
  const now = { ...input, values: lines.map(({ values }, index) => valuesText(heats[index] ?? '', values)) }
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
export async function fileCertificate(
  write: Write,
  actor: Actor,
  id: string,
  file: SavedFile,
): Promise<void> {
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
const certificateForAction = (
  write: Write,
  actor: Actor,
  id: string,
  version: number | null,
  action: keyof CertificateCan,
): Promise<Held> =>
  rowForAction(write, actor, 'mill_certificates', { id, version, action }, oneCertificate, ({ no }) => ({
    no,
  }))

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

type Decision = { readonly version: number; readonly note?: string }

/** Accepts a certificate and stores the verdicts on its values. */
export async function acceptCertificate(
  write: Write,
  actor: Actor,
  id: string,
  { version }: Decision,
  now: Date,
): Promise<void> {
  const { row, view } = await certificateForAction(write, actor, id, version, 'accept')
  await keepVerdicts(write, actor, { id: row.id, lines: view.lines }, now)
  const notified = await notifyOfDecision(write, actor, { decision, step: 'approved' }, { ...row, at: now })
  await recordAction(write, actor, {
    action: 'mill_certificates.accept',
    subjectKind: 'mill_certificate',
    event: 'mill_certificates.accepted',
    id,
    name: row.no,
    after: { heats: view.heats.join(', ') },
  })
  await recordMessages(write, actor, notified)
}

/** Writes the verdicts on the values of a certificate, and its acceptance. */
export async function keepVerdicts(
  write: Write,
  actor: Actor,
  { id, lines }: { readonly id: number; readonly lines: readonly CertificateLine[] },
  now: Date,
): Promise<void> {
  const verdicts = lines.map((line) => ({ id: line.id, judged: line.judged }))
  await sql`update mill_certificate_heats x set judged = r.judged
    from jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb) as r (id bigint, judged jsonb)
    where x.plant_id = ${actor.plantId} and x.id = r.id`.execute(write)
  const decided = { decided_at: now, decided_by_name: actor.cnName, decided_note: '' }
  await saveRow(write, actor, 'mill_certificates', id, { status: 'accepted', ...decided })
}

export async function rejectCertificate(
  write: Write,
  actor: Actor,
  id: string,
  { version, note = '' }: Decision,
  now: Date,
): Promise<void> {
  const { row } = await certificateForAction(write, actor, id, version, 'reject')
  const decided = { decided_at: now, decided_by_name: actor.cnName, decided_note: note }
  await saveRow(write, actor, 'mill_certificates', row.id, { status: 'rejected', ...decided })
  const notified = await notifyOfDecision(write, actor, { decision, step: 'refused' }, { ...row, at: now })
  await recordAction(write, actor, {
    action: 'mill_certificates.reject',
    subjectKind: 'mill_certificate',
    event: 'mill_certificates.rejected',
    id,
    name: row.no,
    after: { note },
  })
  await recordMessages(write, actor, notified)
}

/**
 * Withdraws a decision: the certificate becomes a draft again. Lots that it released return to quarantine unless another
 * accepted document supports them; their pieces are stopped too.
 */
export async function withdrawCertificate(
  write: Write,
  actor: Actor,
  id: string,
  { version, note = '' }: Decision,
): Promise<void> {
  const { row } = await certificateForAction(write, actor, id, version, 'withdraw')
  const none = { decided_at: null, decided_by_name: null, decided_note: '' }
  await saveRow(write, actor, 'mill_certificates', row.id, { status: 'draft', ...none })
  await sql`update mill_certificate_heats set judged = null
    where plant_id = ${actor.plantId} and certificate_id = ${row.id}`.execute(write)
  const lots = row.status === 'accepted' ? await lotsWithoutDocuments(write, actor, row.id, note) : []
  await recordAction(write, actor, {
    action: 'mill_certificates.withdraw',
    subjectKind: 'mill_certificate',
    event: 'mill_certificates.withdrawn',
    id,
    name: row.no,
    before: { status: row.status },
    after: { note, quarantined: lots.length },
  })
}

/** Returns released lots of its heats that lack required documents to quarantine; returns their ids. */
async function lotsWithoutDocuments(
  write: Write,
  actor: Actor,
  certificateId: number,
  note: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from material_lots l
    where l.plant_id = ${actor.plantId} and l.status = 'released'
      and l.heat_id in (select heat_id from mill_certificate_heats where certificate_id = ${certificateId})
      and (not ${acceptedOf(sql`c.kind <> 'retest'`)} or (l.retest and not ${acceptedOf(sql`c.kind = 'retest'`)}))
    order by l.id for update of l`.execute(write)
  for (const { id } of rows)
    await saveRow(write, actor, 'material_lots', id, {
      status: 'quarantine',
      decided_at: null,
      decided_by_name: null,
      note,
    })
  return rows.map(({ id }) => id)
}

const acceptedOf = (kind: ReturnType<typeof sql>) => sql`exists (
  select from mill_certificate_heats x join mill_certificates c on c.id = x.certificate_id
  where x.heat_id = l.heat_id and c.status = 'accepted' and ${kind})`
