/** Kilograms to the gram, all three digits, so that a column of them lines up: `6,136.640`; without the unit. */
export const gramsShown = (kg: number | null | undefined): string =>
  kg === null || kg === undefined ? absent : withDecimals(kg, 3)

/** Kilograms to the gram, as a list is checked: `408.385`; without the unit. */
export const exactKg = (kg: number | null | undefined): string =>
  kg === null || kg === undefined ? absent : thousands(Math.round(kg * 1000) / 1000)

/** Millimetres with at most one digit; without the unit. */
export const millimetres = (mm: number | null | undefined): string =>
  mm === null || mm === undefined ? absent : thousands(Math.round(mm * 10) / 10)

const suffixes = [
  [1e18, 'E'],
  [1e15, 'P'],
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const

/**
 * Number with k, M, G, T, P or E, without trailing zeros: `1500` → `1.5k`. Below a thousand it is unchanged; a
 * negative number is formatted like its positive with a minus. A value that rounds up to a thousand takes the next
 * suffix: `999 999` with one digit → `1M`.
 */
export function shortNumber(value: number, digits: number): string {
  if (value < 0) return `-${shortNumber(-value, digits)}`
  const at = suffixes.findIndex(([unit]) => value >= unit)
  if (at < 0) return String(value)
  const [unit, suffix] = suffixes[at] ?? [1, '']
  const rounded = Number((value / unit).toFixed(digits))
  const above = suffixes[at - 1]
  return rounded >= 1000 && above !== undefined ? `1${above[1]}` : `${rounded}${suffix}`
}

/** Commas between thousands of the integer part: `1234567.891` → `1,234,567.891`. Other text gives `0`. */
export function thousands(value: number | string): string {
  const number = Number(value)
  const [whole, fraction] = (Number.isFinite(number) ? String(number) : '0').split('.')
  const grouped = (whole ?? '0').replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** `3–40`, or `≥ 3` without an upper limit. */
export const rangeShown = (min: number, max: number | null): string =>
  max === null ? `≥ ${thousands(min)}` : `${thousands(min)}–${thousands(max)}`

/** Shown for a missing value. */
export const absent = '–'

/** Whether what a cell shows is no value. */
export const isAbsent = (shown: unknown): boolean =>
  shown === null || shown === undefined || shown === '' || shown === absent

/** Kilograms with thousands separators and at most one decimal: `1,234.5`; without the unit. */
export const kilograms = (kg: number | null | undefined): string =>
  kg === null || kg === undefined ? absent : thousands(Math.round(kg * 10) / 10)

/** Kilograms of many pieces, without decimals: `12,346`; without the unit. */
export const wholeKg = (kg: number | null | undefined): string =>
  kg === null || kg === undefined ? absent : thousands(Math.round(kg))

/** Tonnes of a weight in kg, one decimal, as a screen shows them: `12.3`; without the unit. */
export function tonnes(kg: number | null | undefined): string {
  if (kg === null || kg === undefined) return absent
  return kg > 0 && kg < 50 ? '<0.1' : withDecimals(kg / 1000, 1)
}

/** Tonnes to the kilogram, where they are checked against a list or add up: `12.340`; without the unit. */
export const exactTonnes = (kg: number | null | undefined): string =>
  kg === null || kg === undefined ? absent : withDecimals(kg / 1000, 3)

/** Always with that many digits after the point, so that a column of them lines up. */
function withDecimals(value: number, digits: number): string {
  const [whole, fraction] = value.toFixed(digits).split('.')
  return `${thousands(whole ?? '0')}.${fraction ?? ''}`
}

/** Money or hours, always with two digits: `-1,234.50`; without the unit. */
export const hundredths = (value: number | null | undefined): string => {
  if (value === null || value === undefined) return absent
  return value < 0 ? `-${withDecimals(-value, 2)}` : withDecimals(value, 2)
}

/** A price of one piece or kilogram: two digits, or as many as it has: `4.60`, `0.035`; without the unit. */
export function unitPrice(value: number | null | undefined): string {
  if (value === null || value === undefined) return absent
  const digits = String(value).split('.')[1]?.length ?? 0
  return withDecimals(value, Math.max(2, digits))
}

/** A count with thousands separators. */
export const count = (value: number | null | undefined): string =>
  value === null || value === undefined ? absent : thousands(value)

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** `1.4 MB`, `12 KB`, `300 B`, by powers of 1024 as file managers count; from megabytes on with one decimal. */
export function bytesText(bytes: number): string {
  const at = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** at
  return `${at < 2 ? Math.round(value) : Math.round(value * 10) / 10} ${units[at]}`
}
