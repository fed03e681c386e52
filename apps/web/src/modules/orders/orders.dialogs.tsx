import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { Sent } from '../../shared/api.ts'
import type { Selection } from '../../shared/list/use-selection.ts'
import type { ListWish } from './list-wish.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { ExportOrders } from './export-orders.tsx'
import { OrderDialog } from './order-dialog.tsx'
import { OrderForm } from './order-form.tsx'
import type { OpenDialog } from './order-moves.ts'
import type { Picked } from './use-picked.ts'
import type { ProcessName } from './use-process-names.ts'

export { BulkBar } from './bulk-bar.tsx'

type ExportFilter = Sent<'POST /api/exports/orders'>['body']['filter']
type Query = NonNullable<Sent<'GET /api/orders'>['query']>

interface DialogProps {
  readonly wish: ListWish
  readonly picked: Picked
  readonly selection: Selection<OrderRow>
  readonly query: Query
  readonly processes: readonly ProcessName[]
  readonly onClose: () => void
}

/** The dialog that a wish opens. */
export function ListDialogs({ wish, picked, selection, query, processes, onClose }: DialogProps) {
  const { page: _page, pageSize: _size, sort, ...filter } = query
  return (
    <>
      {wish.act === 'export' && (
        <ExportOrders
          shown={wish.shown}
          processes={processes}
          ids={wish.ids}
          filter={filter as ExportFilter}
          sort={sort}
          onClose={onClose}
        />
      )}
      {wish.act !== 'export' && (
        <BulkDialog
          action={wish.act}
          ids={picked.ids}
          orders={[...selection.picked.values()]}
          onClose={onClose}
        />
      )}
    </>
  )
}

interface FormsProps {
  readonly open: 'new' | OpenDialog
  /** The project of a new order; undefined: not chosen yet. */
  readonly projectId: string | undefined
  readonly onCreated: (order: Pick<OrderRow, 'id'>) => void
  readonly onClose: () => void
}

export function OrderForms({ open, projectId, onCreated, onClose }: FormsProps) {
  const onSaved = (order: Pick<OrderRow, 'id'>) => {
    onClose()
    onCreated(order)
  }
  return (
    <>
      {open === 'new' && <OrderForm order={null} projectId={projectId} onSaved={onSaved} onClose={onClose} />}
      {open !== 'new' && <OrderDialog asked={open} onDone={onClose} onClose={onClose} />}
    </>
  )
}
