import { fromMicro, toMicro } from '../numbers/decimals.ts'
import { type SteelProperty, steelProperties, type ValueOutcome } from './material-enums.ts'

/** One limit of a grade. Thickness in mm: above `over`, at most `upTo`; null: unlimited. */
export interface SteelLimit {
  readonly property: SteelProperty
  readonly over: string | null
  readonly upTo: string | null
  readonly lower: string | null
  readonly upper: string | null
  /** A certificate without this value is not accepted. */
  readonly required: boolean
}

/** Values of a certificate by property, as exact decimals. */
export type SteelValues = Readonly<Partial<Record<SteelProperty, string>>>

export interface JudgedValue {
  readonly property: SteelProperty
  /** The given value; for a missing CEV the computed one, if all its inputs were given. null: neither. */
  readonly value: string | null
  readonly computed: boolean
  readonly lower: string | null
  readonly upper: string | null
  readonly required: boolean
  readonly outcome: ValueOutcome
}

/**
 * Judges all values of a certificate, and all that its grade requires, without rounding. A re-test report has no
 * required values (`asksAll` false): it contains what was ordered.
 */
export function judgeSteel(
  limits: readonly SteelLimit[],
  { thickness, values, asksAll }: { thickness: string | null; values: SteelValues; asksAll: boolean },
): JudgedValue[] {
  return steelProperties.flatMap((property) => {
    const own = limits.filter((limit) => limit.property === property)
    const value = valueOf(property, values, own.length > 0)
    const required = asksAll && own.some((one) => one.required)
    if (value === null && !required) return []
    const limit = own.find((one) => holdsFor(one, thickness)) ?? null
    return [
      {
        property,
        value,
        computed: value !== null && values[property] === undefined,
        lower: limit?.lower ?? null,
        upper: limit?.upper ?? null,
        required,
        outcome: outcomeOf({ hasLimits: own.length > 0, limit, value, required }),
      },
    ]
  })
}

/** The given value; for a carbon equivalent that the certificate lacks, the computed one if the grade limits it. */
function valueOf(property: SteelProperty, values: SteelValues, hasLimits: boolean): string | null {
  const value = values[property] ?? null
  return value === null && property === 'CEV' && hasLimits ? carbonEquivalent(values) : value
}

interface LimitStatus {
  readonly hasLimits: boolean
  readonly limit: SteelLimit | null
  readonly value: string | null
  readonly required: boolean
}

function outcomeOf({ hasLimits, limit, value, required }: LimitStatus): ValueOutcome {
  if (value === null) return required ? 'missing' : 'free'
  if (!hasLimits) return 'free'
  if (limit === null) return required ? 'no_band' : 'free'
  const read = toMicro(value)
  const isLow = limit.lower !== null && read < toMicro(limit.lower)
  const isHigh = limit.upper !== null && read > toMicro(limit.upper)
  return isLow || isHigh ? 'out' : 'in'
}

/** A limit with a band applies only when the thickness is known. */
function holdsFor({ over, upTo }: SteelLimit, thickness: string | null): boolean {
  if (over === null && upTo === null) return true
  if (thickness === null) return false
  const t = toMicro(thickness)
  return (over === null || t > toMicro(over)) && (upTo === null || t <= toMicro(upTo))
}

/**
 * CEV = C + Mn/6 + (Cr + Mo + V)/5 + (Ni + Cu)/15, in % (GB/T 1591-2018, 7.1.3; EN 10025-1, 7.2.3), truncated after
 * the sixth decimal. null unless all seven values were given: a missing one is not zero.
 */
export function carbonEquivalent(values: SteelValues): string | null {
  const parts = [
    ['C', 1n],
    ['Mn', 6n],
    ['Cr', 5n],
    ['Mo', 5n],
    ['V', 5n],
    ['Ni', 15n],
    ['Cu', 15n],
  ] as const
  // With the common denominator 30, so that only the sum is truncated.
  const thirtieths = parts.map(([name, div]) => {
    const value = values[name]
    return value === undefined ? null : (toMicro(value) * 30n) / div
  })
  if (thirtieths.some((part) => part === null)) return null
  const sum = thirtieths.reduce<bigint>((total, part) => total + (part ?? 0n), 0n)
  return fromMicro(sum / 30n)
}

/** Two limits of one property for the same thickness, which would make the verdict ambiguous; null: none. */
export function clashOf(limits: readonly SteelLimit[]): SteelLimit | null {
  for (const [index, one] of limits.entries()) {
    const other = limits.slice(index + 1).find((next) => next.property === one.property && overlap(one, next))
    if (other !== undefined) return other
  }
  return null
}

const from = ({ over }: SteelLimit): bigint => (over === null ? -1n : toMicro(over))
const to = ({ upTo }: SteelLimit): bigint | null => (upTo === null ? null : toMicro(upTo))

function overlap(a: SteelLimit, b: SteelLimit): boolean {
  const [endA, endB] = [to(a), to(b)]
  return (endA === null || from(b) < endA) && (endB === null || from(a) < endB)
}

/** Whether a limit has at least one bound, and its bounds are in order. */
export function isSoundLimit({ over, upTo, lower, upper }: SteelLimit): boolean {
  if (lower === null && upper === null) return false
  if (lower !== null && upper !== null && toMicro(lower) > toMicro(upper)) return false
  return over === null || upTo === null || toMicro(over) < toMicro(upTo)
}
