import type { PlateResultRecord } from '@cloud-factory/contract/plates/plates'
import type { SteelShape } from '@cloud-factory/domain/material/material-enums'
import { canCut, type LotSteel } from '../material/public.ts'

/** A part of a job that can still be cut. */
export interface OpenPart {
  readonly id: number
  readonly markId: number
  readonly orderNo: string
  readonly mark: string
  readonly partMark: string
  readonly shape: SteelShape | null
  readonly grade: string
  readonly kg: number | null
  readonly open: number
  /** Why it cannot be reported, although the job has it; null: it can. */
  readonly problem: string | null
  readonly needsHeat: boolean
}

/** A lot of plates of a heat that the result names. */
export interface PlateLot {
  readonly id: number
  readonly heat: string
  readonly steel: LotSteel
  readonly usable: boolean
  readonly thicknessMm: number | null
  readonly profile: string
  /** Of one plate; null: unknown. */
  readonly lengthMm: number | null
  readonly widthMm: number | null
  readonly location: string
  /** Of one plate. */
  readonly kg: number
  /** Whole plates that are neither cut nor reserved, and weight that is not cut. */
  readonly plates: number
  readonly leftKg: number
}

/** A remnant in stock, with its lot. */
export interface StoredRemnant {
  readonly id: number
  readonly lot: PlateLot
  readonly kg: number
  readonly isAvailable: boolean
}

export interface PlateSize {
  readonly lengthMm: number
  readonly widthMm: number
}

/** A plate that was nested here, as it was cut. */
export interface CutLayout {
  readonly plate: string
  readonly lotId: number
  readonly remnantId: number | null
  readonly parts: readonly { readonly id: number; readonly quantity: number }[]
  readonly remnants: readonly PlateSize[]
  readonly location: string
}

export interface NewRemnant extends PlateSize {
  readonly location: string
  readonly kg: number
}

/** A plate of the result with what is cut from it. */
export interface CutPlate {
  readonly plate: string
  readonly lot: PlateLot
  readonly remnantId: number | null
  readonly kg: number
  readonly partsKg: number
  readonly remnants: readonly NewRemnant[]
}

export interface CutPart {
  readonly part: OpenPart
  readonly lotId: number | null
  readonly quantity: number
}

export interface ResultError {
  readonly field: keyof PlateResultRecord | null
  readonly reason: string
  readonly params?: Readonly<Record<string, string | number>>
}

const kgPerMm3 = 7.85e-6

export const rounded = (kg: number): number => Math.round(kg * 1000) / 1000

/** The remnant of a row; null: it has none, or a row of its plate has the same. */
export function remnantOf(
  record: PlateResultRecord,
  plate: CutPlate | null,
): NewRemnant | null | ResultError {
  const { remnantLength: lengthMm, remnantWidth: widthMm, location } = record
  if (lengthMm === null && widthMm === null) return null
  if (lengthMm === null) return { field: 'remnantLength', reason: 'missing' }
  if (widthMm === null) return { field: 'remnantWidth', reason: 'missing' }
  if (plate === null) return { field: 'remnantLength', reason: 'plate.remnant_without_heat' }
  const isRepeated = plate.remnants.some((one) => one.lengthMm === lengthMm && one.widthMm === widthMm)
  if (isRepeated) return null
  const { thicknessMm } = plate.lot
  if (thicknessMm === null) return { field: 'heat', reason: 'plate.no_thickness' }
  return { lengthMm, widthMm, location, kg: weightOf({ lengthMm, widthMm }, thicknessMm) }
}

export const weightOf = ({ lengthMm, widthMm }: PlateSize, thicknessMm: number): number =>
  Math.max(0.001, rounded(lengthMm * widthMm * thicknessMm * kgPerMm3))

/** Spreads a quantity over equal parts of several marks. */
export function shared(
  named: readonly OpenPart[],
  quantity: number,
  open: ReadonlyMap<number, number>,
): CutPart[] | ResultError {
  let left = quantity
  const cut = named.flatMap((part): CutPart[] => {
    const count = Math.min(left, open.get(part.id) ?? 0)
    left -= count
    return count > 0 ? [{ part, lotId: null, quantity: count }] : []
  })
  return left > 0 ? { field: 'quantity', reason: 'plate.too_many', params: { most: quantity - left } } : cut
}

/** Why parts cannot be cut from a lot; null: they can. */
export function misfit(lot: PlateLot, cut: readonly CutPart[]): ResultError | null {
  if (!lot.usable) return { field: 'heat', reason: 'nest.lot_blocked' }
  for (const { part } of cut) {
    const verdict = canCut(lot.steel, { shape: part.shape, grade: part.grade === '' ? null : part.grade })
    if (verdict !== true)
      return {
        field: 'heat',
        reason: verdict,
        params: {
          piece: part.mark,
          part: part.partMark,
          grade: part.grade,
          lotGrade: lot.steel.grade,
          heat: lot.heat,
        },
      }
  }
  return null
}
