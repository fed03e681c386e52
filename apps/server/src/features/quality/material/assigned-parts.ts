import { refuse } from '../../../platform/http/refusal.ts'
import type { QualityPiece } from '../orders.port.ts'
import { type LotSteel, mayCut, type SteelPart } from './fit.rules.ts'

/** What one piece takes of a lot. */
export interface HeatUse {
  readonly pieceId: number
  readonly orderId: number
  /** Mark of the part; empty where the list of the piece names no parts. */
  readonly part: string
  readonly kg: number
}

interface Asked {
  readonly lot: LotSteel
  /** Empty: every part of the piece that may be cut out of the lot. */
  readonly part: string
  /** kg for each piece, shared out by weight among its parts; null: as the list weighs them. */
  readonly kgEach: number | null
}

/**
 * The parts of a piece that a lot goes into. Refuses a part that the piece does not have, and a lot that no part of it may
 * be cut out of.
 */
export function usesOf(piece: QualityPiece, parts: readonly SteelPart[], asked: Asked): HeatUse[] {
  const { id: pieceId, orderId } = piece
  if (parts.length === 0) {
    const kg = asked.kgEach ?? piece.netKg ?? refuseUnweighed(piece)
    requireFit(piece, asked.lot, { mark: asked.part, shape: null, grade: piece.grade })
    return [{ pieceId, orderId, part: asked.part, kg }]
  }
  const chosen = chosenParts(piece, parts, asked)
  const weighed = chosen.map((part) => ({
    ...part,
    kg: part.kg ?? (asked.kgEach === null ? refuseUnweighed(piece) : 1),
  }))
  const kgs = asked.kgEach === null ? weighed.map(({ kg }) => kg) : shared(asked.kgEach, weighed)
  return chosen.map(({ mark }, at) => ({ pieceId, orderId, part: mark, kg: kgs[at] ?? 0 }))
}

function chosenParts(
  piece: QualityPiece,
  parts: readonly SteelPart[],
  { lot, part }: Asked,
): readonly SteelPart[] {
  if (part !== '') {
    const named = parts.find(({ mark }) => mark === part)
    if (named === undefined)
      return refuse('state.refused', { params: { reason: 'lot.unknown_part', piece: piece.serial, part } })
    requireFit(piece, lot, named)
    return [named]
  }
  const fitting = parts.filter((one) => mayCut(lot, one) === true)
  const [first] = parts
  if (fitting.length === 0 && first !== undefined) requireFit(piece, lot, first)
  return fitting
}

function requireFit(
  { serial }: QualityPiece,
  lot: LotSteel,
  part: Pick<SteelPart, 'mark' | 'shape' | 'grade'>,
): void {
  const verdict = mayCut(lot, part)
  if (verdict === true) return
  refuse('state.refused', {
    params: { reason: verdict, piece: serial, part: part.mark, grade: part.grade ?? '', lotGrade: lot.grade },
  })
}

/** A weight by the shares of parts, in whole grams; the last part takes what rounding leaves. */
function shared(kg: number, parts: readonly { readonly kg: number }[]): number[] {
  const sum = parts.reduce((total, part) => total + part.kg, 0)
  const grams = parts.slice(0, -1).map((part) => Math.round((kg * 1000 * part.kg) / sum))
  const rest = Math.round(kg * 1000) - grams.reduce((total, one) => total + one, 0)
  return [...grams, rest].map((one) => one / 1000)
}

const refuseUnweighed = ({ serial }: QualityPiece): never =>
  refuse('state.refused', { params: { reason: 'lot.piece_unweighed', piece: serial } })
