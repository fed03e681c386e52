import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { coatingsApi } from '@cloud-factory/contract/coating/coatings'
import { climateFaults, dewPoint } from '@cloud-factory/domain/coating/coats.rules'
import { oneRow } from '../../platform/crud/crud.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { searchText } from '../../platform/search/search-text.ts'
import {
  type OrdersPort,
  nextNumbers,
  requireReleased,
  type QualityPiece,
} from '../quality-records/public.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { insertCoat } from './coats.store.ts'
import { coatSpecCrud } from './coat-specs.ts'

type Input = BodyOf<(typeof coatingsApi)['POST /api/coats']>

/** Pieces in these statuses can no longer be painted. */
const gone: ReadonlySet<string> = new Set(['scrapped', 'superseded'])

/** Opens a record for pieces of one order; returns its id. Rejects coats applied in climate conditions outside the limits. */
export async function openCoat(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  input: Input,
  now: Date,
): Promise<number> {
  requireClimate(input)
  if (new Date(input.appliedAt).getTime() > now.getTime() + 300_000) reject('coat.future')
  const requested = [...new Set(input.pieceIds.map(Number))]
  const pieces = await orders.lock(write, actor.plantId, requested)
  const [first] = pieces
  if (first === undefined || pieces.length < requested.length) return fail('not_found')
  requirePaintable(pieces, first.orderId)
  requireReleased(input.appliedAt, pieces, 'coat.before_release')
  const spec = await oneRow(coatSpecCrud, asReads(write), { actor, now }, input.specId)
  const { minUm, maxUm, allowanceUm, rule, fire } = spec
  if (input.check === 'fire' && fire === null) reject('coat.no_fire')
  const [no = ''] = await nextNumbers(write, actor.plantId, 'CO', now)
  const id = await insertCoat(
    write,
    actor,
    {
      no,
      order_id: first.orderId,
      order_no: first.orderNo,
      spec_id: Number(spec.id),
      spec_code: spec.code,
      check_kind: input.check,
      limits: JSON.stringify({ minUm, maxUm, allowanceUm, rule, fire }),
      applied_at: new Date(input.appliedAt),
      air_c: input.airC,
      humidity: input.humidity,
      substrate_c: input.substrateC,
      dew_point_c: dewPoint(input),
      note: input.note,
      judged_at: null,
      judged_by_name: null,
      search: searchText(no, first.orderNo, spec.code),
    },
    rule,
    pieces,
  )
  const { check, airC, humidity, substrateC } = input
  const after = { order: first.orderNo, spec: spec.code, check, pieces: pieces.length }
  await recordAudit(write, actor, {
    action: 'coats.create',
    subjectKind: 'coat',
    subjectId: String(id),
    subjectName: no,
    after: { ...after, airC, humidity, substrateC },
  })
  await recordEvent(write, actor, {
    name: 'coats.created',
    subjectId: String(id),
    orderId: String(first.orderId),
  })
  return id
}

/** All pieces must belong to one order and still exist. */
function requirePaintable(pieces: readonly QualityPiece[], orderId: number): void {
  const failFor = (reason: string, piece: string) => reject(reason, { piece })
  const other = pieces.find((piece) => piece.orderId !== orderId)
  if (other !== undefined) failFor('coat.other_order', other.serial)
  const lost = pieces.find(({ status }) => gone.has(status))
  if (lost !== undefined) failFor('coat.piece_gone', lost.serial)
}

/** Fails with the first climate condition outside its limit, and with its values. */
function requireClimate(input: Input): void {
  const [fault] = climateFaults(input)
  if (fault === undefined) return
  const { humidity, substrateC } = input
  reject(fault, { humidity, substrate: substrateC, dewPoint: dewPoint(input) })
}
