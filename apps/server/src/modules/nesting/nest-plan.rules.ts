import type { NestRules, UnmadePart } from '@cloud-factory/contract/nesting/nests'
import { type MitreEnds, sharedLength } from '@cloud-factory/domain/nesting/mitre'
import type { NestingInput, NestingResult } from './nesting.types.ts'

/** Ends as the part file draws them, and the height over which they slope. */
export interface PartMitre extends MitreEnds {
  readonly heightMm: number
}

interface PlannedPart {
  readonly markId: number
  readonly mark: string
  readonly partMark: string
  readonly orderNo: string
  readonly due: string | null
  readonly lengthMm: number
  readonly missing: number
  /** Absent: its cuts are square, or nothing is known of them. */
  readonly mitre?: PartMitre | undefined
}

interface PlannedStock {
  readonly id: number
  readonly lengthMm: number
  readonly kg: number
  readonly isRemnant: boolean
}

export interface PlanInput {
  readonly parts: readonly PlannedPart[]
  readonly bars: readonly PlannedStock[]
  /** Theoretical; null: unknown, then a bar's own weight counts and nothing can be bought. */
  readonly kgPerM: number | null
  readonly rules: NestRules
  /** The profile looks the same turned end for end. */
  readonly isReversible: boolean
}

/** Whole tenths of a millimetre. */
const tenths = (mm: number): number => Math.round(mm * 10)
const millimetres = (value: number): number => value / 10
/** Cents for a kilogram. */
const centsPerKg = (pricePerTonne: number): number => pricePerTonne / 10

const lineOf = ({ lengthMm, isRemnant }: Pick<PlannedStock, 'lengthMm' | 'isRemnant'>): string =>
  `${isRemnant ? 'remnant' : 'bar'} ${lengthMm}`
const buyLine = (index: number): string => `buy ${index}`

/** The task of the solver. Bars of equal length are one line; remnants are worth less than whole bars, so they are used first. */
export function nestingInput({ parts, bars, kgPerM, rules, isReversible }: PlanInput): NestingInput {
  const cents = centsPerKg(rules.pricePerTonne)
  const share = rules.remnantPercent / 100
  const own = bars[0] === undefined ? 0 : (bars[0].kg * 1000) / bars[0].lengthMm
  const stock = [...Map.groupBy(bars, lineOf)].flatMap(([id, [first, ...others]]) =>
    first === undefined
      ? []
      : [
          {
            id,
            length: tenths(first.lengthMm),
            quantity: others.length + 1,
            price: { perKg: first.isRemnant ? cents * share : cents, kgPerMetre: kgPerM ?? own },
            remnant: first.isRemnant,
          },
        ],
  )
  const buy = rules.buy.map(({ lengthMm, pricePerTonne }, index) => ({
    id: buyLine(index),
    length: tenths(lengthMm),
    price: { perKg: centsPerKg(pricePerTonne), kgPerMetre: kgPerM ?? own },
  }))
  const mitres = parts.flatMap(({ mitre }) => (mitre === undefined ? [] : [mitre.heightMm]))
  return {
    demands: parts.map(({ lengthMm, missing, due, mitre }, index) => ({
      id: String(index),
      // A part is never made too short.
      length: Math.ceil(lengthMm * 10 - 1e-6),
      quantity: missing,
      due: due ?? '9999-12-31',
      ...(mitre === undefined
        ? {}
        : { ends: { left: mitre.left, right: mitre.right }, reversible: isReversible }),
    })),
    stock: [...stock, ...buy],
    saw: {
      kerf: tenths(rules.kerfMm),
      startTrim: tenths(rules.trimMm),
      clampEnd: tenths(rules.clampMm),
      minRemnant: tenths(rules.minRemnantMm),
      remnantPerMetre: cents * share * (kgPerM ?? own),
      // The lowest one: parts are never moved closer together than their ends allow.
      profileHeight: mitres.length === 0 ? 0 : Math.floor(Math.min(...mitres) * 10),
    },
  }
}

