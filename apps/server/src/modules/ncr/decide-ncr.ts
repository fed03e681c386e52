import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { ncrsApi } from '@cloud-factory/contract/ncr/ncrs'
import { sql } from 'kysely'
import { asReads } from '../../platform/db/handles.ts'
import { fail, reject, requireAllowed } from '../../platform/http/domain-error.ts'
import { grantPasses, revokePasses, idOrNull, signed, voidPasses } from '../quality-records/public.ts'
import { moveNcr, ncrForAction, questionCost, type NcrCommandContext } from './edit-ncr.ts'
import { canDispose } from './ncr.rules.ts'
import { crewOf, minRepairLimit, type LockedNcr, maxRepairs } from './ncr.store.ts'

type Api = typeof ncrsApi
type DisposeInput = BodyOf<Api['POST /api/ncrs/:id/dispose']>
type ApproveInput = BodyOf<Api['POST /api/ncrs/:id/approve']>
type RejectInput = BodyOf<Api['POST /api/ncrs/:id/reject']>
type CancelInput = BodyOf<Api['POST /api/ncrs/:id/cancel']>

/** The note of an action, and the reason of an unlikely cost. */
const noteWith = ({ note, reason }: { readonly note: string; readonly reason?: string | undefined }) =>
  [note, reason].filter(Boolean).join(' · ')

/** Sets the disposition of the pieces. */
export async function disposeNcr(context: NcrCommandContext, id: string, input: DisposeInput): Promise<void> {
  const { write, actor, orders, now } = context
  const locked = await ncrForAction(context, id, input.version, 'dispose')
  questionCost(locked.ncr, input)
  await requireDisposable(context, locked, input.disposition)
  const processId = input.disposition === 'concession' ? input.processId : null
  await requireGated(context, processId)
  await moveNcr(context, locked, {
    action: 'ncrs.dispose',
    step: 'dispose',
    to: 'dispositioned',
    notify: {
      decision: 'ncr_approve',
      step: 'approval_wanted',
      ...(input.disposition === 'concession' && { needs: 'quality.concession' }),
    },
    note: noteWith(input),
    fields: {
      disposition: input.disposition,
      disposition_note: input.note,
      process_id: idOrNull(processId),
      disposed_at: now,
      disposed_by_name: actor.cnName,
      due_on: input.dueOn,
      cause: input.cause,
      cause_note: input.causeNote,
      cost: input.cost,
      ...(await crewOf(write, orders, actor.plantId, input.crewId)),
    },
  })
}

/** Approves the disposition. A concession passes its pieces through the gate that it names. */
export async function approveNcr(context: NcrCommandContext, id: string, input: ApproveInput): Promise<void> {
  const { write, actor, now } = context
  const locked = await ncrForAction(context, id, input.version, 'approve')
  const { ncr, pieces } = locked
  const agreedBy = ncr.disposition === 'concession' ? (input.agreedBy ?? '') : null
  if (agreedBy === '') reject('ncr.needs_approval', { no: ncr.no })
  if (ncr.disposition === 'concession' && ncr.process_id !== null) {
    const pieceIds = pieces.map((piece) => piece.id)
    const source = { source: 'concession', sourceId: ncr.id } as const
    await grantPasses(write, actor, source, { processId: ncr.process_id, pieceIds, at: now })
  }
  await moveNcr(context, locked, {
    action: 'ncrs.approve',
    step: 'approve',
    to: 'approved',
    notify: { decision: 'ncr_approve', step: 'approved' },
    note: [agreedBy, input.note].filter(Boolean).join(' · '),
    fields: {
      approved_at: now,
      approved_by_name: actor.cnName,
      approval_note: input.note,
      agreed_by: agreedBy,
    },
  })
}

/** Rejects the disposition: the report is open again. */
export async function rejectNcr(context: NcrCommandContext, id: string, input: RejectInput): Promise<void> {
  const locked = await ncrForAction(context, id, input.version, 'reject')
  await moveNcr(context, locked, {
    action: 'ncrs.reject',
    step: 'reject',
    to: 'open',
    notify: { decision: 'ncr_approve', step: 'refused' },
    note: input.note,
    fields: undecided,
  })
}

/** Cancels a report and withdraws the passes of its concession. */
export async function cancelNcr(context: NcrCommandContext, id: string, input: CancelInput): Promise<void> {
  const locked = await ncrForAction(context, id, input.version, 'cancel')
  await revokeConcession(context, locked)
  await moveNcr(context, locked, {
    action: 'ncrs.cancel',
    step: 'cancel',
    to: 'cancelled',
    notify: { decision: 'ncr_approve', step: 'over' },
    note: input.note,
    fields: { cancel_reason: input.note, closed_at: context.now },
  })
}

/** Fields of a report without a disposition. */
const undecided = {
  disposition: null,
  disposition_note: '',
  process_id: null,
  disposed_at: null,
  disposed_by_name: null,
  approved_at: null,
  approved_by_name: null,
  approval_note: '',
  agreed_by: null,
  started_at: null,
  started_by: null,
  started_by_name: null,
  start_note: '',
  finished_at: null,
  finished_by: null,
  finished_by_name: null,
  finish_note: '',
} as const

