import { fromMicro, toMicro } from './decimals.ts'
import { type SteelProperty, steelProperties, type ValueOutcome } from './material-enums.ts'

/** One limit of a grade. Thickness in mm: more than `over`, at most `upTo`; null = open on that side. */
export interface SteelLimit {
  readonly property: SteelProperty
  readonly over: string | null
  readonly upTo: string | null
  readonly lower: string | null
  readonly upper: string | null
  /** A certificate without it is not accepted. */
  readonly required: boolean
}

/** Values of a certificate by property, as exact decimals. */
export type SteelValues = Readonly<Partial<Record<SteelProperty, string>>>

export interface JudgedValue {
  readonly property: SteelProperty
  /** As given; of CEV, where it was not given and all it needs was: as computed. Null: neither. */
  readonly value: string | null
  readonly computed: boolean
  readonly lower: string | null
  readonly upper: string | null
  readonly required: boolean
  readonly outcome: ValueOutcome
}

/**
 * Every value of a certificate, and every one that its grade asks for, judged as it stands: nothing is rounded. A report
 * of a re-test is asked for nothing (`asksAll` false): it holds what was ordered.
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

/** As given; a carbon equivalent that the certificate does not print, as computed where the grade has a limit for it. */
function valueOf(property: SteelProperty, values: SteelValues, hasLimits: boolean): string | null {
  const given = values[property] ?? null
  return given === null && property === 'CEV' && hasLimits ? carbonEquivalent(values) : given
}

interface Standing {
  readonly hasLimits: boolean
  readonly limit: SteelLimit | null
  readonly value: string | null
  readonly required: boolean
}

function outcomeOf({ hasLimits, limit, value, required }: Standing): ValueOutcome {
  if (value === null) return required ? 'missing' : 'free'
  if (!hasLimits) return 'free'
  if (limit === null) return required ? 'no_band' : 'free'
  const read = toMicro(value)
  const isLow = limit.lower !== null && read < toMicro(limit.lower)
  const isHigh = limit.upper !== null && read > toMicro(limit.upper)
  return isLow || isHigh ? 'out' : 'in'
}

/** A limit with a band asks for the thickness: without one it holds for nothing. */
function holdsFor({ over, upTo }: SteelLimit, thickness: string | null): boolean {
  if (over === null && upTo === null) return true
  if (thickness === null) return false
  const t = toMicro(thickness)
  return (over === null || t > toMicro(over)) && (upTo === null || t <= toMicro(upTo))
}

/** CEV = C + Mn/6 + (Cr + Mo + V)/5 + (Ni + Cu)/15, in % (GB/T 1591-2018, 7.1.3; EN 10025-1, 7.2.3), cut off behind the
 * sixth digit. Null unless all seven were given: a missing one is not nought. */
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
  // Over thirty, the least common multiple, so that only the whole sum is cut off.
  const thirtieths = parts.map(([name, div]) => {
    const value = values[name]
    return value === undefined ? null : (toMicro(value) * 30n) / div
  })
  if (thirtieths.some((part) => part === null)) return null
  const sum = thirtieths.reduce<bigint>((total, part) => total + (part ?? 0n), 0n)
  return fromMicro(sum / 30n)
}

/** Two limits of one property that hold for the same thickness: by which a value could be judged either way. */
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

/** Whether a limit says anything, and in order. */
export function isSoundLimit({ over, upTo, lower, upper }: SteelLimit): boolean {
  if (lower === null && upper === null) return false
  if (lower !== null && upper !== null && toMicro(lower) > toMicro(upper)) return false
  return over === null || upTo === null || toMicro(over) < toMicro(upTo)
}
