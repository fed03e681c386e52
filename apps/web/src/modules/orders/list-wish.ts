import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useState } from 'react'
import type { Selection } from '../../shared/list/use-selection.ts'
import type { BulkAction } from '@cloud-factory/contract/orders/order-bulk'

export interface Picked {
  /** All that are picked, also those on other pages. */
  readonly ids: readonly string[]
  /** All that matched when they were picked. */
  readonly isAll: boolean
  readonly pickAll: (ids: readonly string[]) => void
}

/** From rows that were ticked to all that match: those are settled when they are picked, and stay so. */
export function usePicked({ picked }: Selection<OrderRow>): Picked {
  const [all, setAll] = useState<{ rows: ReadonlyMap<string, OrderRow>; ids: readonly string[] } | null>(null)
  // Ticking or clearing a row, and another search, is a new choice.
  const isAll = all !== null && all.rows === picked
  return {
    ids: isAll ? all.ids : [...picked.keys()],
    isAll,
    pickAll: (ids) => setAll({ rows: picked, ids }),
  }
}

export interface ShownColumn {
  readonly key: string
  readonly title: string
}

/** A bulk action and its input. */
export type ListWish =
  | { readonly act: BulkAction }
  /** `ids` null: all that match. */
  | { readonly act: 'export'; readonly ids: readonly string[] | null; readonly shown: readonly ShownColumn[] }
