import { isDecimal, shownDecimal, toMicro } from '@cloud-factory/domain/numbers/decimals'
import type { Limits } from './limits.rules.ts'
import type { ToleranceRule } from './quality-rules.ts'

/**
 * Whether a rule limits the absolute deviation, such as that of a bow or a gap: −5 … +5 then means `≤ 5`. An item
 * with a nominal value can be too large or too small, so its limits have two sides.
 */
export const isMagnitude = (rule: ToleranceRule | undefined, nominalOf: string | null): boolean =>
  nominalOf === null && (rule?.kind === 'max' || (rule?.kind === 'ratio' && rule.sign === 'max'))

/** A decimal for display, with a true minus sign so that it is not read as a hyphen; other text is unchanged. */
export const shortText = (text: string): string =>
  isDecimal(text) ? shownDecimal(text).replace('-', '−') : text
const signed = (text: string) => (toMicro(text) > 0n ? `+${shortText(text)}` : shortText(text))

/** Limits for display: `±3`, `−7 … +3`, `≥ −25`; `≤ 5` for an absolute deviation; a dash when there are none. */
export function limitsText({ lower, upper }: Limits, magnitude: boolean): string {
  if (lower === null && upper === null) return '–'
  if (upper === null) return `≥ ${signed(lower ?? '0')}`
  if (lower === null) return `≤ ${signed(upper)}`
  if (toMicro(lower) !== -toMicro(upper)) return `${signed(lower)} … ${signed(upper)}`
  return magnitude ? `≤ ${shortText(upper)}` : `±${shortText(upper)}`
}
