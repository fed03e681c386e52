import type { BoughtItem } from './bought-items.ts'

/** Torque coefficient of sets that are turned with a calibrated wrench, preload of twist-off sets, slip factor of surfaces. */
export const boltTestKinds = ['torque', 'preload', 'slip'] as const
export type BoltTestKind = (typeof boltTestKinds)[number]

export const boltTestReasons = ['bolt.mean_out', 'bolt.deviation_over', 'bolt.slip_below'] as const
export type BoltTestReason = (typeof boltTestReasons)[number]

/** GB/T 1231-2006 and GB/T 3632-2008, inspection lots: at most so many sets of one size from one heat and treatment. */
export const maxSetsOfLot = 3000
/** GB 50205-2020, appendix B: so many sets of a lot are tested again when they arrive. */
export const setsOfTest = 8
/** GB 50205-2020, appendix B: three specimens of each surface treatment for each inspection lot of the structure. */
export const specimensOfSlipTest = 3

/**
 * Mean preload in kN and greatest standard deviation of twist-off sets by size: GB/T 3632-2008, preload of connection
 * sets, as GB 50205-2020, appendix B, tests it again.
 */
const preloads: Readonly<
  Record<string, { readonly min: number; readonly max: number; readonly deviation: number }>
> = {
  M16: { min: 100, max: 121, deviation: 10 },
  M20: { min: 155, max: 188, deviation: 15.5 },
  M22: { min: 190, max: 230, deviation: 19 },
  M24: { min: 225, max: 272, deviation: 22.5 },
  M27: { min: 290, max: 351, deviation: 29 },
  M30: { min: 355, max: 430, deviation: 35.5 },
}
/** GB/T 1231-2006: mean torque coefficient of a lot, and its standard deviation. */
const torque = { min: 0.11, max: 0.15, deviation: 0.01 }

/** Chinese product standards of sets: their lots are limited, and tested again on arrival. */
const isChinese = ({ kind, standard, grade }: Pick<BoughtItem, 'kind' | 'standard' | 'grade'>): boolean =>
  kind === 'set' && (standard.startsWith('GB') || (standard === '' && grade.endsWith('S')))

/** How many pieces one lot may have; null: no rule. */
export const lotLimit = (item: Pick<BoughtItem, 'kind' | 'standard' | 'grade'>): number | null =>
  isChinese(item) ? maxSetsOfLot : null

/** The test that a lot needs: preload for twist-off sets, else the torque coefficient; null: no high-strength set. */
export function testOf({
  kind,
  standard,
}: Pick<BoughtItem, 'kind' | 'standard'>): 'torque' | 'preload' | null {
  if (kind !== 'set') return null
  return standard === 'GB/T 3632' ? 'preload' : 'torque'
}

export interface BoltTestVerdict {
  readonly mean: number
  /** Of the sample: divided by n - 1. */
  readonly deviation: number
  /** null: passed. */
  readonly reason: BoltTestReason | null
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000

interface TestFacts {
  readonly kind: BoltTestKind
  readonly size: string
  /** Of a slip test. */
  readonly designValue: number | null
  readonly readings: readonly number[]
}

/** Whether there are values for a size; others are not judged. */
export const hasLimits = (kind: BoltTestKind, size: string): boolean => kind !== 'preload' || size in preloads

/**
 * The verdict on a test. Torque coefficient: mean 0.110 to 0.150, standard deviation at most 0.0100 (GB/T 1231-2006;
 * GB 50205-2020, appendix B). Preload: by size (GB/T 3632-2008; GB 50205-2020, appendix B). Slip factor: no specimen
 * below the design value (GB 50205-2020, appendix B).
 */
export function judgeBoltTest({ kind, size, designValue, readings }: TestFacts): BoltTestVerdict {
  const mean = readings.reduce((sum, value) => sum + value, 0) / readings.length
  const squares = readings.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const figures = {
    mean: round(mean),
    deviation: round(readings.length > 1 ? Math.sqrt(squares / (readings.length - 1)) : 0),
  }
  if (kind === 'slip') {
    const isBelow = readings.some((value) => value < (designValue ?? 0))
    return { ...figures, reason: isBelow ? 'bolt.slip_below' : null }
  }
  const limits = kind === 'torque' ? torque : preloads[size]
  if (limits === undefined || figures.mean < limits.min || figures.mean > limits.max)
    return { ...figures, reason: 'bolt.mean_out' }
  return { ...figures, reason: figures.deviation > limits.deviation ? 'bolt.deviation_over' : null }
}
