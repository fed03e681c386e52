import { type NcrAction, type NcrStatus, maxNcrPhotos } from '@cloud-factory/domain/ncr/ncr-enums'
import { likelyCost } from '@cloud-factory/domain/numbers/decimals'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { ncrsApi } from '@cloud-factory/contract/ncr/ncrs'
import { sql } from 'kysely'
import { changesOf } from '../../platform/audit/differences.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { deciderOf } from '../../platform/auth/four-eyes.queries.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail, questionQuantity, reject, requireAllowed } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { type DecisionStep, assignRecord, recordMessages, notifyOfDecision } from '../inbox/public.ts'
import { type OrdersPort, signed } from '../quality-records/public.ts'
import { type SavedFields, saveRow } from '../../platform/db/signed-rows.ts'
import { oneNcr } from './ncr.queries.ts'
import { factsOf } from './ncrs.queries.ts'
import { type NcrCan, ncrCan, ncrDecisions } from './ncr.rules.ts'
import { insertNcrEvent, type LockedNcr, lockNcr, recalculatePieces, crewOf, machineOf } from './ncr.store.ts'
import { searchText } from '../../platform/search/search-text.ts'
import type { SavedFile } from '../../platform/files/keep-files.ts'

/** Dependencies of the commands on a report. */
export interface NcrCommandContext {
  readonly write: Write
  readonly actor: Actor
  readonly orders: OrdersPort
  readonly now: Date
}

/** Locks a report for an action. Rejects when it was changed since `version`, or when the action is not permitted. */
export async function ncrForAction(
  { write, actor, orders, now }: NcrCommandContext,
  id: string,
  version: number | null,
  action: keyof NcrCan,
): Promise<LockedNcr> {
  const locked = await lockNcr(write, orders, actor.plantId, id)
  const { ncr, pieces } = locked
  if (version !== null && ncr.version !== version)
    fail('version.conflict', { current: await oneNcr(asReads(write), actor, orders, id, now) })
  const verdict = ncrCan(await deciderOf(asReads(write), actor, ncrDecisions, ncr.id), factsOf(ncr, pieces))[
    action
  ]
  requireAllowed(verdict, { no: ncr.no, status: ncr.status })
  return locked
}

interface NcrMove {
  readonly action: string
  readonly step: NcrAction
  readonly to: NcrStatus
  readonly note: string
  readonly fields: SavedFields<'ncrs'>
  /** Who is notified of it. */
  readonly notify?: DecisionStep
  /** Runs after the quality rows are written and before the pieces are updated. */
  readonly effect?: () => Promise<void>
}

/** Writes an action: fields, history, effects on the pieces, audit log entry and event. */
export async function moveNcr(
  context: NcrCommandContext,
  { ncr, pieces }: LockedNcr,
  move: NcrMove,
): Promise<void> {
  const { write, actor, orders, now } = context
  await saveRow(write, actor, 'ncrs', ncr.id, { ...move.fields, status: move.to })
  const disposition = move.fields.disposition ?? ncr.disposition
  await insertNcrEvent(write, actor, ncr.id, now, {
    action: move.step,
    from: ncr.status,
    to: move.to,
    note: move.note,
    disposition,
  })
  await move.effect?.()
  if (move.to !== ncr.status) await recalculatePieces(write, actor, orders, pieces)
  const subjectId = String(ncr.id)
  const about = { id: ncr.id, version: ncr.version, at: now }
  const notified = move.notify === undefined ? [] : await notifyOfDecision(write, actor, move.notify, about)
  await recordAudit(write, actor, {
    action: move.action,
    subjectKind: 'ncr',
    subjectId,
    subjectName: ncr.no,
    before: { status: ncr.status },
    after: { status: move.to, ...(disposition === null ? {} : { disposition }), note: move.note },
  })
  await recordEvent(write, actor, { name: 'quality.ncr_moved', subjectId })
  await recordMessages(write, actor, notified)
}

/** Asks for a reason when a cost is probably a typing error. A cost that stays is not questioned. */
export function questionCost(
  ncr: LockedNcr['ncr'],
  { cost, reason }: { readonly cost: number | null; readonly reason?: string | undefined },
): void {
  if (cost !== ncr.cost) questionQuantity('cost', cost ?? 0, likelyCost, reason)
}

type EditInput = BodyOf<(typeof ncrsApi)['PATCH /api/ncrs/:id']>

