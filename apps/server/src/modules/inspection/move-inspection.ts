import { sql } from 'kysely'
import { type Write, asReads } from '../../platform/db/handles.ts'
import { sealOf, grantPasses, revokePasses, signed } from '../quality-records/public.ts'
import { type Parts, type StoredInspection, partsOf, soundOf, verdictByRule } from './inspections.queries.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { recordAudit, type AuditEntry } from '../../platform/audit/record.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { type DecisionStep, recordMessages, notifyOfDecision } from '../inbox/public.ts'
import { type Action, holdFor, subjectOf, type Held } from './form.queries.ts'
import { closeLot, inspectionForUpdate, pieceIdsOf, saveInspection, judgeLot } from './inspections.store.ts'
import { requireAllowed } from '../../platform/http/domain-error.ts'
import { canJudge } from './inspections.rules.ts'
import { nameCrews, reportedCrews } from './lot-makers.ts'

/**
 * Stores the sums that statistics need of judged inspections: readings by item, crew and machine. A new verdict replaces them;
 * inspections without a verdict are skipped.
 */
export async function keepSums(
  write: Write,
  plantId: number,
  inspectionIds: readonly number[],
): Promise<void> {
  const ids = [...inspectionIds]
  await sql`delete from reading_sums where plant_id = ${plantId} and inspection_id = any(${ids}::bigint[])`.execute(
    write,
  )
  await sql`
    insert into reading_sums (inspection_id, item_id, crew_id, machine_id, plant_id, standard_item_id, label, readings, outside)
    select r.inspection_id, r.item_id, coalesce(ip.crew_id, 0), coalesce(ip.machine_id, 0), r.plant_id, x.item_id,
      case when x.item_id is null then x.names ->> 'zh' end, count(*), count(*) filter (where not r.inside)
    from readings r join inspection_items x on x.id = r.item_id
      join inspection_pieces ip on ip.inspection_id = r.inspection_id and ip.piece_id = r.piece_id
    where r.plant_id = ${plantId} and r.inspection_id = any(${ids}::bigint[])
    group by 1, 2, 3, 4, 5, 6, 7`.execute(write)
}

/** SHA-256 of everything that a lock protects; decimals in their shortest form. */
export const hashOfInspection = (row: StoredInspection, parts: Parts, photos: readonly string[]): string =>
  sealOf(contentOf(row, parts, photos))

function contentOf(row: StoredInspection, { items, lot, readings }: Parts, photos: readonly string[]) {
  return {
    no: row.no,
    stage: row.stage,
    standard: `${row.standard_code} ${row.edition_no}`,
    family: row.verdict_family,
    shape: row.shape,
    sizes: row.sizes,
    order: row.order_no,
    mark: row.mark,
    process: row.process_id,
    inspector: row.inspector_name,
    submittedAt: row.submitted_at?.toISOString() ?? null,
    judge: row.judge_name,
    judgedAt: row.judged_at?.toISOString() ?? null,
    verdict: row.verdict,
    judgeNote: row.judge_note,
    note: row.note,
    corrects: row.corrects_id,
    parent: row.parent_id,
    pieces: lot,
    items,
    readings,
    photos: photos.toSorted(),
  }
}

/**
 * Locks a judged inspection permanently. If it passed, its pieces pass the gate. If it failed, only those that may pass anyway
 * do. A corrected version replaces the previous inspection and withdraws its passes. Orders and pieces are locked first, so
 * that no work report comes in between.
 */
export async function lockInspection(
  action: Action,
  actor: Actor,
  id: string,
  { version }: { readonly version: number },
): Promise<void> {
  const { write, orders, now } = action
  const { plantId } = actor
  const pieceIds = await pieceIdsOf(write, plantId, id)
  await orders.lock(write, plantId, pieceIds)
  const held = await holdFor(action, actor, id, { action: 'lock', version })
  const { row } = held
  await closeLot(write, plantId, row.id)
  const hash = hashOfInspection(row, await partsOf(asReads(write), row.id), await photosOf(write, row.id))
  await saveInspection(write, actor, row.id, { status: 'locked', locked_at: now, hash })
  if (row.corrects_id !== null) await replace(write, actor, row.corrects_id)
  if (row.process_id !== null) {
    const source = { source: 'inspection', sourceId: row.id } as const
    const through = row.verdict === 'pass' ? pieceIds : [...soundOf(row, held.parts)]
    await grantPasses(write, actor, source, { processId: row.process_id, pieceIds: through, at: now })
  }
  await recordAudit(write, actor, {
    action: 'inspections.lock',
    ...subjectOf(row),
    before: { status: row.status },
    after: { status: 'locked', verdict: row.verdict, hash },
  })
  await recordEvent(write, actor, {
    name: 'quality.inspection_locked',
    subjectId: id,
    orderId: row.order_id === null ? null : String(row.order_id),
  })
}

/** The corrected inspection is no longer valid. */
async function replace(write: Write, actor: Actor, id: number): Promise<void> {
  const old = await inspectionForUpdate(write, actor.plantId, String(id))
  await saveInspection(write, actor, old.id, { status: 'replaced' })
  await revokePasses(write, actor.plantId, { source: 'inspection', sourceId: old.id })
}

async function photosOf(write: Write, inspectionId: number): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from inspection_photos where inspection_id = ${inspectionId}`.execute(write)
  return rows.map(({ sha256 }) => sha256)
}

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
  await record(action, actor, row, {
    action: 'inspections.submit',
    after: { status: 'submitted' },
    step: 'approval_wanted',
  })
}

/** Returns a submitted inspection for further measuring. */
export async function returnInspection(action: Action, actor: Actor, id: string, input: Back): Promise<void> {
  const { row } = await holdFor(action, actor, id, { action: 'return', version: input.version })
  const unsubmitted = { submitted_at: null, inspector_id: null, inspector_name: null }
  await saveInspection(action.write, actor, row.id, { ...unsubmitted, status: 'draft', reason: input.reason })
  await record(action, actor, row, {
    action: 'inspections.return',
    after: { status: 'draft', reason: input.reason },
    step: 'refused',
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
  requireAllowed(canJudge(verdictByRule(row, parts).verdict, verdict, note), { inspection: row.no })
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
    step: 'decided',
  })
}

/**
 * In a failed lot of which all pieces were measured, a piece passes if it may pass anyway. In any other lot it is judged by its
 * own readings, if it has any.
 */
function verdictsOf({ row, parts }: Held, verdict: 'pass' | 'fail') {
  const isWhole = parts.lot.every(({ measured }) => measured)
  const sound = soundOf(row, parts)
  return parts.lot.map(({ id, measured }) => {
    if (verdict === 'fail' && isWhole) return { id, verdict: sound.has(id) ? 'pass' : 'fail' } as const
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
    step: 'over',
  })
}

/** Writes the messages, the audit log entry and the event of the action. */
async function record(
  { write, now }: Action,
  actor: Actor,
  row: StoredInspection,
  { action, before, after, step }: Pick<AuditEntry, 'action' | 'before' | 'after'> & Partial<DecisionStep>,
): Promise<void> {
  const about = { id: row.id, version: row.version, at: now }
  const notified =
    step === undefined
      ? []
      : await notifyOfDecision(write, actor, { decision: 'inspection_judge', step }, about)
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
  await recordMessages(write, actor, notified)
}
