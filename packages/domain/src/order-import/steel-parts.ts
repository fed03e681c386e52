import type { MaterialForm } from '../material/material-enums.ts'

/** What a bar or plate must match so that a part can be cut from it. Dimensions in mm, weight in kg per metre. */
export interface SteelShape {
  readonly form: MaterialForm
  readonly kind: string
  readonly heightMm: number | null
  readonly widthMm: number | null
  readonly thicknessMm: number | null
  readonly kgPerM: number | null
}

/** A part of a piece; all equal ones of the piece together. */
export interface SteelPart {
  readonly mark: string
  readonly profile: string
  /** null: unknown profile, or one that is welded from plates. */
  readonly shape: SteelShape | null
  readonly grade: string | null
  /** kg of all of them in one piece; null when the list has no weight. */
  readonly kg: number | null
}
