import { catalogue, enH, equalAngleRadius, gbH, unequalAngleRadius } from './profile-library.data.ts'
import { channelSection, type HDims, hSection, type Section } from './profile-sections.ts'

/** A catalogue size: what it weighs, its outline in mm and the standard that says so. */
export interface CatalogueSize extends Section {
  readonly h: number
  readonly b: number
  readonly tw: number
  readonly tf?: number
  readonly r?: number
  readonly standard: string
}

const rows = (table: string): string[][] => table.split(/;\s*/).map((row) => row.trim().split(' '))
const threeDigits = (value: number): number => Number(value.toPrecision(3))

const rolledH = (dims: Required<Pick<HDims, 'h' | 'b' | 'tw' | 'tf' | 'r'>>, standard: string) => {
  const computed = hSection(dims)
  if (computed === null) throw new Error(`${standard} ${dims.h}*${dims.b} is no section`)
  return { ...dims, m2PerM: computed.m2PerM, kgPerM: threeDigits(computed.kgPerM), standard }
}

const gbSizes = Object.entries(gbH).flatMap(([series, table]) =>
  rows(table).map((row) => {
    const [h = 0, b = 0, tw = 0, tf = 0, r = 0] = row.map(Number)
    return { series, size: rolledH({ h, b, tw, tf, r }, 'GB/T 11263') }
  }),
)

const named = new Map<string, CatalogueSize>()

for (const [series, table] of Object.entries(enH)) {
  for (const [size = '', ...figures] of rows(table)) {
    const [h = 0, b = 0, tw = 0, tf = 0, r = 0] = figures.map(Number)
    named.set(`${series}${size}`, rolledH({ h, b, tw, tf, r }, 'EN 10365'))
  }
}

/** Mean flange thickness is not printed; the surface hardly depends on it. */
const tapered = (series: string, h: number, b: number, tw: number): number => {
  const flange = h / 20
  const outline =
    series === 'I' ? hSection({ h, b, tw, tf: flange }) : channelSection(h, b, tw, Math.min(flange, h / 4))
  return outline?.m2PerM ?? 0
}

for (const [series, table] of Object.entries(catalogue)) {
  for (const [size = '', ...figures] of rows(table)) {
    const [h = 0, b = 0, tw = 0, kgPerM = 0] = figures.map(Number)
    const standard = series === 'UPN' ? 'EN 10365' : 'GB/T 706'
    named.set(`${series}${size}`, { h, b, tw, kgPerM, m2PerM: tapered(series, h, b, tw), standard })
  }
}

const radius = new Map(
  [...rows(equalAngleRadius), ...rows(unequalAngleRadius)].map(([legs = '', r = '0']) => [legs, Number(r)]),
)

/** GB/T 11263 size of exactly these four measures; `null` when the standard has none. */
export const findRolledH = (h: number, b: number, tw: number, tf: number): CatalogueSize | null =>
  gbSizes.find(({ size }) => size.h === h && size.b === b && size.tw === tw && size.tf === tf)?.size ?? null

/** `HN400*200`: the size of a series (or of any, for plain `H`) by height and width alone; `null` unless it is one. */
export const findRolledHByName = (series: string, h: number, b: number): CatalogueSize | null => {
  const fitting = gbSizes.filter(
    (row) => row.size.h === h && row.size.b === b && (series === 'H' || row.series === series),
  )
  return fitting.length === 1 ? (fitting[0]?.size ?? null) : null
}

/** `IPE300`, `HEB400`, `I20A`, `C16A`, `UPN200`. A size written without its letter means `A`. */
export const findNamedSize = (series: string, size: string): CatalogueSize | null =>
  named.get(`${series}${size}`) ?? named.get(`${series}${size}A`) ?? null

/** Channel or I section of GB/T 706 by its measures, as in `C200*75*9`. */
export const findTapered = (series: 'I' | 'C', h: number, b: number, tw: number): CatalogueSize | null => {
  for (const [name, size] of named) {
    if (/^[IC]\d/.test(name) && name.startsWith(series) && size.h === h && size.b === b && size.tw === tw)
      return size
  }
  return null
}

/** Root radius of a rolled angle in mm; 0 when the standard has no such legs. */
export const angleRadius = (long: number, short: number): number =>
  radius.get(long === short ? String(long) : `${long}*${short}`) ?? 0

/** GB/T 11263 gives larger sections larger fillets; used for a size that the standard does not list. */
export const likelyFillet = (h: number, b: number): number => {
  if (h <= 200 && b <= 150) return 8
  if (b >= 380) return 22
  return h > 610 ? 18 : 13
}