interface PlannedCut {
  readonly part: PlannedPart
  readonly fromMm: number
  readonly lengthMm: number
  /** Angles of its cuts as it lies in the bar. */
  readonly leftDeg: number
  readonly rightDeg: number
  readonly turned: boolean
}

export interface PlannedBar {
  /** null: to be bought. */
  readonly stockBarId: number | null
  readonly lengthMm: number
  readonly partsMm: number
  readonly remnantMm: number
  readonly wasteMm: number
  readonly cuts: readonly PlannedCut[]
}

/**
 * The bars in stock that the patterns are cut from. To the solver a bar that costs the same is the same, bought or not: where one
 * of that length is left in stock, nobody buys it.
 */
function barSource({ bars, rules }: PlanInput, { patterns }: NestingResult) {
  const free = Map.groupBy(bars, lineOf)
  const spare = new Map(
    [...free].map(([id, line]) => {
      const used = patterns.reduce((sum, { stockId, bars: count }) => sum + (stockId === id ? count : 0), 0)
      return [id, line.splice(used)]
    }),
  )
  const ofBought = new Map(
    rules.buy.map(({ lengthMm, pricePerTonne }, index) => [
      buyLine(index),
      pricePerTonne === rules.pricePerTonne ? spare.get(lineOf({ lengthMm, isRemnant: false })) : undefined,
    ]),
  )
  return (stockId: string): PlannedStock | undefined =>
    free.get(stockId)?.shift() ?? ofBought.get(stockId)?.shift()
}

/** The bars of a result one by one, each a bar in stock or one to buy. */
export function plannedBars(plan: PlanInput, input: NestingInput, result: NestingResult): PlannedBar[] {
  const { parts } = plan
  const takeBar = barSource(plan, result)
  const lengths = new Map(input.stock.map(({ id, length }) => [id, length]))
  return result.patterns.flatMap((pattern) =>
    Array.from({ length: pattern.bars }, (): PlannedBar => {
      const cuts = pattern.parts.map(({ demandId, from, length, reversed }): PlannedCut => {
        const part = parts[Number(demandId)]
        if (part === undefined) throw new Error('a plan with an unknown part')
        const { left, right } = part.mitre ?? { left: 0, right: 0 }
        return {
          part,
          fromMm: millimetres(from),
          lengthMm: millimetres(length),
          leftDeg: (reversed ? right : left) / 10,
          rightDeg: (reversed ? left : right) / 10,
          turned: reversed,
        }
      })
      const length = lengths.get(pattern.stockId) ?? 0
      const used = pattern.parts.reduce((sum, part) => sum + part.length, 0) - sharedLength(pattern.parts)
      return {
        stockBarId: takeBar(pattern.stockId)?.id ?? null,
        lengthMm: millimetres(length),
        partsMm: millimetres(used),
        remnantMm: millimetres(pattern.remnant),
        wasteMm: millimetres(length - used - pattern.remnant),
        cuts,
      }
    }),
  )
}

/** Parts without a bar, as they are stored and shown. */
export const unmadeOf = ({ parts }: PlanInput, result: NestingResult): UnmadePart[] =>
  result.unmade.flatMap(({ demandId, quantity, reason }) => {
    const part = parts[Number(demandId)]
    return part === undefined
      ? []
      : [
          {
            order: part.orderNo,
            mark: part.mark,
            part: part.partMark,
            lengthMm: part.lengthMm,
            quantity,
            reason,
          },
        ]
  })

/** How many parts of each mark the bars contain, in the order in which their counts are locked. */
export function partTotals(
  cuts: readonly { readonly markId: number; readonly partMark: string }[],
): { markId: number; partMark: string; count: number }[] {
  return [...Map.groupBy(cuts, ({ markId, partMark }) => `${markId} ${partMark}`).values()]
    .flatMap(([first, ...others]) =>
      first === undefined
        ? []
        : [{ markId: first.markId, partMark: first.partMark, count: others.length + 1 }],
    )
    .toSorted((a, b) => a.markId - b.markId || (a.partMark < b.partMark ? -1 : 1))
}
