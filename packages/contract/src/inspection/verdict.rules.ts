import { absolute, fromMicro, toMicro } from '@cloud-factory/domain/numbers/decimals'
import type { Limits } from '../standards/limits.rules.ts'
import type { itemClasses, itemMeasures, VerdictFamily } from '@cloud-factory/domain/inspection/quality-enums'

type ItemClass = (typeof itemClasses)[number]
type ItemMeasures = (typeof itemMeasures)[number]

export interface JudgedReading {
  /** Reading minus nominal value, in the item's unit; for a visual item 0 passes and 1 fails. */
  readonly deviation: string
  readonly inside: boolean
  /**
   * |deviation| ÷ limit on its side, six decimals, rounded up: above 1 exactly when outside. null for visual items,
   * when that side has no limit, when its limit is zero and the deviation is not, and when a deviation of zero would
   * be outside.
   */
  readonly share: string | null
}

/** Maximum value of the database column. */
const maxShare = 999_999_999_999n

/**
 * Judges one reading. Compares raw values without rounding. `size`: the deviation is the reading minus its nominal
 * value; `deviation`: it is the reading itself; `visual`: 1 passes, 0 fails.
 * Throws `RangeError` for a text that is not a decimal, a size without a nominal value, and a visual reading other
 * than 0 or 1.
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
  /** All readings of the item in the lot, over all pieces. */
  readonly readings: readonly Pick<JudgedReading, 'deviation' | 'inside'>[]
}

/** Why an item makes its lot fail. */
export const lotReasons = ['lot.unread', 'lot.outside', 'lot.share', 'lot.beyond'] as const
export type LotReason = (typeof lotReasons)[number]

export interface ItemVerdict {
  readonly points: number
  readonly inside: number
  /** Points beyond 1.2 times a limit; not counted for visual items. */
  readonly beyond: number
  /** null when the item passes. */
  readonly reason: LotReason | null
}
export interface LotVerdict {
  readonly verdict: 'pass' | 'fail'
  /** One per item, in order. */
  readonly items: readonly ItemVerdict[]
}

/**
 * Verdict of a lot. GB 50205-2020, 3.0.5: of a main item every point is inside; of a general one at least 80 % are,
 * and none is beyond 1.2 times its limit. So a zero limit allows no point outside on its side; a side without a limit
 * is never exceeded; for visual items only the 80 % count. An item without readings fails.
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

/**
 * Number of points beyond 1.2 times the limit they exceed: 10 |d| > 12 |limit|. A limit on the other side of zero has
 * no such tolerance.
 */
function farOutside({ lower, upper, readings }: LotItem): number {
  const least = lower === null ? null : toMicro(lower)
  const most = upper === null ? null : toMicro(upper)
  return readings.filter((reading) => {
    const deviation = toMicro(reading.deviation)
    if (least !== null && deviation < least) return least > 0n || deviation * 10n < least * 12n
    return most !== null && deviation > most && (most < 0n || deviation * 10n > most * 12n)
  }).length
}

/** Pieces of a lot to measure: this percentage, rounded up, at least `atLeast`, never more than there are. */
export const sampleSize = (pieces: number, percent: number, atLeast: number): number =>
  Math.min(pieces, Math.max(atLeast, Math.ceil((pieces * percent) / 100)))

/**
 * Pieces that a failed lot releases: when every piece was measured and only readings make it fail, those whose
 * readings are all inside. In a sample nobody knows which other pieces are good, so none is released (decision 0025).
 * The share of points that may be outside is a property of a lot that passes; in a failed lot one point outside holds
 * its piece.
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
