import type { CertificateLine } from '@cloud-factory/contract/material/mill-certificates'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { saveRow } from '../../platform/db/signed-rows.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import { certificateForAction } from './save-certificate.ts'

interface Decision {
  readonly version: number
  readonly note?: string
}

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
  await recordAction(write, actor, {
    action: 'mill_certificates.accept',
    subjectKind: 'mill_certificate',
    event: 'mill_certificates.accepted',
    id,
    name: row.no,
    after: { heats: view.heats.join(', ') },
  })
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
  await recordAction(write, actor, {
    action: 'mill_certificates.reject',
    subjectKind: 'mill_certificate',
    event: 'mill_certificates.rejected',
    id,
    name: row.no,
    after: { note },
  })
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
