import type {
  PlateDrawing,
  PlateNestRules,
  UnmadePlatePart,
} from '@cloud-factory/contract/plates/plate-nests'
import type { PlateUnmadeReason } from '@cloud-factory/domain/nesting/nest-enums'
import {
  type Area,
  type CuttingRules,
  type PlateProblem,
  type PlateStock,
  trimOf,
} from '@cloud-factory/domain/nesting/guillotine'
import type { PlannedPlate, PlatePlan } from '@cloud-factory/domain/nesting/plate-search'
import { canCut } from '../material/public.ts'
import { steelShape } from '../steel-profiles/public.ts'
import type { JobPart } from './plate-jobs.queries.ts'
import type { FreeRemnant } from './plate-stock.queries.ts'
import type { PlateLot } from './plate-fit.ts'

/** A part of a job with what of it is to be nested, and why it cannot be; null: it can. */
export interface PartToNest {
  readonly part: JobPart
  readonly open: number
  readonly problem: PlateUnmadeReason | null
}

export interface PlatePlanInput {
  readonly parts: readonly PartToNest[]
  readonly lots: readonly PlateLot[]
  readonly remnants: readonly FreeRemnant[]
  readonly rules: PlateNestRules
}

/** Parts of one thickness and grade; `parts` in the order of the demands. */
interface PlateGroup {
  readonly parts: readonly PartToNest[]
  readonly problem: PlateProblem
}

/** What the worker receives: plates of a kind are taken by the groups one after the other. */
export interface PlateSearchInput {
  readonly groups: readonly PlateGroup[]
}

export interface PlateSearchResult {
  /** In the order of the groups. */
  readonly plans: readonly PlatePlan[]
}

const kgPerMm3 = 7.85e-6
/** A square tenth of a millimetre, in mm². */
const squareTenth = 0.01
const tenths = (mm: number): number => Math.round(mm * 10)
const roundedUp = (mm: number): number => Math.ceil(mm * 10 - 1e-6)

/** Whether the outline of a part is a rectangle: as its file draws it, or as its weight says where it has none. */
export function isRectangle(
  { length_mm: length, width_mm: width, thickness_mm: thickness, kg }: JobPart,
  outlines: readonly (readonly { readonly x: number; readonly y: number; readonly radius: number }[])[],
): boolean {
  if (length === null || width === null) return false
  const [points, ...others] = outlines
  // A part without holes weighs what its rectangle weighs; large holes cost less than a tenth.
  if (points === undefined) return kg === null || kg >= 0.9 * length * width * thickness * kgPerMm3
  if (others.length > 0 || points.some(({ radius }) => radius !== 0)) return false
  const twice = points.reduce((sum, { x, y }, at) => {
    const next = points[(at + 1) % points.length] ?? { x, y }
    return sum + x * next.y - next.x * y
  }, 0)
  return Math.abs(Math.abs(twice) / 2 - length * width) < length + width
}

/** The tasks of the search, one for each thickness and grade. */
export function plateSearchInput({ parts, lots, remnants, rules }: PlatePlanInput): PlateSearchInput {
  const groups = Map.groupBy(
    parts.filter(({ problem, open }) => problem === null && open > 0),
    ({ part }) => `${part.thickness_mm} ${part.grade}`,
  )
  return {
    groups: [...groups.values()].map((own) => {
      const { thickness_mm: thickness = 1, grade = '', profile = '' } = own[0]?.part ?? {}
      const shape = steelShape(profile)
      const fits = (lot: PlateLot) =>
        canCut(lot.steel, { shape, grade: grade === '' ? null : grade }) === true
      const price = rules.pricePerTonne / 1000
      const share = rules.remnantPercent / 100
      const stock = [
        ...remnants.filter(({ lot }) => fits(lot)).map((one) => remnantLine(one, price * share)),
        ...lots.filter(fits).flatMap((lot) => lotLine(lot, price)),
        ...rules.buy.map((size, at): PlateStock => {
          const kg = size.lengthMm * size.widthMm * thickness * kgPerMm3
          return { ...sides(size), id: `buy ${at}`, cost: kg * price, remnant: false }
        }),
      ]
      const cutting: CuttingRules = {
        kerf: tenths(rules.kerfMm),
        trim: tenths(rules.trimMm),
        minRemnant: [tenths(rules.minRemnantLengthMm), tenths(rules.minRemnantWidthMm)],
        rotate: rules.rotate,
        remnantValue: squareTenth * thickness * kgPerMm3 * price * share,
      }
      const demands = own.map(({ part, open }) => ({
        // A part is never made too small.
        length: roundedUp(part.length_mm ?? 0),
        width: roundedUp(part.width_mm ?? 0),
        quantity: open,
        due: part.due_on ?? '9999-12-31',
      }))
      return { parts: own, problem: { demands, stock, rules: cutting } }
    }),
  }
}

const sides = ({ lengthMm, widthMm }: { readonly lengthMm: number; readonly widthMm: number }) => ({
  length: tenths(lengthMm),
  width: tenths(widthMm),
})

