import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { ncrsApi } from '@cloud-factory/contract/ncrs'
import { asReads } from '../../../platform/db/handles.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { grantPasses, revokePasses } from '../gate-passes.store.ts'
import { idOrNull } from '../quality-rows.ts'
import { moveNcr, ncrForDeed, type NcrVerb } from './move-ncr.ts'
import { mayDispose } from './ncr.rules.ts'
import { crewOf, leastRepairLimit, type LockedNcr, mostRepairs } from './ncr.store.ts'

type Api = typeof ncrsApi
type DisposeInput = BodyOf<Api['POST /api/ncrs/:id/dispose']>
type ApproveInput = BodyOf<Api['POST /api/ncrs/:id/approve']>
type RejectInput = BodyOf<Api['POST /api/ncrs/:id/reject']>
type CancelInput = BodyOf<Api['POST /api/ncrs/:id/cancel']>

/** Says what is to be done with the pieces. */
export async function disposeNcr(verb: NcrVerb, id: string, input: DisposeInput): Promise<void> {
  const { write, actor, orders, now } = verb
  const locked = await ncrForDeed(verb, id, input.version, 'dispose')
  await requireDisposable(verb, locked, input.disposition)
  const processId = input.disposition === 'concession' ? input.processId : null
  await requireGated(verb, processId)
  await moveNcr(verb, locked, {
    action: 'ncrs.dispose',
    deed: 'dispose',
    to: 'dispositioned',
    note: input.note,
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

/** Approves what is to be done. A concession opens the gate it names for its pieces. */
export async function approveNcr(verb: NcrVerb, id: string, input: ApproveInput): Promise<void> {
  const { write, actor, now } = verb
  const locked = await ncrForDeed(verb, id, input.version, 'approve')
  const { ncr, pieces } = locked
  const agreedBy = ncr.disposition === 'concession' ? (input.agreedBy ?? '') : null
  if (agreedBy === '') refuse('state.refused', { params: { reason: 'ncr.needs_approval', no: ncr.no } })
  if (ncr.disposition === 'concession' && ncr.process_id !== null) {
    const pieceIds = pieces.map((piece) => piece.id)
    const source = { source: 'concession', sourceId: ncr.id } as const
    await grantPasses(write, actor, source, { processId: ncr.process_id, pieceIds, at: now })
  }
  await moveNcr(verb, locked, {
    action: 'ncrs.approve',
    deed: 'approve',
    to: 'approved',
    note: [agreedBy, input.note].filter(Boolean).join(' · '),
    fields: {
      approved_at: now,
      approved_by_name: actor.cnName,
      approval_note: input.note,
      agreed_by: agreedBy,
    },
  })
}

/** Refuses what is to be done: the report is open again. */
export async function rejectNcr(verb: NcrVerb, id: string, input: RejectInput): Promise<void> {
  const locked = await ncrForDeed(verb, id, input.version, 'reject')
  await moveNcr(verb, locked, {
    action: 'ncrs.reject',
    deed: 'reject',
    to: 'open',
    note: input.note,
    fields: undecided,
  })
}

/** Takes a report back; what a concession had opened is shut again. */
export async function cancelNcr(verb: NcrVerb, id: string, input: CancelInput): Promise<void> {
  const locked = await ncrForDeed(verb, id, input.version, 'cancel')
  await revokeConcession(verb, locked)
  await moveNcr(verb, locked, {
    action: 'ncrs.cancel',
    deed: 'cancel',
    to: 'cancelled',
    note: input.note,
    fields: { cancel_reason: input.note, closed_at: verb.now },
  })
}

/** Fields of a report about which nothing is decided. */
export const undecided = {
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

export async function requireDisposable(
  { write, actor, orders }: NcrVerb,
  { ncr, pieces }: LockedNcr,
  disposition: DisposeInput['disposition'],
): Promise<void> {
  const ids = pieces.map(({ id }) => id)
  const isRepair = disposition === 'repair' && ids.length > 0
  const limit = isRepair ? await leastRepairLimit(write, orders, actor.plantId, pieces) : 0
  const verdict = mayDispose(disposition, {
    statuses: pieces.map(({ status }) => status),
    repairs: isRepair ? await mostRepairs(write, actor.plantId, ids) : 0,
    limit,
  })
  if (verdict !== true) refuse('state.refused', { params: { reason: verdict, no: ncr.no, limit } })
}

async function requireGated({ write, actor, orders }: NcrVerb, processId: string | null): Promise<void> {
  if (processId === null) return
  const all = await orders.processes(asReads(write), actor.plantId)
  const process = all.find(({ id }) => id === Number(processId))
  if (process === undefined) return refuse('not_found', { params: { field: 'processId' } })
  if (process.gate !== 'inspect' && process.gate !== 'hold')
    refuse('state.refused', { params: { reason: 'ncr.process_not_gated', process: process.code } })
}

async function revokeConcession({ write, actor }: NcrVerb, { ncr }: LockedNcr): Promise<void> {
  if (ncr.disposition !== 'concession') return
  await revokePasses(write, actor.plantId, { source: 'concession', sourceId: ncr.id })
}
