import type { SteelPart } from '@cloud-factory/domain/order-import/steel-parts'
import { fail } from '../../platform/http/domain-error.ts'
import type { QualityPiece } from '../quality-records/public.ts'
import { type LotSteel, canCut } from './fit.rules.ts'

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
export function usesOf(piece: QualityPiece, parts: readonly SteelPart[], asked: PartSelection): HeatUse[] {
  const { id: pieceId, orderId } = piece
  if (parts.length === 0) {
    const kg = asked.kgEach ?? piece.netKg ?? 0
    if (kg <= 0) rejectUnweighed(piece)
    requireFit(piece, asked.lot, { mark: asked.part, shape: null, grade: piece.grade })
    return [{ pieceId, orderId, part: asked.part, kg }]
  }
  const chosen = chosenParts(piece, parts, asked)
  const kgs = asked.kgEach === null ? chosen.map(({ kg }) => kg ?? 0) : shared(asked.kgEach, chosen)
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
    if (named === undefined)
      return fail('state.refused', { params: { reason: 'lot.unknown_part', piece: piece.serial, part } })
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
  fail('state.refused', {
    params: { reason: verdict, piece: serial, part: part.mark, grade: part.grade ?? '', lotGrade: lot.grade },
  })
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

const rejectUnweighed = ({ serial }: QualityPiece): never =>
  fail('state.refused', { params: { reason: 'lot.piece_unweighed', piece: serial } })
