import './maintenance.tables.ts'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { repairsApi } from '@cloud-factory/contract/repairs'
import type { Selectable } from 'kysely'
import { recordDeed } from '../../../platform/audit/record-deed.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { asReads, type Write } from '../../../platform/db/handles.ts'
import { rowForUpdate, type SavedFields, saveRow, signature } from '../../../platform/db/signed-rows.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import type { KeptFile } from '../../../platform/files/keep-files.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { insertPhotos } from './photos.store.ts'
import type { DowntimeQuestion } from './repair-downtime.reads.ts'
import type { Downtime } from './repair-downtime.rules.ts'
import { oneRepair } from './repairs.reads.ts'
import type { RepairDeed } from './repairs.rules.ts'

type Api = typeof repairsApi
type StoredRepair = Selectable<Tables['repairs']>

/** What verbs on a repair order need. */
export interface RepairVerb {
  readonly write: Write
  readonly actor: Actor
  readonly now: Date
}

interface Versioned {
  readonly version: number
}

/** Takes a report on: whoever accepts it sees to it. Of two who do, one is first. */
export async function acceptRepair(verb: RepairVerb, id: string, { version }: Versioned): Promise<void> {
  const repair = await repairForDeed(verb, id, version, 'accept')
  const who = signature(verb.actor)
  await moveRepair(verb, repair, {
    action: 'repairs.accept',
    fields: {
      status: 'accepted',
      accepted_at: verb.now,
      accepted_by: who.updated_by,
      accepted_by_name: who.updated_by_name,
    },
  })
}

/** Begins the work. */
export async function startRepair(verb: RepairVerb, id: string, { version }: Versioned): Promise<void> {
  const repair = await repairForDeed(verb, id, version, 'start')
  await moveRepair(verb, repair, {
    action: 'repairs.start',
    fields: { status: 'working', started_at: verb.now },
  })
}

/** Says that the work is done; how long the machine stood until now is told, and again when it is verified. */
export async function finishRepair(
  verb: RepairVerb,
  id: string,
  { version, cause, result, remedy }: BodyOf<Api['POST /api/repairs/:id/finish']>,
  downtimeAsked: DowntimeQuestion,
): Promise<void> {
  const { actor, now } = verb
  const repair = await repairForDeed(verb, id, version, 'finish')
  const downtime = await downtimeUntil(verb, repair, downtimeAsked)
  const who = signature(actor)
  await moveRepair(verb, repair, {
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
  })
}

/** Confirms that the machine works again; how long it stood is computed here, once and for all. */
export async function verifyRepair(
  verb: RepairVerb,
  id: string,
  { version }: Versioned,
  downtimeAsked: DowntimeQuestion,
): Promise<void> {
  const repair = await repairForDeed(verb, id, version, 'verify')
  const who = signature(verb.actor)
  const downtime = await downtimeUntil(verb, repair, downtimeAsked)
  await moveRepair(verb, repair, {
    action: 'repairs.verify',
    fields: {
      status: 'verified',
      verified_at: verb.now,
      verified_by: who.updated_by,
      verified_by_name: who.updated_by_name,
      ...downtimeFields(downtime),
    },
    after: { downtimeS: downtime?.seconds ?? null },
  })
}

const downtimeUntil = (
  { write, now }: RepairVerb,
  repair: StoredRepair,
  downtimeAsked: DowntimeQuestion,
): Promise<Downtime | null> =>
  downtimeAsked(asReads(write), {
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

/** It is not right yet: the work goes on, and its end is computed again. */
export async function rejectRepair(
  verb: RepairVerb,
  id: string,
  { version, reason }: WithReason,
): Promise<void> {
  const repair = await repairForDeed(verb, id, version, 'reject')
  await moveRepair(verb, repair, {
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
  })
}

/** Takes back what no work was begun on. */
export async function cancelRepair(
  verb: RepairVerb,
  id: string,
  { version, reason }: WithReason,
): Promise<void> {
  const repair = await repairForDeed(verb, id, version, 'cancel')
  await moveRepair(verb, repair, {
    action: 'repairs.cancel',
    fields: { status: 'cancelled', cancel_reason: reason },
    after: { reason },
  })
}

/** Adds photos to an order that is not verified yet; those that are there already stay as they are. */
export async function addRepairPhotos(
  verb: RepairVerb,
  id: string,
  photos: readonly KeptFile[],
): Promise<void> {
  const { write, actor, now } = verb
  const repair = await repairForDeed(verb, id, null, 'photo')
  const added = await insertPhotos(write, actor, { repairId: repair.id }, photos, now)
  if (added === 0) return
  await moveRepair(verb, repair, {
    action: 'repairs.photo',
    fields: {},
    after: { photos: photos.map(({ fileName }) => fileName) },
  })
}

/** Locks an order for a deed; refuses when it was changed since `version` (null: whatever it is), or when it may not be done. */
export async function repairForDeed(
  { write, actor }: RepairVerb,
  id: string,
  version: number | null,
  deed: RepairDeed,
): Promise<StoredRepair> {
  const repair = await rowForUpdate(write, 'repairs', actor.plantId, id)
  const current = await oneRepair(asReads(write), actor, id)
  if (version !== null && repair.version !== version) refuse('version.conflict', { current })
  const verdict = current.can[deed]
  if (verdict !== true)
    refuse('state.refused', { params: { reason: verdict, no: repair.no, status: repair.status } })
  return repair
}

interface RepairMove {
  readonly action: string
  readonly fields: SavedFields<'repairs'>
  readonly after?: unknown
}

async function moveRepair(
  { write, actor }: RepairVerb,
  repair: StoredRepair,
  move: RepairMove,
): Promise<void> {
  await saveRow(write, actor, 'repairs', repair.id, move.fields)
  const status = move.fields.status ?? repair.status
  await recordDeed(write, actor, {
    subjectKind: 'repair',
    action: move.action,
    event: 'equipment.repair_changed',
    id: String(repair.id),
    name: repair.no,
    ...(status === repair.status ? {} : { before: { status: repair.status } }),
    after: { ...(status === repair.status ? {} : { status }), ...(move.after as object | undefined) },
    payload: { machineId: String(repair.machine_id), status },
  })
}
