import { absent, thousands } from '../../shared/format/numbers.ts'

/** Kilograms to the gram, as a list is checked: `408.385`; without the unit. */
export const exactKg = (kg: number | null | undefined): string =>
  kg === null || kg === undefined ? absent : thousands(Math.round(kg * 1000) / 1000)

/** Millimetres with at most one digit; without the unit. */
export const millimetres = (mm: number | null | undefined): string =>
  mm === null || mm === undefined ? absent : thousands(Math.round(mm * 10) / 10)
