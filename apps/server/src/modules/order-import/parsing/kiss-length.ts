import { clean } from './read-number.ts'

const INCH = 25.4

/** `1/4`, `3 1/4`, `3-1/4`, `2.5`: inches; NaN for anything else. */
export const inchesOf = (text: string): number => {
  const found = /^(?:(\d+(?:\.\d*)?|\.\d+)(?:[- ]+(?=\d+\/))?)?(?:(\d+)\/([1-9]\d*))?$/.exec(text.trim())
  if (found === null || text.trim() === '') return Number.NaN
  const [, whole = '0', over = '0', under = '1'] = found
  return Number(whole) + Number(over) / Number(under)
}

const feetAndInches = (text: string): number | null => {
  const quoted = /^(?:(\d+)\s*'\s*-?\s*)?(?:([^'"]+)")?$/.exec(text)
  if (quoted !== null && /['"]/.test(text)) {
    return Number(quoted[1] ?? 0) * 12 + (quoted[2] === undefined ? 0 : inchesOf(quoted[2]))
  }
  // Feet, inches and either sixteenths or a fraction: 12-06-08 is 12 feet 6 8/16 inches, 2-0-1/4 is 2 feet 0 1/4 inches.
  const [, feet, inches, rest] =
    /^(\d+)-(\d{1,2}(?:\.\d+)?)(?:[- ](\d{1,2}|\d{1,2}\/\d{1,2}))?$/.exec(text) ?? []
  if (feet === undefined || inches === undefined) return null
  const part = rest?.includes('/') ? inchesOf(rest) : Number(rest ?? 0) / 16
  return Number(feet) * 12 + Number(inches) + part
}

/**
 * Length of a KISS detail in mm. Plain figures are millimetres whatever the units of the sizes, unless `unitMm` says otherwise; feet, inches and
 * sixteenths are recognised by how they are written.
 */
export const kissLength = (written: string, unitMm = 1): number | 'empty' | 'bad' => {
  const text = written.trim()
  if (text === '' || text === '-') return 'empty'
  if (/^[-+]?(?:\d+\.?\d*|\.\d+)$/.test(text)) return clean(Number(text) * unitMm)
  if (/^[-+]?(?:\d+\.?\d*|\.\d+)\s*mm$/i.test(text)) return Number(text.replace(/\s*mm$/i, ''))
  const inches = feetAndInches(text)
  return inches === null || Number.isNaN(inches) ? 'bad' : clean(inches * INCH)
}
