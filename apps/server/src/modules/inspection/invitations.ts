import type { Invitation } from '@cloud-factory/contract/customer-links/customer-links'
import { type Selectable, sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { insertRow, saveRow } from '../../platform/db/signed-rows.ts'
import { fail, requireAllowed } from '../../platform/http/domain-error.ts'
import { notifyOfCustomer, recordMessages } from '../inbox/public.ts'
import { type Action, holdFor, subjectOf } from './form.queries.ts'

interface InvitationInput {
  readonly onDay: string
  readonly note: string
}

/** Invites the customer to witness an inspection. Another day takes the answer back: it was for the old one. */
export async function inviteCustomer(
  action: Action,
  actor: Actor,
  id: string,
  { onDay, note }: InvitationInput,
): Promise<void> {
  const { write } = action
  const { row } = await holdFor(action, actor, id, { action: 'invite', version: null })
  const fields = { on_day: onDay, note }
  const [earlier] = (
    await sql<{ id: number; on_day: string }>`
      select id, on_day from inspection_invitations where inspection_id = ${row.id} for update`.execute(write)
  ).rows
  if (earlier === undefined)
    await insertRow(write, actor, 'inspection_invitations', { ...fields, inspection_id: row.id })
  else {
    const unanswered =
      earlier.on_day === onDay
        ? {}
        : { answer: null, answer_day: null, answer_note: '', answered_at: null, answered_by_name: null }
    await saveRow(write, actor, 'inspection_invitations', earlier.id, { ...fields, ...unanswered })
  }
  await recordInvitation(write, actor, row, { action: 'inspections.invite', after: { onDay, note } })
}

/** What a customer does with an invitation: one of the project that their link shows. */
interface Target {
  readonly id: string
  readonly projectId: string
  readonly now: Date
}

interface Answer {
  readonly answer: 'accepted' | 'declined'
  readonly day: string | null
  readonly note: string
}

/** Accepts or declines an invitation; an answer can be changed until the inspection is locked. */
export async function answerInvitation(
  write: Write,
  actor: Actor,
  target: Target,
  { answer, day, note }: Answer,
): Promise<void> {
  const row = await invitationForUpdate(write, actor.plantId, target)
  requireAllowed(invitationCan(row).answer)
  const fields = { answer, answer_day: answer === 'accepted' ? day : null, answer_note: note }
  const answered = { answered_at: target.now, answered_by_name: actor.cnName }
  await saveRow(write, actor, 'inspection_invitations', row.id, { ...fields, ...answered })
  const notified = await notify(write, actor, row, {
    reason: `customer_${answer}`,
    by: actor.cnName,
    at: target.now,
  })
  await recordInvitation(write, actor, inspectionOf(row), {
    action: 'inspections.answer',
    after: { answer, onDay: day, note },
  })
  await recordMessages(write, actor, notified)
}

/** Signs the locked result. The signature names the hash of what was signed; it is never taken back. */
export async function signInvitation(
  write: Write,
  actor: Actor,
  target: Target,
  { name }: { readonly name: string },
): Promise<void> {
  const row = await invitationForUpdate(write, actor.plantId, target)
  requireAllowed(invitationCan(row).sign)
  const signed = { signed_at: target.now, signed_by_name: name, signed_hash: row.hash }
  await saveRow(write, actor, 'inspection_invitations', row.id, signed)
  const notified = await notify(write, actor, row, { reason: 'customer_signed', by: name, at: target.now })
  await recordInvitation(write, actor, inspectionOf(row), {
    action: 'inspections.sign',
    after: { name, hash: row.hash, verdict: row.verdict },
  })
  await recordMessages(write, actor, notified)
}

interface Notice {
  readonly reason: 'customer_accepted' | 'customer_declined' | 'customer_signed'
  readonly by: string
  readonly at: Date
}

/** Notifies who invited, who inspects and who plans the order. Each answer is a version of the invitation. */
const notify = (write: Write, { plantId }: Actor, row: InvitationRow, notice: Notice): Promise<string[]> =>
  notifyOfCustomer(
    write,
    plantId,
    {
      ...notice,
      record: { kind: 'inspection', id: String(row.inspection_id) },
      cause: `invitation-${row.id}/${row.version}/${notice.reason}`,
    },
    [row.created_by, row.updated_by, row.inspector_id, row.planner_id],
  )

type StoredInvitation = Selectable<Tables['inspection_invitations']>
type InspectionFields = Pick<
  Selectable<Tables['inspections']>,
  | 'no'
  | 'stage'
  | 'status'
  | 'verdict'
  | 'order_no'
  | 'mark'
  | 'pieces'
  | 'inspector_id'
  | 'inspector_name'
  | 'hash'
>
/** `planner_id`: to whom the order is assigned. */
type InvitationRow = StoredInvitation & InspectionFields & { readonly planner_id: number | null }

const invitationsWhere = (where: ReturnType<typeof sql>) => sql<InvitationRow>`
  select v.*, i.no, i.stage, i.status, i.verdict, i.order_no, i.mark, i.pieces, i.inspector_id, i.inspector_name, i.hash,
    o.assignee_id as planner_id
  from inspection_invitations v join inspections i on i.id = v.inspection_id join orders o on o.id = i.order_id
  where ${where}`

async function invitationForUpdate(
  write: Write,
  plantId: number,
  { id, projectId }: Target,
): Promise<InvitationRow> {
  const where = sql`v.plant_id = ${plantId} and v.id = ${id} and o.project_id = ${projectId} and i.status <> 'cancelled'`
  const { rows } = await sql<InvitationRow>`${invitationsWhere(where)} for update of v`.execute(write)
  return rows[0] ?? fail('not_found')
}

const inspectionOf = ({ inspection_id: id, no }: InvitationRow) => ({ id, no })

function invitationCan({ status, answer, signed_at: signedAt }: InvitationRow) {
  const isLocked = status === 'locked' || status === 'replaced'
  const sign = (): true | string => {
    if (answer !== 'accepted') return 'invitation.not_accepted'
    if (status !== 'locked') return 'inspection.not_locked'
    return signedAt === null || 'invitation.signed'
  }
  return { answer: !isLocked || 'inspection.locked', sign: sign() } as const
}

/** Invitations of a project, the latest day first; `id`: that one alone. Names of inspectors are as `shown` writes them. */
export async function invitationsOf(
  reads: Reads,
  plantId: number,
  { projectId, id }: { readonly projectId: string; readonly id?: string },
  shown: (name: string) => string,
): Promise<Invitation[]> {
  const one = id === undefined ? sql`true` : sql`v.id = ${id}`
  const where = sql`v.plant_id = ${plantId} and o.project_id = ${projectId} and i.status <> 'cancelled' and ${one}`
  const rows = await readRows(
    reads,
    sql<InvitationRow>`${invitationsWhere(where)} order by v.on_day desc, v.id desc limit 200`,
  )
  return rows.map((row) => ({
    id: String(row.id),
    no: row.no,
    stage: row.stage,
    orderNo: row.order_no ?? '',
    mark: row.mark ?? '',
    pieces: row.pieces,
    inspector: shown(row.inspector_name ?? ''),
    onDay: row.on_day,
    note: row.note,
    verdict: row.status === 'locked' || row.status === 'replaced' ? row.verdict : null,
    answer: row.answer,
    answerDay: row.answer_day,
    answerNote: row.answer_note,
    signedAt: row.signed_at?.toISOString() ?? null,
    signedBy: row.signed_by_name,
    can: invitationCan(row),
  }))
}

const recordInvitation = (
  write: Write,
  actor: Actor,
  inspection: Parameters<typeof subjectOf>[0],
  { action, after }: { readonly action: string; readonly after: unknown },
): Promise<void> => {
  const { subjectKind, subjectId, subjectName } = subjectOf(inspection)
  const event = 'quality.inspection_changed'
  return recordAction(write, actor, { action, event, subjectKind, id: subjectId, name: subjectName, after })
}
