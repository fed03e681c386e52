import { fromMicro, quotient, toMicro } from '@cloud-factory/domain/numbers/decimals'
import type { ToleranceRule } from './quality-rules.ts'
import { type SizeName, sizeNames } from '@cloud-factory/domain/inspection/quality-enums'

/** Where on a piece an item is measured; `any` where its rule does not depend on it. */
export type Place = 'any' | 'joint' | 'other'
/** Sizes of a piece in mm, as decimal texts. */
export type Sizes = Readonly<Partial<Record<SizeName, string>>>

/** Limits of the deviation, in the item's unit; null: none on that side. */
export interface Limits {
  readonly lower: string | null
  readonly upper: string | null
}

type PiecewiseRule = Extract<ToleranceRule, { kind: 'piecewise' }>
type ByPlaceRule = Extract<ToleranceRule, { kind: 'byPlace' }>
export type PlainRule = Exclude<ToleranceRule, PiecewiseRule | ByPlaceRule>
type Ratio = Extract<PlainRule, { kind: 'ratio' }>
type Band = PiecewiseRule['bands'][number]

/** How limits were computed: which branch of a piecewise or placed rule applied, and the result of a ratio. */
export interface Working {
  readonly rule: PlainRule
  /** For a piecewise rule: the size that selected the band, and the index of the band, from 0. */
  readonly band: { readonly by: SizeName; readonly index: number } | null
  /** For a ratio: the size, `plus + size ÷ div` truncated after six decimals, and what bounded it. */
  readonly ratio: {
    readonly size: string
    readonly raw: string
    readonly bound: 'cap' | 'floor' | null
  } | null
}

export type Found =
  | (Limits & { readonly working: Working | null })
  /** Sizes that the rule needs but did not get. */
  | { readonly missing: readonly SizeName[] }

/** All sizes that a rule can need, in the order of `sizeNames`. */
export function requiredSizes(rule: ToleranceRule): SizeName[] {
  const required = new Set<SizeName>()
  const walk = (part: ToleranceRule): void => {
    if (part.kind === 'ratio') required.add(part.of)
    if (part.kind === 'piecewise') {
      required.add(part.by)
      for (const band of part.bands) walk(band.rule)
    }
    if (part.kind === 'byPlace') {
      walk(part.joint)
      walk(part.other)
    }
  }
  walk(rule)
  return sizeNames.filter((name) => required.has(name))
}

/**
 * Limits of the deviation by a rule, for a place and the sizes of a piece. A quotient is truncated towards zero after
 * the sixth decimal: a reading of at most six decimals is inside the exact limit if and only if it is inside the
 * truncated one. A size in no band has no limits. A rule by place, measured at no particular place, uses the tighter
 * of its two.
 */
export function limitsOf(rule: ToleranceRule, place: Place, sizes: Sizes): Found {
  if (rule.kind !== 'byPlace') return ofPart(rule, sizes)
  if (place !== 'any') return ofPart(rule[place], sizes)
  const joint = ofPart(rule.joint, sizes)
  const other = ofPart(rule.other, sizes)
  if ('missing' in joint || 'missing' in other) {
    const missing = [joint, other].flatMap((found) => ('missing' in found ? found.missing : []))
    return { missing: sizeNames.filter((name) => missing.includes(name)) }
  }
  return {
    lower: tighter(joint.lower, other.lower, (a, b) => a > b),
    upper: tighter(joint.upper, other.upper, (a, b) => a < b),
    working: null,
  }
}

function tighter(a: string | null, b: string | null, wins: (a: bigint, b: bigint) => boolean): string | null {
  if (a === null || b === null) return a ?? b
  return wins(toMicro(a), toMicro(b)) ? a : b
}

function ofPart(rule: PlainRule | PiecewiseRule, sizes: Sizes): Found {
  if (rule.kind !== 'piecewise') return ofPlain(rule, sizes, null)
  const size = sizes[rule.by]
  if (size === undefined) return { missing: [rule.by] }
  const index = rule.bands.findIndex((band) => falls(toMicro(size), band))
  const band = rule.bands[index]
  if (band === undefined) return { lower: null, upper: null, working: null }
  return ofPlain(band.rule, sizes, { by: rule.by, index })
}

/** Whether a size falls into a band; a band without a bound takes every size. */
function falls(size: bigint, { op, value }: Band): boolean {
  if (op === undefined || value === undefined) return true
  const bound = toMicro(value)
  if (op === 'lt') return size < bound
  if (op === 'le') return size <= bound
  return op === 'gt' ? size > bound : size >= bound
}

function ofPlain(rule: PlainRule, sizes: Sizes, band: Working['band']): Found {
  const plain: Working = { rule, band, ratio: null }
  if (rule.kind === 'none') return { lower: '0', upper: '0', working: plain }
  if (rule.kind === 'abs') return { lower: trimmed(rule.lo), upper: trimmed(rule.hi), working: plain }
  if (rule.kind === 'max') return { ...both(toMicro(rule.v)), working: plain }
  const size = sizes[rule.of]
  if (size === undefined) return { missing: [rule.of] }
  const { amount, raw, bound } = amountOf(rule, toMicro(size))
  const limits = sided(rule.sign, amount)
  return { ...limits, working: { ...plain, ratio: { size, raw: fromMicro(raw), bound } } }
}

function amountOf(
  { div, plus, cap, floor }: Ratio,
  size: bigint,
): { amount: bigint; raw: bigint; bound: 'cap' | 'floor' | null } {
  const raw = (plus === undefined ? 0n : toMicro(plus)) + quotient(size, toMicro(div))
  if (cap !== undefined && raw > toMicro(cap)) return { amount: toMicro(cap), raw, bound: 'cap' }
  if (floor !== undefined && raw < toMicro(floor)) return { amount: toMicro(floor), raw, bound: 'floor' }
  return { amount: raw < 0n ? 0n : raw, raw, bound: null }
}

function sided(sign: Ratio['sign'], amount: bigint): Limits {
  if (sign === 'minus') return { lower: fromMicro(-amount), upper: '0' }
  if (sign === 'plus') return { lower: '0', upper: fromMicro(amount) }
  return both(amount)
}

const both = (amount: bigint): Limits => ({ lower: fromMicro(-amount), upper: fromMicro(amount) })
const trimmed = (text: string | null): string | null => (text === null ? null : fromMicro(toMicro(text)))
