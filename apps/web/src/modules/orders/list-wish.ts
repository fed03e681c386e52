import type { BulkAction } from '@cloud-factory/contract/orders/order-bulk'

export interface ShownColumn {
  readonly key: string
  readonly title: string
}

/** A bulk action and its input. */
export type ListWish =
  | { readonly act: BulkAction }
  /** `ids` null: all that match. */
  | { readonly act: 'export'; readonly ids: readonly string[] | null; readonly shown: readonly ShownColumn[] }