const remnantLine = (one: FreeRemnant, price: number): PlateStock => ({
  ...sides(one),
  id: `remnant ${one.id}`,
  quantity: 1,
  cost: one.kg * price,
  remnant: true,
})

function lotLine({ id, lengthMm, widthMm, kg, plates }: PlateLot, price: number): PlateStock[] {
  if (lengthMm === null || widthMm === null) return []
  return [
    { ...sides({ lengthMm, widthMm }), id: `lot ${id}`, quantity: plates, cost: kg * price, remnant: false },
  ]
}

/** A layout to be stored. */
export interface PlannedLayout {
  readonly thicknessMm: number
  readonly grade: string
  readonly lotId: number | null
  readonly remnantId: number | null
  readonly lengthMm: number
  readonly widthMm: number
  readonly partsMm2: number
  readonly remnantsMm2: number
  readonly wasteMm2: number
  readonly drawing: PlateDrawing
}

const areaMm2 = (areas: readonly Pick<Area, 'length' | 'width'>[]): number =>
  areas.reduce((sum, { length, width }) => sum + length * width, 0) / 100

const placeOf = ({ x, y, length, width }: Area) => ({
  x: x / 10,
  y: y / 10,
  lengthMm: length / 10,
  widthMm: width / 10,
})

/** The layouts of a result one by one, each on a plate in stock, on a remnant, or on a plate to buy. */
export const plannedLayouts = (
  { remnants }: PlatePlanInput,
  { groups }: PlateSearchInput,
  { plans }: PlateSearchResult,
): PlannedLayout[] =>
  groups.flatMap(({ parts }, at) =>
    (plans[at]?.plates ?? []).map((plate) => ({
      ...sourceOf(plate.stock, remnants),
      ...layoutOf(plate, parts),
    })),
  )

function sourceOf({ id }: PlateStock, remnants: readonly FreeRemnant[]) {
  const [kind, number] = id.split(' ')
  if (kind === 'buy') return { lotId: null, remnantId: null }
  if (kind === 'lot') return { lotId: Number(number), remnantId: null }
  const remnant = remnants.find((one) => one.id === Number(number))
  return { lotId: remnant?.lot.id ?? null, remnantId: Number(number) }
}

function layoutOf(
  { stock, parts, remnants, cuts }: PlannedPlate,
  own: readonly PartToNest[],
): Omit<PlannedLayout, 'lotId' | 'remnantId'> {
  const [first] = own
  const [plateMm2, partsMm2, remnantsMm2] = [areaMm2([stock]), areaMm2(parts), areaMm2(remnants)]
  return {
    thicknessMm: first?.part.thickness_mm ?? 1,
    grade: first?.part.grade ?? '',
    lengthMm: stock.length / 10,
    widthMm: stock.width / 10,
    partsMm2,
    remnantsMm2,
    wasteMm2: Math.round((plateMm2 - partsMm2 - remnantsMm2) * 100) / 100,
    drawing: {
      parts: parts.map((part) => ({
        ...placeOf(part),
        partId: String(own[part.demand]?.part.id ?? 0),
        turned: part.turned,
      })),
      remnants: remnants.map(placeOf),
      cuts: cuts.map(({ axis, at, from, to }) => ({ axis, at: at / 10, from: from / 10, to: to / 10 })),
    },
  }
}

/** Parts that no plate has, as they are stored and shown. */
export function unmadePartsOf(
  { parts }: PlatePlanInput,
  { groups }: PlateSearchInput,
  { plans }: PlateSearchResult,
): UnmadePlatePart[] {
  const left = groups.flatMap(({ parts: own, problem }, at) =>
    own.flatMap(({ part }, index) => {
      const quantity = plans[at]?.unmade[index] ?? 0
      const reason = fitsAny(problem, index) ? ('no_stock' as const) : ('larger_than_any_plate' as const)
      return quantity === 0 ? [] : [unmade(part, quantity, reason)]
    }),
  )
  const excluded = parts.flatMap(({ part, problem }) =>
    problem === null ? [] : [unmade(part, part.quantity - part.cut, problem)],
  )
  return [...left, ...excluded.filter(({ quantity }) => quantity > 0)]
}

const unmade = (part: JobPart, quantity: number, reason: PlateUnmadeReason): UnmadePlatePart => ({
  order: part.order_no,
  mark: part.mark,
  part: part.part_mark,
  lengthMm: part.length_mm,
  widthMm: part.width_mm,
  quantity,
  reason,
})

/** Without any plates stock is what is missing. */
function fitsAny({ demands, stock, rules }: PlateProblem, index: number): boolean {
  const { length = 0, width = 0 } = demands[index] ?? {}
  return (
    stock.length === 0 ||
    stock.some((plate) => {
      const trim = 2 * trimOf(plate, rules)
      const fits = (l: number, w: number) => l + trim <= plate.length && w + trim <= plate.width
      return fits(length, width) || (rules.rotate && fits(width, length))
    })
  )
}
