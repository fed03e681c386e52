import { absolute, fromMicro, toMicro } from './decimals.ts'
import type { Limits } from './limits.rules.ts'
import type { itemClasses, itemMeasures, VerdictFamily } from './quality-enums.ts'

type ItemClass = (typeof itemClasses)[number]
type ItemMeasures = (typeof itemMeasures)[number]

export interface JudgedReading {
  /** Reading less nominal value, in the item's unit; by eye: 0 in order, 1 not. */
  readonly deviation: string
  readonly inside: boolean
  /**
   * |deviation| ÷ limit on its side, six digits, rounded up: above 1 exactly when outside. Null by eye, where that side
   * has no limit, where its limit is zero and the deviation is not, and where no deviation at all would be outside.
   */
  readonly share: string | null
}

/** The most that the column of shares takes. */
const maxShare = 999_999_999_999n

/**
 * Judges one reading. Raw values are compared, nothing is rounded. `size`: the reading less its nominal value is the
 * deviation; `deviation`: the reading is; `visual`: 1 in order, 0 not.
 * Throws `RangeError` for a text that is no decimal, a size without a nominal value, and a look that is neither 0 nor 1.
 */
export function judgeReading(
  measures: ItemMeasures,
  value: string,
  nominal: string | null,
  limits: Limits,
): JudgedReading {
  if (measures === 'visual') return judgeLook(value)
  if (measures === 'size' && nominal === null)
    throw new RangeError('a size is judged against a nominal value')
  const read = toMicro(value)
  const deviation = measures === 'size' && nominal !== null ? read - toMicro(nominal) : read
  const lower = limits.lower === null ? null : toMicro(limits.lower)
  const upper = limits.upper === null ? null : toMicro(limits.upper)
  return {
    deviation: fromMicro(deviation),
    inside: (lower === null || deviation >= lower) && (upper === null || deviation <= upper),
    share: shareOf(deviation, lower, upper),
  }
}

function judgeLook(value: string): JudgedReading {
  const look = toMicro(value)
  if (look !== 0n && look !== 1_000_000n) throw new RangeError(`neither in order nor not: ${value}`)
  return { deviation: look === 0n ? '1' : '0', inside: look !== 0n, share: null }
}

function shareOf(deviation: bigint, lower: bigint | null, upper: bigint | null): string | null {
  const limit = deviation < 0n ? lower : upper
  if (limit === null || (lower ?? 0n) > 0n || (upper ?? 0n) < 0n) return null
  const size = absolute(deviation)
  if (size === 0n) return '0'
  const most = absolute(limit)
  if (most === 0n) return null
  const share = (size * 1_000_000n + most - 1n) / most
  return fromMicro(share > maxShare ? maxShare : share)
}

export interface LotItem extends Limits {
  readonly class: ItemClass
  readonly measures: ItemMeasures
  /** All readings of the item in the lot, whatever the piece. */
  readonly readings: readonly Pick<JudgedReading, 'deviation' | 'inside'>[]
}

/** Why an item fails its lot. */
export const lotReasons = ['lot.unread', 'lot.outside', 'lot.share', 'lot.beyond'] as const
export type LotReason = (typeof lotReasons)[number]

export interface ItemVerdict {
  readonly points: number
  readonly inside: number
  /** Points beyond 1.2 times a limit; none are counted by eye. */
  readonly beyond: number
  /** Null when the item passes. */
  readonly reason: LotReason | null
}
export interface LotVerdict {
  readonly verdict: 'pass' | 'fail'
  /** One for each item, in their order. */
  readonly items: readonly ItemVerdict[]
}

/**
 * Verdict of a lot. GB 50205-2020, 3.0.5: of a main item every point is inside; of a general one at least 80 % are, and none
 * lies beyond 1.2 times its limit. So a side with the limit zero allows no point outside; a side without a limit is never
 * passed; of what is judged by eye only the 80 % count. An item without readings fails.
 */
export function lotVerdict(family: VerdictFamily, items: readonly LotItem[]): LotVerdict {
  const judged = items.map((item) => itemVerdict(family, item))
  return { verdict: judged.every(({ reason }) => reason === null) ? 'pass' : 'fail', items: judged }
}

function itemVerdict(family: VerdictFamily, item: LotItem): ItemVerdict {
  const points = item.readings.length
  const inside = item.readings.filter((reading) => reading.inside).length
  const beyond = item.measures === 'visual' ? 0 : farOutside(item)
  const isStrict = family === 'all' || item.class === 'main'
  return { points, inside, beyond, reason: reasonOf({ points, inside, beyond, isStrict }) }
}

function reasonOf(count: {
  readonly points: number
  readonly inside: number
  readonly beyond: number
  readonly isStrict: boolean
}): LotReason | null {
  if (count.points === 0) return 'lot.unread'
  if (count.isStrict) return count.inside < count.points ? 'lot.outside' : null
  if (count.beyond > 0) return 'lot.beyond'
  return count.inside * 100 < count.points * 80 ? 'lot.share' : null
}

/** Points that lie beyond 1.2 times the limit they break: 10 |d| > 12 |limit|; a limit on the other side of zero has no 1.2. */
function farOutside({ lower, upper, readings }: LotItem): number {
  const least = lower === null ? null : toMicro(lower)
  const most = upper === null ? null : toMicro(upper)
  return readings.filter((reading) => {
    const deviation = toMicro(reading.deviation)
    if (least !== null && deviation < least) return least > 0n || deviation * 10n < least * 12n
    return most !== null && deviation > most && (most < 0n || deviation * 10n > most * 12n)
  }).length
}

/** Pieces of a lot that are measured: so many per cent, rounded up, at least `atLeast`, never more than there are. */
export const sampleSize = (pieces: number, percent: number, atLeast: number): number =>
  Math.min(pieces, Math.max(atLeast, Math.ceil((pieces * percent) / 100)))

/**
 * Pieces that a lot which fails lets go all the same: when every piece of it was measured and it is the readings that fail
 * it, those whose own readings are all inside. Of a sample nobody knows which of the others are good: then none (decision
 * 0025). The share of points that may lie outside belongs to a lot that passes; here one point outside holds its piece.
 */
export function soundPieces<Id>(
  byRule: 'pass' | 'fail',
  lot: readonly { readonly id: Id; readonly measured: boolean }[],
  readings: readonly { readonly pieceId: Id; readonly inside: boolean }[],
): ReadonlySet<Id> {
  if (byRule === 'pass' || lot.some(({ measured }) => !measured)) return new Set()
  const outside = new Set(readings.filter(({ inside }) => !inside).map(({ pieceId }) => pieceId))
  return new Set(lot.map(({ id }) => id).filter((id) => !outside.has(id)))
}
