import { isDecimal, shownDecimal, toMicro } from './decimals.ts'
import type { Limits } from './limits.rules.ts'
import type { ToleranceRule } from './quality-rules.ts'

/**
 * Whether a rule bounds the size of a deviation alone, as that of a bow or a gap does: −5 … +5 is then meant as `≤ 5`. What
 * has a nominal value can be too large or too small, so its limits have two sides.
 */
export const isMagnitude = (rule: ToleranceRule | undefined, nominalOf: string | null): boolean =>
  nominalOf === null && (rule?.kind === 'max' || (rule?.kind === 'ratio' && rule.sign === 'max'))

/** A decimal as it is read, with a true minus, so that it is not taken for a joint; any other text stands as it is. */
export const shortText = (text: string): string =>
  isDecimal(text) ? shownDecimal(text).replace('-', '−') : text
const signed = (text: string) => (toMicro(text) > 0n ? `+${shortText(text)}` : shortText(text))

/** Limits as people write them: `±3`, `−7 … +3`, `≥ −25`; `≤ 5` of a magnitude; a dash where there are none. */
export function limitsText({ lower, upper }: Limits, magnitude: boolean): string {
  if (lower === null && upper === null) return '–'
  if (upper === null) return `≥ ${signed(lower ?? '0')}`
  if (lower === null) return `≤ ${signed(upper)}`
  if (toMicro(lower) !== -toMicro(upper)) return `${signed(lower)} … ${signed(upper)}`
  return magnitude ? `≤ ${shortText(upper)}` : `±${shortText(upper)}`
}
