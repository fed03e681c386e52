import { absent, thousands } from '../shared/format/numbers.ts'

/** A number with this many decimals; `–` if unknown. */
export const figure = (value: number | null | undefined, digits = 0): string =>
  value === null || value === undefined || !Number.isFinite(value)
    ? absent
    : thousandsOf(value.toFixed(digits))

function thousandsOf(text: string): string {
  const [whole = '0', fraction] = text.split('.')
  const sign = whole.startsWith('-') ? '-' : ''
  const grouped = thousands(Number(whole.replace('-', '')))
  return sign + (fraction === undefined ? grouped : `${grouped}.${fraction}`)
}

/** The value that raised an alarm, with its unit if it has one. */
export const measured = ({ value, unit }: { readonly value: number | null; readonly unit: string }): string =>
  `${figure(value, value !== null && Number.isInteger(Math.round(value * 10) / 10) ? 0 : 1)} ${unit}`.trim()

/** Kilograms as tonnes: two decimals below ten tonnes, one below a thousand. */
export function tonnesOf(kg: number | null | undefined): string {
  if (kg === null || kg === undefined) return absent
  const tonnes = kg / 1000
  return figure(tonnes, Math.abs(tonnes) < 10 ? 2 : Math.abs(tonnes) < 1000 ? 1 : 0)
}

/** A range of tonnes, in whole tonnes where that is exact enough: `186–209`. */
export const tonnesBetween = (lowKg: number, highKg: number): string =>
  lowKg < 20_000
    ? `${tonnesOf(lowKg)}–${tonnesOf(highKg)}`
    : `${figure(lowKg / 1000)}–${figure(highKg / 1000)}`

/** `86.4 %` from a share of 0 to 1; no decimals for whole per cent. */
export const percent = (share: number | null | undefined, digits = 0): string =>
  share === null || share === undefined ? absent : `${figure(share * 100, digits)}%`

/**
 * Seconds as `42 s`, `12:03 min`, `3:05 h`: always with a unit, so that it is not taken for a time
 * of day.
 */
export function spanOf(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return absent
  const whole = Math.max(0, Math.floor(seconds))
  if (whole < 60) return `${whole} s`
  const [first, second] = whole < 3600 ? [whole / 60, whole % 60] : [whole / 3600, (whole % 3600) / 60]
  const text = `${Math.floor(first)}:${String(Math.floor(second)).padStart(2, '0')}`
  return `${text} ${whole < 3600 ? 'min' : 'h'}`
}