/** Changes the data of a report that is not closed. */
export async function editNcr(context: NcrCommandContext, id: string, input: EditInput): Promise<void> {
  const { write, actor, orders } = context
  const locked = await ncrForAction(context, id, input.version, 'edit')
  const { ncr } = locked
  questionCost(ncr, input)
  const crew = await crewOf(write, orders, actor.plantId, input.crewId)
  const machine =
    input.machineId === undefined ? {} : await machineOf(write, orders, actor.plantId, input.machineId)
  const defect = await defectCode(write, actor.plantId, input.defectId)
  const fields = {
    severity: input.severity,
    defect_id: Number(input.defectId),
    description: input.description,
    ...crew,
    ...machine,
    due_on: input.dueOn,
    cause: input.cause,
    cause_note: input.causeNote,
    cost: input.cost,
  }
  const changes = changesOf(ncr, fields)
  if (changes === null) return
  const search = searchText(ncr.no, input.description, ncr.order_no, ncr.mark, defect, ncr.receipt_no)
  await saveRow(write, actor, 'ncrs', ncr.id, { ...fields, search })
  await remember(context, locked, 'edit', Object.keys(changes.after).join(', '))
  const named = changesOf(
    audited(ncr, await defectCode(write, actor.plantId, ncr.defect_id)),
    audited({ ...ncr, ...fields }, defect),
  )
  const { reason } = input
  await recordAudit(write, actor, {
    action: 'ncrs.update',
    ...subjectOf(ncr),
    before: named?.before ?? {},
    after: { ...named?.after, ...(reason === undefined ? {} : { reason }) },
  })
  await recordEvent(write, actor, { name: 'quality.ncr_changed', subjectId: id })
}

/** Assigns a report that is not closed to a person, or to nobody. */
export async function assignNcr(
  context: NcrCommandContext,
  id: string,
  { version, assigneeId }: BodyOf<(typeof ncrsApi)['POST /api/ncrs/:id/assign']>,
): Promise<void> {
  const { write, actor, now } = context
  const locked = await ncrForAction(context, id, version, 'edit')
  const remembered = (name: string) => remember(context, locked, 'assign', name)
  await assignRecord(write, actor, {
    kind: 'ncr',
    row: locked.ncr,
    to: assigneeId,
    at: now,
    remember: remembered,
  })
}

/** Adds photos from the file store; duplicates are ignored. */
export async function addPhotos(
  context: NcrCommandContext,
  id: string,
  photos: readonly SavedFile[],
): Promise<void> {
  const { write, actor, now } = context
  const locked = await ncrForAction(context, id, null, 'photo')
  const { ncr } = locked
  for (const { fileName, type, bytes, sha256 } of photos)
    await sql`
      insert into ncr_photos (ncr_id, plant_id, name, type, bytes, sha256, added_at, added_by_name)
      values (${ncr.id}, ${actor.plantId}, ${fileName}, ${type}, ${bytes}, ${sha256}, ${now}, ${signed(actor).byName})
      on conflict do nothing`.execute(write)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ncr_photos where ncr_id = ${ncr.id}`.execute(write)
  if ((rows[0]?.count ?? 0) > maxNcrPhotos) reject('ncr.too_many_photos', { limit: maxNcrPhotos })
  const names = photos.map(({ fileName }) => fileName).join(', ')
  await remember(context, locked, 'photo', names)
  await recordAudit(write, actor, { action: 'ncrs.add_photos', ...subjectOf(ncr), after: { files: names } })
  await recordEvent(write, actor, { name: 'quality.ncr_changed', subjectId: id })
}

const subjectOf = (ncr: LockedNcr['ncr']) => ({
  subjectKind: 'ncr',
  subjectId: String(ncr.id),
  subjectName: ncr.no,
})

/** Fields of a report as the audit log shows them: names instead of ids. */
const audited = (row: LockedNcr['ncr'], defect: string) => ({
  severity: row.severity,
  defect,
  description: row.description,
  crew: row.crew_name,
  machine: row.machine_name,
  dueOn: row.due_on,
  cause: row.cause,
  causeNote: row.cause_note,
  cost: row.cost,
})

const remember = (
  { write, actor, now }: NcrCommandContext,
  { ncr }: LockedNcr,
  action: 'edit' | 'assign' | 'photo',
  note: string,
) =>
  insertNcrEvent(write, actor, ncr.id, now, {
    action,
    from: ncr.status,
    to: ncr.status,
    note,
    disposition: ncr.disposition,
  })

async function defectCode(write: Write, plantId: Actor['plantId'], id: string | number): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    select code from defects where plant_id = ${plantId} and id = ${id} for key share`.execute(write)
  return rows[0]?.code ?? fail('not_found', { params: { field: 'defectId' } })
}