async function requireDisposable(
  { write, actor, orders }: NcrCommandContext,
  { ncr, pieces }: LockedNcr,
  disposition: DisposeInput['disposition'],
): Promise<void> {
  const ids = pieces.map(({ id }) => id)
  const isRepair = disposition === 'repair' && ids.length > 0
  const limit = isRepair ? await minRepairLimit(write, orders, actor.plantId, pieces) : 0
  const verdict = canDispose(disposition, {
    statuses: pieces.map(({ status }) => status),
    repairs: isRepair ? await maxRepairs(write, actor.plantId, ids) : 0,
    limit,
  })
  requireAllowed(verdict, { no: ncr.no, limit })
}

async function requireGated(
  { write, actor, orders }: NcrCommandContext,
  processId: string | null,
): Promise<void> {
  if (processId === null) return
  const all = await orders.processes(asReads(write), actor.plantId)
  const process = all.find(({ id }) => id === Number(processId))
  if (process === undefined) return fail('not_found', { params: { field: 'processId' } })
  if (process.gate !== 'inspect' && process.gate !== 'hold')
    reject('ncr.process_not_gated', { process: process.code })
}

async function revokeConcession({ write, actor }: NcrCommandContext, { ncr }: LockedNcr): Promise<void> {
  if (ncr.disposition !== 'concession') return
  await revokePasses(write, actor.plantId, { source: 'concession', sourceId: ncr.id })
}

type StartInput = BodyOf<Api['POST /api/ncrs/:id/start']>
type FinishInput = BodyOf<Api['POST /api/ncrs/:id/finish']>
type VerifyInput = BodyOf<Api['POST /api/ncrs/:id/verify']>

/** Starts the execution. Repairs are counted again, because two reports on one piece may have been approved meanwhile. */
export async function startNcr(context: NcrCommandContext, id: string, input: StartInput): Promise<void> {
  const { actor, now } = context
  const locked = await ncrForAction(context, id, input.version, 'start')
  const { ncr } = locked
  if (ncr.disposition === 'repair') await requireDisposable(context, locked, 'repair')
  const { by, byName } = signed(actor)
  await moveNcr(context, locked, {
    action: 'ncrs.start',
    step: 'start',
    to: 'executing',
    note: input.note,
    fields: {
      started_at: now,
      started_by: by,
      started_by_name: byName,
      start_note: input.note,
      rounds: ncr.rounds + 1,
    },
  })
}

/** Ends the execution: scraps the pieces with that disposition; reworked pieces must pass their gates again. */
export async function finishNcr(context: NcrCommandContext, id: string, input: FinishInput): Promise<void> {
  const { write, actor, orders, now } = context
  const locked = await ncrForAction(context, id, input.version, 'finish')
  const { ncr, pieces } = locked
  if (input.cost !== null) questionCost(ncr, input)
  const { by, byName } = signed(actor)
  const how = { reason: `${ncr.no} ${ncr.disposition_note}`.slice(0, 500), replace: input.replace }
  const ids = pieces.map((piece) => piece.id)
  if (ncr.disposition === 'rework' || ncr.disposition === 'repair')
    await voidPasses(write, actor.plantId, ids, { ncrId: ncr.id, at: now })
  await moveNcr(context, locked, {
    action: 'ncrs.finish',
    step: 'finish',
    to: 'verify',
    notify: { decision: 'ncr_verify', step: 'approval_wanted' },
    note: noteWith(input),
    fields: {
      finished_at: now,
      finished_by: by,
      finished_by_name: byName,
      finish_note: input.note,
      ...(input.cost === null ? {} : { cost: input.cost }),
    },
    ...(ncr.disposition === 'scrap' && ids.length > 0
      ? { effect: () => orders.scrap(write, actor, ids, how) }
      : {}),
  })
}

/** Verifies the execution: the report is closed, or open again for another disposition. */
export async function verifyNcr(context: NcrCommandContext, id: string, input: VerifyInput): Promise<void> {
  const { write, actor, now } = context
  const locked = await ncrForAction(context, id, input.version, 'verify')
  const { ncr } = locked
  await requireReinspection(context, input.reinspectionId)
  const { by, byName } = signed(actor)
  const verified = {
    verified_at: now,
    verified_by: by,
    verified_by_name: byName,
    verify_note: input.note,
    reinspection_id: idOrNull(input.reinspectionId),
  }
  if (!input.passed && ncr.disposition === 'concession')
    await revokePasses(write, actor.plantId, { source: 'concession', sourceId: ncr.id })
  await moveNcr(context, locked, {
    action: 'ncrs.verify',
    step: input.passed ? 'pass' : 'fail',
    to: input.passed ? 'closed' : 'open',
    notify: { decision: 'ncr_verify', step: input.passed ? 'approved' : 'refused' },
    note: input.note,
    fields: input.passed ? { ...verified, closed_at: now } : { ...undecided, ...verified },
  })
}

async function requireReinspection({ write, actor }: NcrCommandContext, id: string | null): Promise<void> {
  if (id === null) return
  const { rows } =
    await sql`select from inspections where plant_id = ${actor.plantId} and id = ${id}`.execute(write)
  if (rows.length === 0) fail('not_found', { params: { field: 'reinspectionId' } })
}
