import {
  FILE_NAME,
  type IfcAPI,
  IFCBUILDINGSTOREY,
  IFCELEMENT,
  IFCELEMENTASSEMBLY,
  IFCELEMENTQUANTITY,
  IFCPROPERTYSET,
  IFCRELAGGREGATES,
  IFCRELCONTAINEDINSPATIALSTRUCTURE,
  IFCRELDEFINESBYPROPERTIES,
  IFCUNITASSIGNMENT,
} from 'web-ifc'
import type { Product } from './ifc.types.ts'

/** Lines are read so many at a time. */
const linesAtOnce = 2000

/** Neither steel nor to be shown: holes, bolts, reinforcement. Bolts outnumber the parts and have no piece. */
const leftOut =
  /^IFC(OPENING|VOIDING|FEATURE|PROJECTION|MECHANICALFASTENER|FASTENER|REINFORC|VIRTUAL|SURFACEFEATURE)/

interface Line {
  readonly expressID: number
  readonly [attribute: string]: unknown
}
type Value = { readonly value?: unknown; readonly name?: string } | null | undefined

const valueOf = (value: unknown): unknown => (value as Value)?.value
const textOf = (value: unknown): string => {
  const plain = valueOf(value)
  return typeof plain === 'string' || typeof plain === 'number' ? String(plain).trim() : ''
}
const numbersOf = (value: unknown): number[] =>
  (Array.isArray(value) ? value : []).map(valueOf).filter((one) => typeof one === 'number')

/** `Assembly/Cast unit Mark` and `ASSEMBLY_CAST_UNIT_MARK` are equal. */
const simplified = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const productsOf = (products: ReadonlyMap<number, Product>, references: unknown): Product[] =>
  numbersOf(references).flatMap((id) => products.get(id) ?? [])

function append(all: Map<number, Product[]>, key: number, products: readonly Product[]): void {
  if (products.length === 0) return
  const own = all.get(key)
  if (own === undefined) all.set(key, [...products])
  else own.push(...products)
}

function setProperty(owners: readonly Product[], name: string, value: string | number): void {
  for (const { properties } of owners) if (!properties.has(name)) properties.set(name, value)
}

/** Reads the product tree and the property sets of an opened file. */
export class IfcReader {
  readonly #api: IfcAPI
  readonly #model: number

  constructor(api: IfcAPI, model: number) {
    this.#api = api
    this.#model = model
  }

  /** The program that wrote the file. */
  application(): string {
    const line = this.#api.GetHeaderLine(this.#model, FILE_NAME) as { arguments?: unknown[] } | undefined
    const [, , , , preprocessor, system] = line?.arguments ?? []
    return (textOf(system) || textOf(preprocessor)).slice(0, 100)
  }

  products(): Product[] {
    const products = new Map<number, Product>()
    for (const line of this.#linesOf(IFCELEMENT, true)) {
      const type = this.#api.GetLineType(this.#model, line.expressID)
      const ifcClass = String(this.#api.GetNameFromTypeCode(type))
      if (leftOut.test(ifcClass.toUpperCase())) continue
      products.set(line.expressID, {
        id: line.expressID,
        ifcClass,
        isAssembly: type === IFCELEMENTASSEMBLY,
        guid: textOf(line['GlobalId']),
        name: textOf(line['Name']),
        tag: textOf(line['Tag']),
        profile: textOf(line['Description']) || textOf(line['ObjectType']),
        parent: null,
        storey: '',
        properties: new Map(),
      })
    }
    this.#readTree(products)
    this.#readProperties(products)
    return [...products.values()]
  }

  *#linesOf(type: number, inherited = false): Generator<Line> {
    yield* this.#lines([...this.#api.GetLineIDsWithType(this.#model, type, inherited)])
  }

  *#lines(ids: readonly number[]): Generator<Line> {
    for (let from = 0; from < ids.length; from += linesAtOnce) {
      yield* this.#someLines(ids.slice(from, from + linesAtOnce))
    }
  }

  /** One damaged line makes the whole call fail: then they are read one by one without it. */
  #someLines(ids: number[]): Line[] {
    try {
      return this.#api.GetLines(this.#model, ids) as Line[]
    } catch (error) {
      if (ids.length === 1 || (error instanceof Error && error.name === 'RuntimeError')) return []
      return ids.flatMap((id) => this.#someLines([id]))
    }
  }

  #readTree(products: ReadonlyMap<number, Product>): void {
    for (const line of this.#linesOf(IFCRELAGGREGATES)) {
      const parent = products.get(Number(valueOf(line['RelatingObject'])))
      if (parent?.isAssembly !== true) continue
      for (const part of productsOf(products, line['RelatedObjects']))
        if (part !== parent) part.parent = parent
    }
    const storeys = new Map<number, string>()
    for (const line of this.#linesOf(IFCBUILDINGSTOREY)) storeys.set(line.expressID, textOf(line['Name']))
    for (const line of this.#linesOf(IFCRELCONTAINEDINSPATIALSTRUCTURE)) {
      const storey = storeys.get(Number(valueOf(line['RelatingStructure'])))
      for (const product of productsOf(products, line['RelatedElements'])) product.storey = storey ?? ''
    }
  }

  #readProperties(products: ReadonlyMap<number, Product>): void {
    const ofSets = new Map<number, Product[]>()
    for (const line of this.#linesOf(IFCRELDEFINESBYPROPERTIES)) {
      const owners = productsOf(products, line['RelatedObjects'])
      append(ofSets, Number(valueOf(line['RelatingPropertyDefinition'])), owners)
    }
    const ofProperties = new Map<number, Product[]>()
    for (const type of [IFCPROPERTYSET, IFCELEMENTQUANTITY])
      for (const set of this.#linesOf(type))
        for (const id of numbersOf(set['HasProperties'] ?? set['Quantities']))
          append(ofProperties, id, ofSets.get(set.expressID) ?? [])
    const kgPerMass = this.#kgPerMassUnit()
    for (const line of this.#lines([...ofProperties.keys()])) {
      const name = simplified(textOf(line['Name']))
      const value = propertyValue(line, kgPerMass)
      if (name !== '' && value !== null) setProperty(ofProperties.get(line.expressID) ?? [], name, value)
    }
  }

  /** Kilograms are usual; some programs write grams or pounds. */
  #kgPerMassUnit(): number {
    for (const assignment of this.#linesOf(IFCUNITASSIGNMENT)) {
      for (const unit of this.#lines(numbersOf(assignment['Units']))) {
        if (textOf(unit['UnitType']) !== 'MASSUNIT') continue
        const name = textOf(unit['Name']).toUpperCase()
        if (/POUND|^LBS?$/.test(name)) return 0.453_592_37
        if (name === 'GRAM') return textOf(unit['Prefix']) === 'KILO' ? 1 : 0.001
      }
    }
    return 1
  }
}

/** Value of an IfcPropertySingleValue or an IfcQuantityWeight; masses in kilograms. */
function propertyValue(line: Line, kgPerMass: number): string | number | null {
  const weight = valueOf(line['WeightValue'])
  if (typeof weight === 'number') return weight * kgPerMass
  const nominal = line['NominalValue'] as Value
  const value = nominal?.value
  if (typeof value === 'number') return nominal?.name === 'IFCMASSMEASURE' ? value * kgPerMass : value
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
