import type { Cell } from './import.types.ts'

/** What a cell says: a number, nothing, or something that is no number. */
export type CellNumber = number | 'empty' | 'bad'

const blanks = new Set(['', '-', '--', '—', '——', '–', '/', '\\', 'n/a', 'na', '无'])

/** `1,234.56`, `1.234,56`, `1 234,5`: which sign is the decimal one follows from where it stands. */
const withoutGroups = (text: string): string => {
  const comma = text.lastIndexOf(',')
  const point = text.lastIndexOf('.')
  if (comma === -1) return /\.\d{3}\.\d{3}$/.test(text) ? text.replaceAll('.', '') : text
  if (point > comma) return text.replaceAll(',', '')
  if (point !== -1) return text.replaceAll('.', '').replace(',', '.')
  const groups = /^[-+]?[1-9]\d{0,2}(,\d{3})+$/.test(text)
  return groups ? text.replaceAll(',', '') : text.replace(',', '.')
}

const unit = /(?:kg|mm|cm|m2|m²|m|t|pcs|pc|ea|uds?|件|根|块|个|支|片|套|只|条|吨|千克|公斤|毫米|米)\.?$/i

/**
 * Number of a cell: full-width digits, thousands separators, a decimal comma and a unit behind are understood. A dash
 * stands for nothing.
 */
export const readNumber = (cell: Cell): CellNumber => {
  if (cell === null) return 'empty'
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : 'bad'
  const text = cell.normalize('NFKC').trim()
  if (blanks.has(text.toLowerCase())) return 'empty'
  const bare = text.replace('−', '-').replace(unit, '').replace(/\s+/g, '')
  const plain = withoutGroups(bare)
  return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,2})?$/i.test(plain) ? Number(plain) : 'bad'
}

/** Rounds away the noise of adding floating numbers; 6 decimals are a milligram. */
export const clean = (value: number): number => Math.round(value * 1e6) / 1e6
