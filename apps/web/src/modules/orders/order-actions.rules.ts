import type { BulkAction } from '@cloud-factory/contract/orders/order-bulk'
import type { OrderExportColumn, OrderRow } from '@cloud-factory/contract/orders/orders'
import { type OrderStatus, orderStatuses } from '@cloud-factory/domain/orders/order-statuses'
import type { MarkRow } from '@cloud-factory/contract/orders/order-marks'
import { placeActions, type RecordActions } from '../../shared/ui/record-actions.rules.ts'

/** Actions on an order except viewing; each has a key in `can`. */
const orderMoves = ['confirm', 'release', 'hold', 'resume', 'close', 'reopen', 'cancel', 'delete'] as const
export type OrderMove = (typeof orderMoves)[number]

/** Moves that stay in the menu although they cannot be made, with their reason. */
const alwaysShown: ReadonlySet<OrderMove> = new Set(['confirm', 'reopen', 'cancel', 'delete'])
/** The order is elsewhere in its life: nothing that a person could mend. */
const elsewhere: ReadonlySet<string> = new Set(['order.wrong_state', 'order.held_already', 'order.not_held'])

/** The moves that a menu of this order shows. */
export const movesOf = ({ can }: Pick<OrderRow, 'can'>): readonly OrderMove[] =>
  orderMoves.filter((move) => {
    const allowed = can[move]
    return allowed === true || alwaysShown.has(move) || !elsewhere.has(allowed)
  })

/** The move that brings an order on from where it is: its main button. */
const nextMove: Readonly<Partial<Record<OrderRow['status'], OrderMove>>> = {
  draft: 'confirm',
  confirmed: 'release',
  on_hold: 'resume',
  shipped: 'close',
}

/** States of an order in the order of its life. */
export const orderLife: readonly OrderStatus[] = orderStatuses.filter(
  (status) => status !== 'on_hold' && status !== 'cancelled',
)

/** What the head of an order offers, printing and copying included. */
export type OrderAct = OrderMove | 'edit' | 'import' | 'print' | 'copy'

/**
 * Actions in the head of an order.
 * @param canCopy whether the person may create orders
 */
export function orderActions(
  { status, can }: Pick<OrderRow, 'status' | 'can'>,
  canCopy: boolean,
): RecordActions<OrderAct> {
  const next = nextMove[status]
  const moves = movesOf({ can }).filter((move) => move !== next)
  return placeActions<OrderAct>(
    { ...can, print: true, copy: true },
    {
      next: next === undefined ? [] : [next],
      beside: ['edit', 'import', 'print'],
      more: canCopy ? [...moves, 'copy'] : moves,
    },
  )
}

/** Result for one order. */
export interface BulkItem {
  readonly id: string
  readonly no: string | null
  readonly outcome: 'done' | 'already' | 'refused'
  readonly reason: string | null
}

/** So many are sent at once: few enough that the bar moves, many enough that the way costs little. */
const chunkSize = 20

export const chunksOf = (ids: readonly string[], size = chunkSize): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ids.slice(at * size, (at + 1) * size))

export type Results = ReadonlyMap<string, BulkItem>

export const withResults = (results: Results, items: readonly BulkItem[]): Results =>
  new Map([...results, ...items.map((item) => [item.id, item] as const)])

/** Orders without a response, in their original order. */
export const notAnswered = (ids: readonly string[], results: Results): string[] =>
  ids.filter((id) => !results.has(id))

export const refusedIds = (results: Results): string[] =>
  [...results.values()].filter(({ outcome }) => outcome === 'refused').map(({ id }) => id)

export function countOutcomes(results: Results): Readonly<Record<BulkItem['outcome'], number>> {
  const sums = { done: 0, already: 0, refused: 0 }
  for (const { outcome } of results.values()) sums[outcome] += 1
  return sums
}

const canWord = {
  confirm: 'confirm',
  release: 'release',
  hold: 'hold',
  resume: 'resume',
  priority: 'edit',
} as const

