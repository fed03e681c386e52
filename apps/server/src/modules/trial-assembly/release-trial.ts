import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { TrialDetail, trialAssembliesApi } from '@cloud-factory/contract/trial-assembly/trial-assemblies'
import { sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, readRows, type Write } from '../../platform/db/handles.ts'
import { insertRow, saveRow, signature } from '../../platform/db/signed-rows.ts'
import type { SavedFile } from '../../platform/files/keep-files.ts'
import { insertPhotos } from '../../platform/files/photos.store.ts'
import { fail, requireAllowed } from '../../platform/http/domain-error.ts'
import { orderForUpdate } from '../orders/public.ts'
import { sealOf } from '../quality-records/public.ts'
import { recordTrial, trialForAction } from './save-trial.ts'
import { canPlanTrial } from './trials.policy.ts'
import { requirementsOf } from './trials.queries.ts'

type Api = typeof trialAssembliesApi
type Readings = BodyOf<Api['PUT /api/trial-assemblies/:id/readings']>
type Requirement = BodyOf<Api['PUT /api/orders/:id/trial-requirements']>

/** Writes measured values; earlier ones are in the audit log. */
export async function saveTrialReadings(
  write: Write,
  actor: Actor,
  id: string,
  { version, items }: Readings,
  now: Date,
): Promise<void> {
  const { row, view } = await trialForAction(write, actor, id, version, 'measure')
  const known = new Map(view.values.map((one) => [one.id, one]))
  const changed = items.filter((item) => {
    const stored = known.get(item.id) ?? fail('not_found', { params: { field: 'items' } })
    return stored.measured !== item.measured
  })
  if (changed.length === 0) return
  const { updated_by: by, updated_by_name: name } = signature(actor)
  await sql`
    update trial_measurements m set measured = k.measured,
      measured_at = case when k.measured is not null then ${now}::timestamptz end,
      measured_by = case when k.measured is not null then ${by}::bigint end,
      measured_by_name = case when k.measured is not null then ${name} end
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as k (id bigint, measured numeric)
    where m.trial_id = ${row.id} and m.id = k.id`.execute(write)
  await saveRow(write, actor, 'trial_assemblies', row.id, {})
  const valuesOf = (value: (item: Readings['items'][number]) => number | null) =>
    changed.map((item) => `${known.get(item.id)?.name ?? ''}: ${value(item) ?? '—'}`).join(', ')
  await recordTrial(write, actor, row, {
    action: 'trials.measure',
    before: { values: valuesOf(({ id: one }) => known.get(one)?.measured ?? null) },
    after: { values: valuesOf(({ measured }) => measured) },
  })
}

/** What a release seals. */
const contentOfTrial = (trial: TrialDetail, photos: readonly string[]) => ({
  kind: 'trial',
  no: trial.no,
  order: trial.order.no,
  name: trial.name,
  heldOn: trial.heldOn,
  place: trial.place,
  participants: trial.participants,
  note: trial.note,
  result: trial.result,
  released: [trial.releasedAt, trial.releasedBy],
  pieces: trial.laidOut.map(({ serial, position }) => [serial, position]),
  values: trial.values.map((one) => [
    one.name,
    one.clause,
    one.unit,
    one.nominal,
    one.lowerTol,
    one.upperTol,
    one.measured,
    one.measuredAt,
    one.measuredBy,
  ]),
  photos,
})

/** Releases a trial assembly, sealed as it is; the pieces that waited for it may be packed. */
export async function releaseTrial(
  write: Write,
  actor: Actor,
  id: string,
  { version, result }: { readonly version: number; readonly result: string },
  now: Date,
): Promise<void> {
  const { row, view } = await trialForAction(write, actor, id, version, 'release')
  const photos = await readRows(
    asReads(write),
    sql<{ sha256: string }>`select sha256 from trial_photos where trial_id = ${row.id} order by id`,
  )
  const sealed = { ...view, result, releasedAt: now.toISOString(), releasedBy: actor.cnName }
  const hash = sealOf(
    contentOfTrial(
      sealed,
      photos.map(({ sha256 }) => sha256),
    ),
  )
  await saveRow(write, actor, 'trial_assemblies', row.id, {
    status: 'released',
    result,
    reason: '',
    released_at: now,
    released_by: signature(actor).updated_by,
    released_by_name: actor.cnName,
    hash,
  })
  const entry = { action: 'trials.release', after: { status: 'released', result, hash } }
  await recordTrial(write, actor, row, entry, 'trials.released')
}

/** Withdraws a release, or cancels an open trial assembly. */
export async function moveTrial(
  write: Write,
  actor: Actor,
  id: string,
  {
    step,
    version,
    reason,
  }: { readonly step: 'reopen' | 'cancel'; readonly version: number; readonly reason: string },
): Promise<void> {
  const { row } = await trialForAction(write, actor, id, version, step)
  const status = step === 'reopen' ? 'open' : 'cancelled'
  const unsigned = { released_at: null, released_by: null, released_by_name: null, hash: null }
  await saveRow(write, actor, 'trial_assemblies', row.id, { status, reason, ...unsigned })
  const entry = {
    action: step === 'reopen' ? 'trials.reopen' : 'trials.cancel',
    before: { status: row.status },
    after: { status, reason },
  }
  await recordTrial(write, actor, row, entry, step === 'reopen' ? 'trials.released' : 'trials.changed')
}

/** Adds photos to an open trial assembly; those that it has stay. */
export async function addTrialPhotos(
  write: Write,
  actor: Actor,
  id: string,
  saved: readonly SavedFile[],
  now: Date,
): Promise<void> {
  const { row } = await trialForAction(write, actor, id, null, 'photo')
  await insertPhotos(write, actor, { table: 'trial_photos', of: { trial_id: row.id } }, saved, now)
  await saveRow(write, actor, 'trial_assemblies', row.id, {})
  await recordTrial(write, actor, row, {
    action: 'trials.photo',
    after: { photos: saved.map(({ fileName }) => fileName).join(', ') },
  })
}

/** Sets what is required of a mark of an order, or of all that have no line of their own. */
export async function setRequirement(
  write: Write,
  actor: Actor,
  orderId: string,
  { mark, scope, version }: Requirement,
): Promise<void> {
  const order = await orderForUpdate(write, actor.plantId, orderId)
  requireAllowed(canPlanTrial(actor.tags, order.status), { order: order.no })
  const reads = asReads(write)
  const known = await requirementsOf(reads, actor, orderId)
  const present = known.items.find((one) => one.mark === mark)
  if ((present?.version ?? null) !== version) fail('version.conflict', { current: known })
  if (mark !== '') {
    const marks = await readRows(
      reads,
      sql`select from marks where order_id = ${order.id} and mark = ${mark} limit 1`,
    )
    if (marks.length === 0) fail('not_found', { params: { field: 'mark' } })
  }
  if (scope === null)
    await sql`delete from trial_requirements where order_id = ${order.id} and mark = ${mark}`.execute(write)
  else if (present === undefined)
    await insertRow(write, actor, 'trial_requirements', { order_id: order.id, mark, scope })
  else await saveRow(write, actor, 'trial_requirements', Number(present.id), { scope })
  await recordAction(write, actor, {
    action: 'trials.require',
    subjectKind: 'order',
    event: 'trials.required',
    id: orderId,
    name: order.no,
    before: { mark, scope: present?.scope ?? null },
    after: { mark, scope },
  })
}
