import type { AuditEntry } from '../../platform/audit/record.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { signed } from '../quality-records/public.ts'
import { keepSums } from './keep-sums.ts'
import { type Action, type Held, holdFor, subjectOf } from './inspection-guards.ts'
import { soundOf, type StoredInspection, verdictByRule } from './inspection-parts.ts'
import { canJudge } from './inspections.rules.ts'
import { closeLot, judgeLot, saveInspection } from './inspections.store.ts'
import { nameCrews, reportedCrews } from './lot-makers.ts'

interface Version {
  readonly version: number
}
interface Back extends Version {
  readonly reason: string
}

/** Submits an inspection with all its readings for judgement. */
export async function submitInspection(
  action: Action,
  actor: Actor,
  id: string,
  input: Version,
): Promise<void> {
  const { row } = await holdFor(action, actor, id, { action: 'submit', version: input.version })
  const { by, byName } = signed(actor)
  const submitted = { inspector_id: by, inspector_name: byName, submitted_at: action.now }
  await saveInspection(action.write, actor, row.id, { ...submitted, status: 'submitted', reason: '' })
  await record(action, actor, row, { action: 'inspections.submit', after: { status: 'submitted' } })
}

/** Returns a submitted inspection for further measuring. */
export async function returnInspection(action: Action, actor: Actor, id: string, input: Back): Promise<void> {
  const { row } = await holdFor(action, actor, id, { action: 'return', version: input.version })
  const unsubmitted = { submitted_at: null, inspector_id: null, inspector_name: null }
  await saveInspection(action.write, actor, row.id, { ...unsubmitted, status: 'draft', reason: input.reason })
  await record(action, actor, row, {
    action: 'inspections.return',
    after: { status: 'draft', reason: input.reason },
  })
}

interface Judgement extends Version {
  readonly verdict: 'pass' | 'fail'
  readonly note: string
}

/** Judges a submitted inspection, and each measured piece by its own readings. */
export async function judgeInspection(
  action: Action,
  actor: Actor,
  id: string,
  { version, verdict, note }: Judgement,
): Promise<void> {
  const held = await holdFor(action, actor, id, { action: 'judge', version })
  const { row, parts } = held
  const allowed = canJudge(verdictByRule(row, parts).verdict, verdict, note)
  if (allowed !== true) fail('state.refused', { params: { reason: allowed, inspection: row.no } })
  const { by, byName } = signed(actor)
  const judged = { judge_id: by, judge_name: byName, judged_at: action.now, judge_note: note }
  await saveInspection(action.write, actor, row.id, { ...judged, status: 'judged', verdict })
  await judgeLot(action.write, actor.plantId, row.id, verdictsOf(held, verdict))
  // Work reports since the creation of the inspection supply missing makers.
  const deps = { reads: asReads(action.write), orders: action.orders }
  const pieces = parts.lot.map(({ id: piece }) => piece)
  const crews = await reportedCrews(deps, actor.plantId, row.process_id, pieces)
  await nameCrews(action.write, actor.plantId, row.id, crews)
  await keepSums(action.write, actor.plantId, [row.id])
  await record(action, actor, row, {
    action: 'inspections.judge',
    after: { status: 'judged', verdict, note },
  })
}

/**
 * In a failed lot of which all pieces were measured, a piece passes if it may pass anyway. In any other lot it is judged by its
 * own readings, if it has any.
 */
function verdictsOf({ row, parts }: Held, given: 'pass' | 'fail') {
  const isWhole = parts.lot.every(({ measured }) => measured)
  const sound = soundOf(row, parts)
  return parts.lot.map(({ id, measured }) => {
    if (given === 'fail' && isWhole) return { id, verdict: sound.has(id) ? 'pass' : 'fail' } as const
    return { id, verdict: measured ? verdictByRule(row, parts, id).verdict : null }
  })
}

/** Withdraws a verdict that is not locked yet. */
export async function reopenInspection(action: Action, actor: Actor, id: string, input: Back): Promise<void> {
  const { row, parts } = await holdFor(action, actor, id, { action: 'reopen', version: input.version })
  const unjudged = { verdict: null, judge_id: null, judge_name: null, judged_at: null, judge_note: null }
  await saveInspection(action.write, actor, row.id, {
    ...unjudged,
    status: 'submitted',
    reason: input.reason,
  })
  const pieces = parts.lot.map((piece) => ({ id: piece.id, verdict: null }))
  await judgeLot(action.write, actor.plantId, row.id, pieces)
  await record(action, actor, row, {
    action: 'inspections.reopen',
    before: { verdict: row.verdict },
    after: { status: 'submitted', reason: input.reason },
  })
}

/** Cancels an inspection that is not locked; its pieces become due again. */
export async function cancelInspection(action: Action, actor: Actor, id: string, input: Back): Promise<void> {
  const { row } = await holdFor(action, actor, id, { action: 'cancel', version: input.version })
  await closeLot(action.write, actor.plantId, row.id)
  await saveInspection(action.write, actor, row.id, { status: 'cancelled', reason: input.reason })
  await record(action, actor, row, {
    action: 'inspections.cancel',
    after: { status: 'cancelled', reason: input.reason },
  })
}

/** Writes the audit log entry and the event of the action. */
async function record(
  { write }: Action,
  actor: Actor,
  row: StoredInspection,
  { action, before, after }: Pick<AuditEntry, 'action' | 'before' | 'after'>,
): Promise<void> {
  await recordAudit(write, actor, {
    ...subjectOf(row),
    action,
    before: before ?? { status: row.status },
    after,
  })
  await recordEvent(write, actor, {
    name: 'quality.inspection_moved',
    subjectId: String(row.id),
    orderId: row.order_id === null ? null : String(row.order_id),
  })
}
