import { drawingKey } from '../drawings/drawings.rules.ts'
import type { Product } from './ifc.types.ts'

/** Names of properties as programs write them, simplified; the first that is there counts. */
const assemblyMarks = [
  'assemblycastunitmark',
  'assemblymark',
  'castunitmark',
  'assemblyposition',
  'assemblypos',
  'assemblynumber',
  'shippingmark',
  'shipmark',
  'piecemark',
  'mainpiecemark',
  '构件编号',
  '构件号',
]
const partMarks = [
  'partmark',
  'partposition',
  'partpos',
  'partnumber',
  'singlepartmark',
  'reference',
  '零件编号',
  '零件号',
]
const assemblyWeights = ['assemblycastunitweight', 'assemblyweight', 'castunitweight']
const weights = ['netweight', 'weight', 'grossweight', '净重', '重量']
const areas = ['phase', 'erectionzone', 'zone', 'lot', '区域', '分区']

const valueOf = ({ properties }: Product, names: readonly string[]): string | number | undefined => {
  for (const name of names) {
    const value = properties.get(name)
    if (value !== undefined) return value
  }
  return undefined
}

const positive = (value: string | number | undefined): number | null => {
  const kg = Number(value)
  return Number.isFinite(kg) && kg > 0 ? kg : null
}

export const partMarkOf = (part: Product): string =>
  String(valueOf(part, partMarks) ?? part.tag).slice(0, 200)

export const areaOf = (product: Product): string => String(valueOf(product, areas) ?? '').slice(0, 100)

/** Kilograms that the file says of a part; null: nothing. */
export const partKg = (part: Product): number | null => positive(valueOf(part, weights))

export const assemblyKg = (products: readonly Product[]): number | null =>
  products.map((one) => positive(valueOf(one, assemblyWeights))).find((kg) => kg !== null) ?? null

/** The part itself and the assemblies that it belongs to, the innermost first. */
export function pathOf(part: Product): Product[] {
  const path = [part]
  for (let above = part.parent; above !== null && !path.includes(above); above = above.parent)
    path.push(above)
  return path
}

/** What may be the mark of an assembly: its own words first, then what its parts say of it. */
function candidatesOf(product: Product, parts: readonly Product[]): string[] {
  const own = assemblyMarks.flatMap((name) => product.properties.get(name) ?? [])
  const ofParts = parts.flatMap((part) => valueOf(part, assemblyMarks) ?? [])
  return [...new Set([...own, product.tag, ...ofParts, product.name].map(String))].filter(
    (text) => text !== '',
  )
}

/** Whether a text is one of these marks, however it is written. */
export function isMarkOf(marks: readonly string[]): (text: string) => boolean {
  const keys = new Set(marks.map(drawingKey))
  return (text) => keys.has(drawingKey(text))
}

interface MemberMark {
  readonly product: Product
  readonly mark: string
}

/**
 * Which element of the tree is erected as one, and its mark: the outermost assembly that bears a mark of the order,
 * otherwise the outermost at all.
 */
export function memberOf(
  path: readonly Product[],
  partsOf: (product: Product) => readonly Product[],
  isKnown: (mark: string) => boolean,
): MemberMark {
  const outermost = path.toReversed()
  for (const product of outermost) {
    const mark = candidatesOf(product, partsOf(product)).find(isKnown)
    if (mark !== undefined) return { product, mark }
  }
  const product = outermost[0] as Product
  return { product, mark: (candidatesOf(product, partsOf(product))[0] ?? '').slice(0, 200) }
}
