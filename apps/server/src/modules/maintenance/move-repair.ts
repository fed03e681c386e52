import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { repairsApi } from '@cloud-factory/contract/maintenance/repairs'
import type { Selectable } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { rowForUpdate, type SavedFields, saveRow, signature } from '../../platform/db/signed-rows.ts'
import type { SavedFile } from '../../platform/files/keep-files.ts'
import { fail, requireAllowed } from '../../platform/http/domain-error.ts'
import { type DecisionStep, assignRecord, recordMessages, notifyOfDecision } from '../inbox/public.ts'
import { insertPhotos } from '../../platform/files/photos.store.ts'
import { type DowntimeQuestion, oneRepair } from './repairs.queries.ts'
import type { Downtime, RepairAction } from './repairs.rules.ts'
import type { Tables } from '../../platform/db/schema.ts'

type Api = typeof repairsApi
type StoredRepair = Selectable<Tables['repairs']>

/** What commands on a repair order need. */
export interface RepairCommandContext {
  readonly write: Write
  readonly actor: Actor
  readonly now: Date
}

interface Versioned {
  readonly version: number
}

/** Assigns an order that is not verified yet to a person, or to nobody. */
export async function assignRepair(
  context: RepairCommandContext,
  id: string,
  { version, assigneeId }: BodyOf<Api['POST /api/repairs/:id/assign']>,
): Promise<void> {
  const { write, actor, now } = context
  const row = await repairForAction(context, id, version, 'assign')
  await assignRecord(write, actor, { kind: 'repair', row, to: assigneeId, at: now })
}

/** Accepts a report; it is assigned to the accepting person. Of two concurrent requests the first wins. */
export async function acceptRepair(
  context: RepairCommandContext,
  id: string,
  { version }: Versioned,
): Promise<void> {
  const repair = await repairForAction(context, id, version, 'accept')
  const who = signature(context.actor)
  await moveRepair(context, repair, {
    action: 'repairs.accept',
    fields: {
      status: 'accepted',
      accepted_at: context.now,
      accepted_by: who.updated_by,
      accepted_by_name: who.updated_by_name,
      assignee_id: who.updated_by,
    },
    after: { assignee: who.updated_by_name },
  })
}

/** Begins the work. */
export async function startRepair(
  context: RepairCommandContext,
  id: string,
  { version }: Versioned,
): Promise<void> {
  const repair = await repairForAction(context, id, version, 'start')
  await moveRepair(context, repair, {
    action: 'repairs.start',
    fields: { status: 'working', started_at: context.now },
  })
}

/** Records the end of the work. Reports the downtime until now; it is computed again at the verification. */
export async function finishRepair(
  context: RepairCommandContext,
  id: string,
  { version, cause, result, remedy }: BodyOf<Api['POST /api/repairs/:id/finish']>,
  downtimeQuestion: DowntimeQuestion,
): Promise<void> {
  const { actor, now } = context
  const repair = await repairForAction(context, id, version, 'finish')
  const downtime = await downtimeUntil(context, repair, downtimeQuestion)
  const who = signature(actor)
  await moveRepair(context, repair, {
    action: 'repairs.finish',
    fields: {
      status: 'done',
      finished_at: now,
      finished_by: who.updated_by,
      finished_by_name: who.updated_by_name,
      cause,
      result,
      remedy,
      ...downtimeFields(downtime),
    },
    after: { cause, result, remedy, downtimeS: downtime?.seconds ?? null },
    step: 'approval_wanted',
  })
}

/** Confirms that the machine works again, and stores the final downtime. */
export async function verifyRepair(
  context: RepairCommandContext,
  id: string,
  { version }: Versioned,
  downtimeQuestion: DowntimeQuestion,
): Promise<void> {
  const repair = await repairForAction(context, id, version, 'verify')
  const who = signature(context.actor)
  const downtime = await downtimeUntil(context, repair, downtimeQuestion)
  await moveRepair(context, repair, {
    action: 'repairs.verify',
    fields: {
      status: 'verified',
      verified_at: context.now,
      verified_by: who.updated_by,
      verified_by_name: who.updated_by_name,
      ...downtimeFields(downtime),
    },
    after: { downtimeS: downtime?.seconds ?? null },
    step: 'approved',
  })
}

