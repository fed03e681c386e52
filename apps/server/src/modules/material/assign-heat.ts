import type { SteelPart } from '@cloud-factory/domain/material/material-enums'
import type { BodyOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { materialTraceApi } from '@cloud-factory/contract/material/material-trace'
import { sql } from 'kysely'
import { fail, reject, requireAllowed } from '../../platform/http/domain-error.ts'
import {
  type QualityPiece,
  type OrdersPort,
  signed,
  lockNamedPieces,
  rejectingDuplicate,
} from '../quality-records/public.ts'
import { type LotSteel, canCut, canTakeHeat } from './material.rules.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { rowForUpdate } from '../../platform/db/signed-rows.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import { rejectingShort } from './change-lot.ts'
import { oneLot } from './lots.queries.ts'

/** The weight that one piece uses of a lot. */
export interface HeatUse {
  readonly pieceId: number
  readonly orderId: number
  /** Part mark; empty where the list of the piece has no parts. */
  readonly part: string
  readonly kg: number
}

interface PartSelection {
  readonly lot: LotSteel
  /** Empty: every part of the piece that may be cut from the lot. */
  readonly part: string
  /** kg per piece, distributed over its parts by weight; null: as in the list. */
  readonly kgEach: number | null
}

/**
 * The parts of a piece that a lot is used for. Fails for a part that the piece does not have, and for a lot that fits none of
 * its parts.
 */
function usesOf(piece: QualityPiece, parts: readonly SteelPart[], selection: PartSelection): HeatUse[] {
  const { id: pieceId, orderId } = piece
  if (parts.length === 0) {
    const kg = selection.kgEach ?? piece.netKg ?? 0
    if (kg <= 0) rejectUnweighed(piece)
    requireFit(piece, selection.lot, { mark: selection.part, shape: null, grade: piece.grade })
    return [{ pieceId, orderId, part: selection.part, kg }]
  }
  const chosen = chosenParts(piece, parts, selection)
  const kgs = selection.kgEach === null ? chosen.map(({ kg }) => kg ?? 0) : shared(selection.kgEach, chosen)
  // A list may give a part no weight, and a few grams may be too few to distribute.
  if (kgs.some((kg) => kg <= 0)) rejectUnweighed(piece)
  return chosen.map(({ mark }, at) => ({ pieceId, orderId, part: mark, kg: kgs[at] ?? 0 }))
}

function chosenParts(
  piece: QualityPiece,
  parts: readonly SteelPart[],
  { lot, part }: PartSelection,
): readonly SteelPart[] {
  if (part !== '') {
    const named = parts.find(({ mark }) => mark === part)
    if (named === undefined) return reject('lot.unknown_part', { piece: piece.serial, part })
    requireFit(piece, lot, named)
    return [named]
  }
  const fitting = parts.filter((one) => canCut(lot, one) === true)
  const [first] = parts
  if (fitting.length === 0 && first !== undefined) requireFit(piece, lot, first)
  return fitting
}

function requireFit(
  { serial }: QualityPiece,
  lot: LotSteel,
  part: Pick<SteelPart, 'mark' | 'shape' | 'grade'>,
): void {
  const verdict = canCut(lot, part)
  if (verdict === true) return
  reject(verdict, { piece: serial, part: part.mark, grade: part.grade ?? '', lotGrade: lot.grade })
}

/**
 * Distributes a weight over parts in whole grams; the last part gets the rounding difference. If any part has no weight, all
 * get equal shares.
 */
function shared(kg: number, parts: readonly Pick<SteelPart, 'kg'>[]): number[] {
  const isWeighed = parts.every((part) => (part.kg ?? 0) > 0)
  const shares = parts.map((part) => (isWeighed ? (part.kg ?? 0) : 1))
  const sum = shares.reduce((total, share) => total + share, 0)
  const grams = shares.slice(0, -1).map((share) => Math.round((kg * 1000 * share) / sum))
  const rest = Math.round(kg * 1000) - grams.reduce((total, one) => total + one, 0)
  return [...grams, rest].map((one) => one / 1000)
}

const rejectUnweighed = ({ serial }: QualityPiece): never => reject('lot.piece_unweighed', { piece: serial })

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
  requireAllowed(view.can.assign, { heat: view.heat.no })
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
  const requested = { lot: steel, part: input.part, kgEach: input.kgEach }
  const uses = pieces.flatMap((piece) => usesOf(piece, parts.get(piece.id) ?? [], requested))
  const kg = sumKg(uses)
  await takeFrom(write, actor.plantId, { id: lot.id, heat: view.heat.no, leftKg: view.leftKg }, kg)
  await insertUses(write, actor, { lotId: lot.id, heat: view.heat.no, at: now }, uses)
  const { leftKg } = await oneLot(asReads(write), actor, input.lotId)
  await recordAction(write, actor, {
    action: 'material.assign',
    subjectKind: 'lot',
    event: 'material.assigned',
    id: String(lot.id),
    name: view.heat.no,
    after: { pieces: pieces.map(({ serial }) => serial).join(', '), part: input.part, kg },
  })
  return { pieces: pieces.length, kg, leftKg }
}

/** Removes a lot from a piece; its weight is available again. */
export async function takeHeatOff(write: Write, actor: Actor, orders: OrdersPort, id: string): Promise<void> {
  const { rows } = await sql<{ piece_id: number; lot_id: number }>`
    select piece_id, lot_id from heat_uses where plant_id = ${actor.plantId} and id = ${id}`.execute(write)
  const found = rows[0] ?? fail('not_found')
  const [piece] = await orders.lock(write, actor.plantId, [found.piece_id])
  const verdict = canTakeHeat(piece?.status ?? 'scrapped')
  if (piece === undefined || verdict !== true) return reject(String(verdict), { piece: piece?.serial ?? '' })
  const { heat } = await oneLot(asReads(write), actor, String(found.lot_id))
  await rowForUpdate(write, 'material_lots', actor.plantId, String(found.lot_id))
  const gone = await sql<{ kg: number; part: string }>`
    with gone as (
      delete from heat_uses where plant_id = ${actor.plantId} and id = ${id} returning *
    ), counted as (
      update part_lots l set built = l.built - gone.parts from gone join pieces p on p.id = gone.piece_id
      where l.mark_id = p.mark_id and l.part_mark = gone.part and l.lot_id = gone.lot_id and gone.parts is not null
    )
    select kg, part from gone`.execute(write)
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
