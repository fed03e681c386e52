import {
  coatSample,
  judgeFilm,
  judgeFire,
  type SpotReadings,
} from '@cloud-factory/domain/coating/coats.rules'
import type { CoatRow, coatingsApi } from '@cloud-factory/contract/coating/coatings'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { requireCoat, subjectOf } from './coat-guards.ts'
import { validatePieces, lockCoat, readingsOf, saveCoat, type StoredCoat } from './coats.store.ts'
import { recalculateCoats } from './recalculate-coats.ts'

type Api = typeof coatingsApi

/** Judges a record. Enough pieces must be fully measured; the verdict applies to all of its pieces. */
export async function judgeCoat(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  id: string,
  { version }: BodyOf<Api['POST /api/coats/:id/judge']>,
  now: Date,
): Promise<void> {
  const { coat, pieceIds } = await lockCoat(write, actor.plantId, orders, id)
  await requireCoat(write, actor, coat, version, 'judge')
  const measured = await readingsOf(write, actor.plantId, coat.id)
  const judged = measured.map(({ readings, ...piece }) => ({ ...piece, ...judgeOne(coat, readings) }))
  const partly = judged.find(({ complete }) => !complete)
  if (partly !== undefined)
    fail('state.refused', { params: { reason: 'coat.incomplete', piece: partly.serial } })
  const sample = coatSample(coat.pieces)
  if (judged.length < sample)
    fail('state.refused', { params: { reason: 'coat.sample_short', measured: judged.length, sample } })
  const failed = judged.filter(({ verdict }) => verdict === 'fail')
  const verdict = failed.length === 0 ? 'pass' : 'fail'
  await validatePieces(
    write,
    actor.plantId,
    coat.id,
    verdict,
    failed.map(({ pieceId }) => pieceId),
  )
  await saveCoat(write, actor, coat.id, { status: verdict, judged_at: now, judged_by_name: actor.cnName })
  await recalculateCoats(write, actor, pieceIds, now)
  await recordAudit(write, actor, {
    action: 'coats.judge',
    ...subjectOf(coat),
    after: { verdict, measured: judged.length, failed: failed.map(({ serial }) => serial) },
  })
  await recordEvent(write, actor, {
    name: 'coats.judged',
    subjectId: id,
    orderId: String(coat.order_id),
  })
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