const downtimeUntil = (
  { write, now }: RepairCommandContext,
  repair: StoredRepair,
  downtimeQuestion: DowntimeQuestion,
): Promise<Downtime | null> =>
  downtimeQuestion(asReads(write), {
    id: repair.id,
    plantId: repair.plant_id,
    machineId: repair.machine_id,
    stopped: repair.stopped,
    reportedAt: repair.reported_at,
    finishedAt: repair.finished_at ?? now,
    until: now,
  })

const downtimeFields = (downtime: Downtime | null) => ({
  downtime_s: downtime?.seconds ?? null,
  downtime_from: downtime?.from ?? null,
})

interface WithReason extends Versioned {
  readonly reason: string
}

/** Rejects the repair: the work continues, and its end will be set again. */
export async function rejectRepair(
  context: RepairCommandContext,
  id: string,
  { version, reason }: WithReason,
): Promise<void> {
  const repair = await repairForAction(context, id, version, 'reject')
  await moveRepair(context, repair, {
    action: 'repairs.reject',
    fields: {
      status: 'working',
      finished_at: null,
      finished_by: null,
      finished_by_name: null,
      downtime_s: null,
      downtime_from: null,
    },
    after: { reason },
    step: 'refused',
  })
}

/** Cancels an order on which no work has begun. */
export async function cancelRepair(
  context: RepairCommandContext,
  id: string,
  { version, reason }: WithReason,
): Promise<void> {
  const repair = await repairForAction(context, id, version, 'cancel')
  await moveRepair(context, repair, {
    action: 'repairs.cancel',
    fields: { status: 'cancelled', cancel_reason: reason },
    after: { reason },
  })
}

/** Adds photos to an order that is not verified yet; existing ones stay unchanged. */
export async function addRepairPhotos(
  context: RepairCommandContext,
  id: string,
  photos: readonly SavedFile[],
): Promise<void> {
  const { write, actor, now } = context
  const repair = await repairForAction(context, id, null, 'photo')
  const added = await insertPhotos(
    write,
    actor,
    { table: 'maintenance_photos', of: { repair_id: repair.id } },
    photos,
    now,
  )
  if (added === 0) return
  await moveRepair(context, repair, {
    action: 'repairs.photo',
    fields: {},
    after: { photos: photos.map(({ fileName }) => fileName) },
  })
}

/**
 * Locks an order for an action. Rejects when it was changed since `version` (null: any version), or when the action is not
 * permitted.
 */
export async function repairForAction(
  { write, actor }: RepairCommandContext,
  id: string,
  version: number | null,
  action: RepairAction,
): Promise<StoredRepair> {
  const repair = await rowForUpdate(write, 'repairs', actor.plantId, id)
  const current = await oneRepair(asReads(write), actor, id)
  if (version !== null && repair.version !== version) fail('version.conflict', { current })
  requireAllowed(current.can[action], { no: repair.no, status: repair.status })
  return repair
}

interface RepairMove {
  readonly action: string
  readonly fields: SavedFields<'repairs'>
  readonly after?: unknown
  /** Step of its verification by a second person. */
  readonly step?: DecisionStep['step']
}

async function moveRepair(
  { write, actor, now }: RepairCommandContext,
  repair: StoredRepair,
  move: RepairMove,
): Promise<void> {
  await saveRow(write, actor, 'repairs', repair.id, move.fields)
  const { step } = move
  const about = { id: repair.id, version: repair.version, at: now }
  const notified =
    step === undefined ? [] : await notifyOfDecision(write, actor, { decision: 'repair_verify', step }, about)
  const status = move.fields.status ?? repair.status
  await recordAction(write, actor, {
    subjectKind: 'repair',
    action: move.action,
    event: 'equipment.repair_changed',
    id: String(repair.id),
    name: repair.no,
    ...(status === repair.status ? {} : { before: { status: repair.status } }),
    after: { ...(status === repair.status ? {} : { status }), ...(move.after as object | undefined) },
  })
  await recordMessages(write, actor, notified)
}
