import type { MaterialForm } from './material-enums.ts'

/** What a bar or plate has to be for a part to be cut out of it. Measures in mm, weight in kg per metre. */
export interface SteelShape {
  readonly form: MaterialForm
  readonly kind: string
  readonly heightMm: number | null
  readonly widthMm: number | null
  readonly thicknessMm: number | null
  readonly kgPerM: number | null
}

/** A part of a piece, all of its kind in that piece together. */
export interface SteelPart {
  readonly mark: string
  readonly profile: string
  /** Null: no known profile, or one that is welded of plates. */
  readonly shape: SteelShape | null
  readonly grade: string | null
  /** kg of all of them in one piece; null when the list did not say. */
  readonly kg: number | null
}
