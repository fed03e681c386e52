import { type Limits, limitsOf, type Place, type Sizes } from '@cloud-factory/contract/standards/limits.rules'
import { isMagnitude } from '@cloud-factory/contract/standards/limits-text.rules'
import type { ToleranceRule } from '@cloud-factory/contract/standards/quality-rules'
import type { SizeName } from '@cloud-factory/domain/inspection/quality-enums'

/** The parts of an item that determine its limits. */
export interface RuledItem {
  readonly rule: ToleranceRule
  readonly place: Place
  readonly nominalOf: SizeName | null
}

export interface Frozen extends Limits {
  readonly nominal: string | null
  /** The limits apply to the absolute value of the deviation. */
  readonly magnitude: boolean
  /** Sizes that are still missing. */
  readonly missing: readonly SizeName[]
}

/** Nominal value and limits of an item for the sizes of a piece. */
export function frozenBy({ rule, place, nominalOf }: RuledItem, sizes: Sizes): Frozen {
  const found = limitsOf(rule, place, sizes)
  const nominal = nominalOf === null ? null : (sizes[nominalOf] ?? null)
  const lacking = nominalOf !== null && nominal === null ? [nominalOf] : []
  if ('missing' in found) {
    const missing = [...new Set([...found.missing, ...lacking])]
    return { lower: null, upper: null, magnitude: false, nominal, missing }
  }
  const { lower, upper, working } = found
  return { lower, upper, magnitude: isMagnitude(working?.rule, nominalOf), nominal, missing: lacking }
}
