import type { CoatRow, coatingsApi } from '@cloud-factory/contract/coating/coatings'
import {
  isFull,
  coatSample,
  judgeFilm,
  judgeFire,
  type SpotReadings,
} from '@cloud-factory/domain/coating/coats.rules'
import { likelyFilm, maxReading } from '@cloud-factory/domain/numbers/decimals'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail, questionQuantity, reject, requireAllowed } from '../../platform/http/domain-error.ts'
import { oneCoat } from './coats.queries.ts'
import {
  type StoredCoat,
  deleteCoatRow,
  gridsOf,
  keepReadings,
  lockCoat,
  readingsOf,
  saveCoat,
  validatePieces,
  recalculateCoats,
} from './coats.store.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { recordMessages, notifyOfDecision } from '../inbox/public.ts'
import type { OrdersPort } from '../quality-records/public.ts'

/** The decision of a second person that a measured coat waits for. */
const decision = 'coat_judge'

const subjectOf = ({ id, no }: StoredCoat) =>
  ({ subjectKind: 'coat', subjectId: String(id), subjectName: no }) as const

/** Rejects a form older than the record, and an action that its status does not permit. */
async function requireCoat(
  write: Write,
  actor: Actor,
  coat: StoredCoat,
  version: number,
  action: keyof CoatRow['can'],
): Promise<void> {
  const current = await oneCoat(asReads(write), actor, String(coat.id))
  if (coat.version !== version) fail('version.conflict', { current })
  requireAllowed(current.can[action])
}

type Input = BodyOf<(typeof coatingsApi)['PUT /api/coats/:id/readings']>

/** Stores thickness readings of pieces of a record; they may be incomplete. */
export async function measureCoat(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  id: string,
  { version, pieces }: Input,
): Promise<void> {
  const { coat, pieceIds } = await lockCoat(write, actor.plantId, orders, id)
  await requireCoat(write, actor, coat, version, 'enter')
  const known = new Set(pieceIds)
  const measured = pieces.map(({ pieceId, readings }) => ({ pieceId: Number(pieceId), readings }))
  if (measured.some(({ pieceId }) => !known.has(pieceId))) fail('not_found')
  if (new Set(measured.map(({ pieceId }) => pieceId)).size < measured.length)
    fail('request.invalid', { errors: [{ path: 'body.pieces', reason: 'duplicate' }] })
  const grids = await gridsOf(write, actor.plantId, coat.id)
  for (const { pieceId, readings } of measured) {
    const { spots, points } = grids.get(pieceId) ?? fail('not_found')
    if (readings.length !== spots || readings.some((spot) => spot.length !== points))
      fail('request.invalid', { errors: [{ path: 'body.pieces', reason: 'wrong_type' }] })
  }
  const most = maxReading[coat.check_kind]
  const wrong = measured.findIndex(({ readings }) => readings.flat().some((value) => Number(value) > most))
  if (wrong >= 0) {
    const path = `body.pieces.${wrong}.readings`
    fail('request.invalid', { errors: [{ path, reason: 'too_big', limit: most }] })
  }
  await keepReadings(write, actor.plantId, coat.id, measured)
  const full = (await readingsOf(write, actor.plantId, coat.id)).filter(({ readings }) => isFull(readings))
  await saveCoat(write, actor, coat.id, { measured: full.length })
  const isReady = full.length >= coatSample(coat.pieces) && coat.measured < coatSample(coat.pieces)
  const notified = isReady
    ? await notifyOfDecision(write, actor, { decision, step: 'approval_wanted' }, coat)
    : []
  await recordAudit(write, actor, { action: 'coats.measure', ...subjectOf(coat), after: { pieces } })
  await recordEvent(write, actor, { name: 'coats.measured', subjectId: id })
  await recordMessages(write, actor, notified)
}

