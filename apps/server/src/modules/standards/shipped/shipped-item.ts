import type { PlainRule } from '@cloud-factory/contract/standards/limits.rules'
import type { ToleranceRule } from '@cloud-factory/contract/standards/quality-rules'
import type { SizeName, ToolName } from '@cloud-factory/domain/inspection/quality-enums'
import type { StandardItemRow } from '@cloud-factory/contract/standards/standards'

type Item = Omit<StandardItemRow, 'id' | 'editionId' | 'position' | 'version' | 'verified' | 'can'>
type Usual =
  | 'stages'
  | 'class'
  | 'nominalOf'
  | 'unit'
  | 'tool'
  | 'method'
  | 'points'
  | 'sampling'
  | 'source'
  | 'optional'

/** An item as it is shipped: what it shares with most is left out. */
export type ShippedItem = Omit<Item, Usual | 'tool' | 'names' | 'shape' | 'certainty' | 'clause'> &
  Partial<Pick<Item, Exclude<Usual, 'tool'> | 'certainty' | 'clause'>> & {
    readonly names: readonly [zh: string, en: string, es: string]
    readonly tool: ToolName
  }

/** Items of one shape that share stages, clause and certainty. */
export interface ShippedGroup {
  readonly shapes: readonly Item['shape'][]
  readonly stages: Item['stages']
  readonly clause: string
  readonly certainty: Item['certainty']
  readonly items: readonly ShippedItem[]
}

export interface ShippedStandard {
  readonly code: string
  readonly names: Item['names']
  readonly verdict: 'gb' | 'all'
  readonly edition: string
  readonly source: string
  readonly groups: readonly ShippedGroup[]
}

/** From `lo` to `hi`; null = no limit on that side. */
export const abs = (lo: string | null, hi: string | null): PlainRule => ({ kind: 'abs', lo, hi })
/** To either side. */
export const pm = (v: string): PlainRule => abs(`-${v}`, v)
export const most = (v: string): PlainRule => ({ kind: 'max', v })
/** At most a size ÷ `div`, with its bounds. */
export const share = (of: SizeName, div: string, more: Bounds = {}): PlainRule => ({
  kind: 'ratio',
  of,
  div,
  ...more,
  sign: more.sign ?? 'max',
})
interface Bounds {
  readonly plus?: string
  readonly cap?: string
  readonly floor?: string
  readonly sign?: 'pm' | 'max' | 'minus' | 'plus'
}
const none: PlainRule = { kind: 'none' }

type Band = readonly [op: 'lt' | 'le', value: string, rule: PlainRule] | readonly [rule: PlainRule]
type Piecewise = Extract<ToleranceRule, { kind: 'piecewise' }>
/** The first band that the size falls into; one without a bound takes what is left. */
export const bands = (by: SizeName, ...list: readonly Band[]): Piecewise => ({
  kind: 'piecewise',
  by,
  bands: list.map((band) =>
    band.length === 1 ? { rule: band[0] } : { op: band[0], value: band[1], rule: band[2] },
  ),
})
export const byPlace = (joint: PlainRule, other: PlainRule): ToleranceRule => ({
  kind: 'byPlace',
  joint,
  other,
})

/** A dimension that is read and compared with its size. */
export const sized = (nominalOf: SizeName) => ({ measures: 'size', nominalOf }) as const
export const deviation = { measures: 'deviation' } as const
/** Judged by eye. */
export const looked = { measures: 'visual', rule: none, tool: 'eye', unit: '-' } as const

/** Stages at which the shape of a member is judged, and of cut parts. */
export const memberStages: Item['stages'] = ['first', 'in_process', 'after_weld', 'final']
/** Of standards without a table for fit-up: what holds of the finished member holds there too. */
export const memberAndFitUpStages: Item['stages'] = [...memberStages, 'fit_up']
export const partStages: Item['stages'] = ['first', 'in_process', 'final']
export const weldStages: Item['stages'] = ['first', 'in_process', 'after_weld', 'final']
