import { likelyWeldMm } from '@cloud-factory/domain/numbers/decimals'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import { type weldsApi, maxWeldPieces } from '@cloud-factory/contract/welding/welds'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail, questionQuantity, reject } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { searchText } from '../../platform/search/search-text.ts'
import type { OrdersPort, QualityPiece } from '../quality-records/public.ts'
import { planMm, weldStatus, canUse, type NdtPlan } from './weld.rules.ts'
import { planOf } from './ndt-settings.ts'
import { proceduresOf } from './qualifications.queries.ts'
import {
  recalculatePieces,
  deleteWeld,
  lockWeld,
  saveWeld,
  type StoredWeld,
  insertWelds,
  keepTemplate,
  type NewWeld,
} from './welds.store.ts'
import { requireCan, requireVersion, subjectOf } from './welds.queries.ts'

type Input = BodyOf<(typeof weldsApi)['PATCH /api/welds/:id']>

/** A length that stood before was answered for. */
const maxMm = (weld: Pick<StoredWeld, 'length_mm'>, piece: QualityPiece | undefined): number =>
  Math.max(weld.length_mm, likelyWeldMm(piece?.lengthMm ?? null))

/** Changes a weld without test results; its tests are planned again. */
export async function updateWeld(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  id: string,
  { version, reason, ...input }: Input,
  now: Date,
): Promise<void> {
  const weld = await lockWeld(write, actor.plantId, orders, id)
  await requireVersion(write, actor, weld, version)
  requireCan(weld, 'edit')
  const wpsId = input.wpsId === null ? null : Number(input.wpsId)
  const procedure = (await proceduresOf(write, actor.plantId, [wpsId])).get(wpsId ?? 0) ?? null
  const verdict = canUse({ ...input, procedure, day: '' })
  if (verdict !== true) fail('state.refused', { params: verdict })
  const [piece] = await orders.pieces(asReads(write), actor.plantId, [weld.piece_id])
  questionQuantity('weld', input.lengthMm, maxMm(weld, piece), reason)
  const plan = planMm(await planOf(asReads(write), actor.plantId), input)
  const facts = {
    ...input,
    planMm: plan,
    isWelded: weld.welded_at !== null,
    repairs: weld.repairs,
    tests: [],
  }
  const fields = {
    no: input.no,
    joint: input.joint,
    class: input.class,
    length_mm: input.lengthMm,
    thickness_mm: input.thicknessMm,
    wps_id: wpsId,
    plan_mm: plan,
    demand_mm: plan,
    state: weldStatus(facts).state,
    search: searchText(weld.serial, input.no, weld.order_no),
  }
  try {
    await saveWeld(write, actor, weld.id, fields)
  } catch (error) {
    if (violationOf(error)?.constraint !== 'welds_no_key') throw error
    fail('duplicate', { params: { field: 'no', value: input.no } })
  }
  await recalculatePieces(write, actor, [weld.piece_id], now)
  const { no, joint, length_mm: lengthMm, thickness_mm: thicknessMm, class: weldClass } = weld
  await recordAudit(write, actor, {
    action: 'welds.update',
    ...subjectOf(weld),
    before: { no, joint, class: weldClass, lengthMm, thicknessMm, wpsId: weld.wps_id },
    after: { ...input, ...(reason === undefined ? {} : { reason }) },
  })
  await recordEvent(write, actor, { name: 'welds.changed', subjectId: id })
}

/** Deletes a weld that is not welded. */
export async function removeWeld(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  id: string,
  version: number,
  now: Date,
): Promise<void> {
  const weld = await lockWeld(write, actor.plantId, orders, id)
  await requireVersion(write, actor, weld, version)
  requireCan(weld, 'delete')
  try {
    await deleteWeld(write, actor.plantId, weld.id)
  } catch (error) {
    if (violationOf(error)?.kind === 'foreign') reject('weld.requested')
    throw error
  }
  await recalculatePieces(write, actor, [weld.piece_id], now)
  await recordAudit(write, actor, {
    action: 'welds.delete',
    ...subjectOf(weld),
    before: { no: weld.no, joint: weld.joint, class: weld.class, lengthMm: weld.length_mm },
  })
  await recordEvent(write, actor, { name: 'welds.deleted', subjectId: id })
}

