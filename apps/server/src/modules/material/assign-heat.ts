import type { BodyOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { materialTraceApi } from '@cloud-factory/contract/material/material-trace'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { rowForUpdate } from '../../platform/db/signed-rows.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type OrdersPort, signed, lockNamedPieces, rejectingDuplicate } from '../quality-records/public.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import { type HeatUse, usesOf } from './assigned-parts.ts'
import { canTakeHeat } from './assign.rules.ts'
import { rejectingShort } from './change-lot.ts'
import { oneLot } from './lots.reads.ts'

type Api = (typeof materialTraceApi)['POST /api/heat-uses']
type Input = BodyOf<Api>

/**
 * Assigns a lot to pieces, all or none. Orders and pieces are locked before the lot. If two people assign the last kilograms, a
 * check constraint rejects the second.
 */
export async function assignHeat(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  input: Input,
  now: Date,
): Promise<ReplyOf<Api>> {
  const pieces = await lockNamedPieces(write, actor.plantId, orders, input.pieces, canTakeHeat)
  const lot = await rowForUpdate(write, 'material_lots', actor.plantId, input.lotId)
  const view = await oneLot(asReads(write), actor, input.lotId)
  if (view.can.assign !== true)
    fail('state.refused', { params: { reason: view.can.assign, heat: view.heat.no } })
  const parts = await orders.steelParts(
    asReads(write),
    actor.plantId,
    pieces.map(({ id }) => id),
  )
  const steel = {
    grade: view.grade.code,
    shape: orders.steelShape(view.profile),
    isConceded: view.status === 'concession',
  }
  const asked = { lot: steel, part: input.part, kgEach: input.kgEach }
  const uses = pieces.flatMap((piece) => usesOf(piece, parts.get(piece.id) ?? [], asked))
  const kg = sumKg(uses)
  await takeFrom(write, actor.plantId, { id: lot.id, heat: view.heat.no, leftKg: view.leftKg }, kg)
  await insertUses(write, actor, { lotId: lot.id, heat: view.heat.no, at: now }, uses)
  await recordAction(write, actor, {
    action: 'material.assign',
    subjectKind: 'lot',
    event: 'material.assigned',
    id: String(lot.id),
    name: view.heat.no,
    after: { pieces: pieces.map(({ serial }) => serial).join(', '), part: input.part, kg },
  })
  return { pieces: pieces.length, kg, leftKg: sumKg([{ kg: view.leftKg }, { kg: -kg }]) }
}

/** Removes a lot from a piece; its weight is available again. */
export async function takeHeatOff(write: Write, actor: Actor, orders: OrdersPort, id: string): Promise<void> {
  const { rows } = await sql<{ piece_id: number; lot_id: number }>`
    select piece_id, lot_id from heat_uses where plant_id = ${actor.plantId} and id = ${id}`.execute(write)
  const found = rows[0] ?? fail('not_found')
  const [piece] = await orders.lock(write, actor.plantId, [found.piece_id])
  const verdict = canTakeHeat(piece?.status ?? 'scrapped')
  if (piece === undefined || verdict !== true)
    return fail('state.refused', { params: { reason: String(verdict), piece: piece?.serial ?? '' } })
  const { heat } = await oneLot(asReads(write), actor, String(found.lot_id))
  await rowForUpdate(write, 'material_lots', actor.plantId, String(found.lot_id))
  const gone = await sql<{ kg: number; part: string }>`
    delete from heat_uses where plant_id = ${actor.plantId} and id = ${id} returning kg, part`.execute(write)
  const use = gone.rows[0] ?? fail('not_found')
  await sql`update material_lots set used_kg = used_kg - ${use.kg}
    where plant_id = ${actor.plantId} and id = ${found.lot_id}`.execute(write)
  await recordAction(write, actor, {
    action: 'material.take_off',
    subjectKind: 'lot',
    event: 'material.taken_off',
    id: String(found.lot_id),
    name: heat.no,
    before: { pieces: piece.serial, part: use.part, kg: use.kg },
  })
}

/** Sums whole grams, to avoid floating-point errors. */
const sumKg = (rows: readonly { readonly kg: number }[]): number =>
  rows.reduce((sum, { kg }) => sum + Math.round(kg * 1000), 0) / 1000

const takeFrom = (
  write: Write,
  plantId: number,
  { id, heat, leftKg }: { readonly id: number; readonly heat: string; readonly leftKg: number },
  kg: number,
) =>
  rejectingShort({ heat, kg, left: leftKg }, () =>
    sql`update material_lots set used_kg = used_kg + ${kg} where plant_id = ${plantId} and id = ${id}`.execute(
      write,
    ),
  )

interface NewUses {
  readonly lotId: number
  readonly heat: string
  readonly at: Date
}

/** Inserts the rows of an assignment; the caller deducts the weight from the lot. */
export async function insertUses(
  write: Write,
  actor: Actor,
  { lotId, heat, at }: NewUses,
  uses: readonly HeatUse[],
): Promise<void> {
  const { by, byName } = signed(actor)
  await rejectingDuplicate('heat_uses_piece_key', { field: 'pieces', value: heat }, () =>
    sql`
      insert into heat_uses (plant_id, lot_id, piece_id, order_id, part, kg, assigned_at, assigned_by, assigned_by_name)
      select ${actor.plantId}, ${lotId}, "pieceId", "orderId", part, kg, ${at}, ${by}, ${byName}
      from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as r ("pieceId" bigint, "orderId" bigint, part text, kg numeric)`.execute(
      write,
    ),
  )
}