/** Number of loaded orders for which the action is allowed; shown in the confirmation. */
export const allowedOf = (orders: readonly OrderRow[], action: BulkAction): number =>
  orders.filter(({ can }) => can[canWord[action]] === true).length

/** File columns for a column of the list: one cell on screen may need several columns in a file. */
const inFile: Readonly<Record<string, readonly OrderExportColumn[]>> = {
  no: ['no', 'name', 'projectCode', 'project', 'customer'],
  dueOn: ['dueOn', 'daysLate', 'forecast', 'forecastLate'],
  progress: ['status', 'progress'],
  tonnesLeft: ['tonnesLeft', 'tonnes'],
  troubles: ['held', 'ncrs'],
}

interface Shown {
  readonly key: string
  readonly title: string
}
interface ExportedColumn {
  readonly key: string
  readonly title: string
}

/**
 * Columns of the file out of the columns that are shown, in their order, each once; behind the progress, tonnes left of
 * each process.
 * @param titleOf title of a file's column that is none of the list's
 */
export function exportedColumns(
  shown: readonly Shown[],
  processes: readonly { readonly id: string; readonly name: string }[],
  titleOf: (key: OrderExportColumn) => string,
  leftOf: (process: string) => string,
): ExportedColumn[] {
  const columns = shown.flatMap(({ key, title }): ExportedColumn[] => {
    const own = inFile[key]?.map((part) => ({ key: part, title: titleOf(part) })) ?? [{ key, title }]
    if (key !== 'progress') return own
    return [...own, ...processes.map(({ id, name }) => ({ key: `left.${id}`, title: leftOf(name) }))]
  })
  return [...new Map(columns.toReversed().map((column) => [column.key, column])).values()].toReversed()
}

type Kind = MarkRow['kind']

interface RouteFacts {
  readonly id: string
  readonly kinds: readonly Kind[]
  readonly active: boolean
}

/** Marks of one kind that have no route yet. */
export interface KindNeed {
  readonly kind: Kind
  readonly markIds: readonly string[]
  /** Marks of the kind in all. */
  readonly marks: number
  /** The only active route for the kind; null when none or several match. */
  readonly routeId: string | null
}

/** What an order's marks need before release, by kind, in order of first occurrence. */
export function kindNeeds(
  marks: readonly Pick<MarkRow, 'id' | 'kind' | 'routeId'>[],
  routes: readonly RouteFacts[],
): readonly KindNeed[] {
  const kinds = [...new Set(marks.map(({ kind }) => kind))]
  return kinds.map((kind) => {
    const own = marks.filter((mark) => mark.kind === kind)
    const claims = routes.filter((route) => route.active && route.kinds.includes(kind))
    return {
      kind,
      markIds: own.filter(({ routeId }) => routeId === null).map(({ id }) => id),
      marks: own.length,
      routeId: claims.length === 1 ? (claims[0]?.id ?? null) : null,
    }
  })
}

const maxMarks = 2000

/** The choices that differ from what the release would do by itself, as requests. */
export const routeChoices = (
  needs: readonly KindNeed[],
  choices: Readonly<Record<string, string>>,
): readonly { readonly routeId: string; readonly markIds: string[] }[] =>
  needs.flatMap(({ kind, markIds, routeId: standard }) => {
    const routeId = choices[kind]
    if (routeId === undefined || routeId === standard || markIds.length === 0) return []
    const parts = Array.from({ length: Math.ceil(markIds.length / maxMarks) }, (_, at) =>
      markIds.slice(at * maxMarks, (at + 1) * maxMarks),
    )
    return parts.map((part) => ({ routeId, markIds: part }))
  })

/** Marks that would keep the order from being released. */
export const marksMissing = (needs: readonly KindNeed[], choices: Readonly<Record<string, string>>): number =>
  needs.reduce(
    (sum, { kind, markIds, routeId }) =>
      routeId === null && choices[kind] === undefined ? sum + markIds.length : sum,
    0,
  )