/** Deletes a record that is not judged. */
export async function removeCoat(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  id: string,
  version: number,
): Promise<void> {
  const { coat } = await lockCoat(write, actor.plantId, orders, id)
  await requireCoat(write, actor, coat, version, 'delete')
  await deleteCoatRow(write, actor.plantId, coat.id)
  await recordAudit(write, actor, {
    action: 'coats.delete',
    ...subjectOf(coat),
    before: { order: coat.order_no, spec: coat.spec_code, pieces: coat.pieces },
  })
  await recordEvent(write, actor, { name: 'coats.deleted', subjectId: id })
}

type Api = typeof coatingsApi

/** Judges a record. Enough pieces must be fully measured; the verdict applies to all of its pieces. */
export async function judgeCoat(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  id: string,
  { version, reason }: BodyOf<Api['POST /api/coats/:id/judge']>,
  now: Date,
): Promise<void> {
  const { coat, pieceIds } = await lockCoat(write, actor.plantId, orders, id)
  await requireCoat(write, actor, coat, version, 'judge')
  const measured = await readingsOf(write, actor.plantId, coat.id)
  const judged = measured.map(({ readings, ...piece }) => ({ ...piece, ...judgeOne(coat, readings) }))
  const partly = judged.find(({ complete }) => !complete)
  if (partly !== undefined) reject('coat.incomplete', { piece: partly.serial })
  const sample = coatSample(coat.pieces)
  if (judged.length < sample) reject('coat.sample_short', { measured: judged.length, sample })
  const failed = judged.filter(({ verdict }) => verdict === 'fail')
  const verdict = failed.length === 0 ? 'pass' : 'fail'
  if (verdict === 'pass') questionThick(coat, measured, reason)
  await validatePieces(
    write,
    actor.plantId,
    coat.id,
    verdict,
    failed.map(({ pieceId }) => pieceId),
  )
  await saveCoat(write, actor, coat.id, { status: verdict, judged_at: now, judged_by_name: actor.cnName })
  await recalculateCoats(write, actor, pieceIds, now)
  const notified = await notifyOfDecision(write, actor, { decision, step: 'decided' }, { ...coat, at: now })
  await recordAudit(write, actor, {
    action: 'coats.judge',
    ...subjectOf(coat),
    after: { verdict, measured: judged.length, failed: failed.map(({ serial }) => serial), reason },
  })
  await recordEvent(write, actor, {
    name: 'coats.judged',
    subjectId: id,
    orderId: String(coat.order_id),
  })
  await recordMessages(write, actor, notified)
}

/** One slip of the keyboard lifts the mean of a spot, and a film that is too thin passes. */
function questionThick(
  { check_kind, limits }: StoredCoat,
  measured: readonly { readonly readings: SpotReadings }[],
  reason: string | undefined,
): void {
  const { minUm, maxUm } = limits as CoatRow['limits']
  if (check_kind !== 'film' || maxUm !== null) return
  const thickest = Math.max(0, ...measured.flatMap(({ readings }) => readings.flat().map(Number)))
  questionQuantity('film', thickest, likelyFilm(minUm), reason)
}

function judgeOne(coat: StoredCoat, readings: SpotReadings) {
  const { fire, ...film } = coat.limits as CoatRow['limits']
  return coat.check_kind === 'fire' && fire !== null ? judgeFire(fire, readings) : judgeFilm(film, readings)
}

/** Withdraws a verdict and the gate passes that it gave. */
export async function reopenCoat(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  id: string,
  { version, reason }: BodyOf<Api['POST /api/coats/:id/reopen']>,
  now: Date,
): Promise<void> {
  const { coat, pieceIds } = await lockCoat(write, actor.plantId, orders, id)
  await requireCoat(write, actor, coat, version, 'reopen')
  await validatePieces(write, actor.plantId, coat.id, null, [])
  await saveCoat(write, actor, coat.id, { status: 'draft', judged_at: null, judged_by_name: null })
  await recalculateCoats(write, actor, pieceIds, now)
  await recordAudit(write, actor, {
    action: 'coats.reopen',
    ...subjectOf(coat),
    before: { verdict: coat.status },
    after: { reason },
  })
  await recordEvent(write, actor, {
    name: 'coats.reopened',
    subjectId: id,
    orderId: String(coat.order_id),
  })
}
