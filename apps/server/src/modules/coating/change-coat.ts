import { isFull } from '@cloud-factory/domain/coating/coats.rules'
import type { coatingsApi } from '@cloud-factory/contract/coating/coatings'
import { maxReading } from '@cloud-factory/domain/numbers/likely.rules'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { requireCoat, subjectOf } from './coat-guards.ts'
import { deleteCoatRow, gridsOf, keepReadings, lockCoat, readingsOf, saveCoat } from './coats.store.ts'

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
  await recordAudit(write, actor, { action: 'coats.measure', ...subjectOf(coat), after: { pieces } })
  await recordEvent(write, actor, { name: 'coats.measured', subjectId: id })
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
