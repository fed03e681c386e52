import type { DeliveryStatus } from '@cloud-factory/contract/shipping/deliveries'
import type { PackageStatus, ShippingReason } from '@cloud-factory/contract/shipping/packages'
import { isActiveOrder } from '@cloud-factory/domain/orders/order-statuses'

type ShippingVerdict = true | 'permission.denied' | ShippingReason

export interface PieceFacts {
  readonly status: string
  /** Open holds on it. */
  readonly holds: number
  readonly stepsDone: number
  /** Kind of its next step; null when it has none. */
  readonly nextKind: string | null
  readonly packageId: number | null
}

const gone: ReadonlySet<string> = new Set(['scrapped', 'superseded', 'shipped', 'received'])
const failed: ReadonlySet<string> = new Set(['ncr_open', 'rework'])

/** Whether a piece can be in any package: its work is done and no hold applies. */
export function canPack(piece: PieceFacts): true | ShippingReason {
  if (gone.has(piece.status)) return 'pack.piece_gone'
  if (failed.has(piece.status)) return 'pack.piece_ncr'
  if (piece.holds > 0) return 'pack.piece_held'
  // On a route without packing, a piece is ready when no step is left or dispatch comes next.
  const ready = piece.nextKind === null ? piece.stepsDone > 0 : piece.nextKind !== 'work'
  return ready || 'pack.not_ready'
}

interface PackageFacts {
  readonly status: PackageStatus
  readonly pieces: number
  /** Pieces of bolts. */
  readonly bolts: number
  readonly onDelivery: boolean
  /** Status of its order. */
  readonly orderStatus: string
}

const needsRight = (tags: readonly string[], verdict: () => true | ShippingReason): ShippingVerdict =>
  tags.includes('order.ship') ? verdict() : 'permission.denied'

const free = ({ onDelivery }: PackageFacts): true | ShippingReason => !onDelivery || 'package.on_delivery'

/** Allowed actions on a package. */
export const packageCan = (tags: readonly string[], facts: PackageFacts) => {
  const open = facts.status === 'open' || 'package.not_open'
  const closed = facts.status === 'closed' || 'package.not_closed'
  const filled = facts.pieces + facts.bolts > 0 || 'package.empty'
  const moves = isActiveOrder(facts.orderStatus) || 'pack.order_state'
  return {
    edit: needsRight(tags, () => first(free(facts), open === true || closed)),
    pack: needsRight(tags, () => open),
    close: needsRight(tags, () => first(open, moves, filled)),
    reopen: needsRight(tags, () => first(closed, free(facts), moves)),
    delete: needsRight(tags, () => open),
    load: needsRight(tags, () => first(closed, free(facts))),
  } satisfies Record<string, ShippingVerdict>
}

interface DeliveryFacts {
  readonly status: DeliveryStatus
  readonly packages: number
  readonly truckPlate: string
  /** Pieces recorded as missing at the receipt and not found since. */
  readonly stillMissing: number
}

/** Allowed actions on a delivery. */
export const deliveryCan = (tags: readonly string[], facts: DeliveryFacts) => {
  const { status, packages, truckPlate, stillMissing } = facts
  const draft = status === 'draft' || 'delivery.not_draft'
  const loaded = status === 'loaded' || 'delivery.not_loaded'
  const sent = status === 'sent' || (status === 'received' ? 'delivery.received' : 'delivery.not_sent')
  const received = status === 'received' || 'delivery.not_received'
  const here = status === 'draft' || status === 'loaded' || 'delivery.left'
  const ready = first(packages > 0 || 'delivery.empty', truckPlate !== '' || 'delivery.no_truck')
  return {
    edit: needsRight(tags, () => here),
    loadPackages: needsRight(tags, () => draft),
    weigh: needsRight(tags, () => here),
    load: needsRight(tags, () => first(draft, ready)),
    unload: needsRight(tags, () => loaded),
    send: needsRight(tags, () => first(loaded, ready)),
    recall: needsRight(tags, () => sent),
    receive: needsRight(tags, () => sent),
    find: needsRight(tags, () => first(received, stillMissing > 0 || 'delivery.nothing_missing')),
    delete: needsRight(tags, () => draft),
  } satisfies Record<string, ShippingVerdict>
}

/** The first reason for a rejection. */
function first(...verdicts: readonly (true | ShippingReason)[]): true | ShippingReason {
  return verdicts.find((verdict) => verdict !== true) ?? true
}

interface Weighing {
  readonly grossKg: number
  readonly weighedKg: number | null
  readonly alarmPercent: number
  readonly alarmKg: number
}

/** Weighed less computed, kg with three decimals; null when it was not weighed. */
export function differenceOf({ grossKg, weighedKg }: Weighing): number | null {
  return weighedKg === null ? null : Math.round((weighedKg - grossKg) * 1000) / 1000
}

/**
 * Whether the difference must be explained: it exceeds both the percentage and the kilograms. This avoids alarms from the weighbridge's error on
 * light loads and from rolling tolerance on heavy ones.
 */
export function differs(weighing: Weighing): boolean {
  const difference = differenceOf(weighing)
  if (difference === null) return false
  const size = Math.abs(difference)
  return size > weighing.alarmKg && size > (weighing.grossKg * weighing.alarmPercent) / 100
}

/** The next number for a prefix: `PK-7-003` after `PK-7-001` and `PK-7-002`; never an existing one. */
export function nextNo(prefix: string, used: readonly string[], digits: number): string {
  const highest = used.reduce((most, no) => {
    const tail = no.startsWith(prefix) ? no.slice(prefix.length) : ''
    return /^\d{1,9}$/.test(tail) ? Math.max(most, Number(tail)) : most
  }, 0)
  return `${prefix}${String(highest + 1).padStart(digits, '0')}`
}
