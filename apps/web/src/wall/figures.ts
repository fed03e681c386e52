import type { Language } from '@cloud-factory/contract/identity/access'
import { absent } from '../shared/format/numbers.ts'

type Known = number | null | undefined

/** Numbers as one language writes them: `12,345.6` and `86%` in Chinese and English, `12.345,6` and `86 %` in Spanish. */
export function numbersIn(language: Language) {
  const formats = new Map<string, Intl.NumberFormat>()
  /** Making a format costs more than using it, and walls write hundreds of numbers a second. */
  function formatOf(style: 'decimal' | 'percent', digits: number): Intl.NumberFormat {
    const key = `${style} ${digits}`
    const format =
      formats.get(key) ??
      new Intl.NumberFormat(language, {
        style,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        signDisplay: 'negative',
      })
    formats.set(key, format)
    return format
  }
  const written = (style: 'decimal' | 'percent', value: Known, digits: number): string =>
    value === null || value === undefined || !Number.isFinite(value)
      ? absent
      : formatOf(style, digits).format(value)

  /** A number with this many decimals; `–` if unknown. */
  const figure = (value: Known, digits = 0): string => written('decimal', value, digits)

  /** Kilograms as tonnes, with one decimal below a thousand tonnes. */
  function tonnesOf(kg: Known): string {
    if (kg === null || kg === undefined) return absent
    return figure(kg / 1000, Math.abs(kg) < 1_000_000 ? 1 : 0)
  }

  return {
    figure,
    tonnesOf,
    /** A range of tonnes, in whole tonnes where that is exact enough: `186–209`. */
    tonnesBetween: (lowKg: number, highKg: number): string =>
      lowKg < 20_000
        ? `${tonnesOf(lowKg)}–${tonnesOf(highKg)}`
        : `${figure(lowKg / 1000)}–${figure(highKg / 1000)}`,
    /** `86.4%` from a share of 0 to 1; no decimals for whole per cent. */
    percent: (share: Known, digits = 0): string => written('percent', share, digits),
    /** The value that raised an alarm, with its unit if it has one. */
    measured: ({ value, unit }: { readonly value: number | null; readonly unit: string }): string =>
      `${figure(value, value !== null && Number.isInteger(Math.round(value * 10) / 10) ? 0 : 1)} ${unit}`.trim(),
  }
}

/** Whether cranes may lift. Gusts exceed the mean wind, so the wind alone can forbid lifting, but not permit it. */
export function liftingVerdict(
  { windMs, gustMs }: { readonly windMs: number | null; readonly gustMs: number | null },
  limitMs: number,
): 'ok' | 'stop' | 'unknown' {
  if (Math.max(windMs ?? 0, gustMs ?? 0) >= limitMs) return 'stop'
  return gustMs === null ? 'unknown' : 'ok'
}

/**
 * Seconds as `42 s`, `12:03 min`, `3:05 h`: always with a unit, so that it is not taken for a time
 * of day.
 */
export function spanOf(seconds: Known): string {
  if (seconds === null || seconds === undefined) return absent
  const whole = Math.max(0, Math.floor(seconds))
  if (whole < 60) return `${whole} s`
  const [first, second] = whole < 3600 ? [whole / 60, whole % 60] : [whole / 3600, (whole % 3600) / 60]
  const text = `${Math.floor(first)}:${String(Math.floor(second)).padStart(2, '0')}`
  return `${text} ${whole < 3600 ? 'min' : 'h'}`
}