type NewWeldsInput = BodyOf<(typeof weldsApi)['POST /api/welds/of-pieces']>

/** Rows per insert statement. */
const maxRows = maxWeldPieces * 20
/** Pieces in these statuses get no more welds. */
const gone: ReadonlySet<string> = new Set(['scrapped', 'superseded'])

/** Adds welds to the pieces of one mark; existing welds stay. They are also stored as the template of the mark. */
export async function giveWelds(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  input: NewWeldsInput,
  now: Date,
): Promise<{ added: number; kept: number }> {
  requireDistinct(input)
  const pieces = await orders.lock(write, actor.plantId, [...new Set(input.pieceIds.map(Number))])
  const [first] = pieces
  if (first === undefined || pieces.length < new Set(input.pieceIds).size) return fail('not_found')
  const other = pieces.find(({ markId }) => markId !== first.markId)
  if (other !== undefined) failFor('weld.other_mark', other.serial)
  const lost = pieces.find(({ status }) => gone.has(status))
  if (lost !== undefined) failFor('weld.piece_gone', lost.serial)
  await requireProcedures(write, actor, input)
  const maxMm = Math.min(...pieces.map(({ lengthMm }) => likelyWeldMm(lengthMm)))
  const longest = Math.max(...input.welds.map(({ lengthMm }) => lengthMm))
  questionQuantity('weld', longest, maxMm, input.reason)
  const plan = await planOf(asReads(write), actor.plantId)
  const rows = pieces.flatMap((piece) => input.welds.map((weld) => weldRow(piece, weld, plan)))
  const added = await insertWelds(write, actor, rows)
  await keepTemplate(write, actor, first.markId, input.welds)
  await recalculatePieces(
    write,
    actor,
    pieces.map(({ id }) => id),
    now,
  )
  await recordAudit(write, actor, {
    action: 'welds.create',
    subjectKind: 'weld',
    subjectId: String(first.markId),
    subjectName: `${first.orderNo} ${first.mark}`,
    after: {
      pieces: pieces.map(({ serial }) => serial),
      welds: input.welds,
      added,
      ...(input.reason === undefined ? {} : { reason: input.reason }),
    },
  })
  await recordEvent(write, actor, {
    name: 'welds.created',
    subjectId: String(first.markId),
    orderId: String(first.orderId),
  })
  return { added, kept: rows.length - added }
}

const weldRow = (piece: QualityPiece, weld: NewWeldsInput['welds'][number], plan: NdtPlan): NewWeld => ({
  piece_id: piece.id,
  order_id: piece.orderId,
  project_id: piece.projectId,
  mark_id: piece.markId,
  serial: piece.serial,
  order_no: piece.orderNo,
  mark: piece.mark,
  grade: piece.grade,
  no: weld.no,
  joint: weld.joint,
  class: weld.class,
  length_mm: weld.lengthMm,
  thickness_mm: weld.thicknessMm,
  wps_id: weld.wpsId === null ? null : Number(weld.wpsId),
  plan_mm: planMm(plan, weld),
  search: searchText(piece.serial, weld.no, piece.orderNo),
})

function requireDistinct({ pieceIds, welds }: NewWeldsInput): void {
  const nos = welds.map(({ no }) => no)
  const twice = nos.findIndex((no, index) => nos.indexOf(no) < index)
  if (twice >= 0)
    fail('request.invalid', { errors: [{ path: `body.welds.${twice}.no`, reason: 'duplicate' }] })
  if (pieceIds.length * welds.length > maxRows)
    fail('request.invalid', {
      errors: [{ path: 'body.pieceIds', reason: 'too_big.array', limit: maxRows }],
    })
}

async function requireProcedures(write: Write, actor: Actor, { welds }: NewWeldsInput): Promise<void> {
  const ids = welds.map(({ wpsId }) => (wpsId === null ? null : Number(wpsId)))
  const procedures = await proceduresOf(write, actor.plantId, ids)
  for (const weld of welds) {
    const procedure = procedures.get(Number(weld.wpsId)) ?? null
    const verdict = canUse({ ...weld, procedure, day: '' })
    if (verdict !== true) fail('state.refused', { params: verdict })
  }
}

const failFor = (reason: string, piece: string): never => reject(reason, { piece })
