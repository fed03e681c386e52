import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { Sent } from '../../../shared/api.ts'
import type { Selection } from '../../../shared/list/use-selection.ts'
import { lazyAnt, lazyAntPart } from '../../../shared/theme/lazy-ant.tsx'
import { Overlay } from '../../../shared/ui/overlay.tsx'
import type { ListWish } from './list-wish.ts'
import type { Picked } from './use-picked.ts'
import type { ProcessName } from './use-process-names.ts'

export const BulkBar = lazyAntPart(async () => (await import('./bulk-bar.tsx')).BulkBar)
const BulkDialog = lazyAntPart(async () => (await import('./bulk-dialog.tsx')).BulkDialog)
/** Loaded with the bar that contains it. */
export const ExportButton = lazyAnt(async () => (await import('./export-button.tsx')).ExportButton)
export const ExportOrders = lazyAntPart(async () => (await import('./export-orders.tsx')).ExportOrders)

type ExportFilter = Sent<'POST /api/exports/orders'>['body']['filter']
type Query = NonNullable<Sent<'GET /api/orders'>['query']>

interface DialogProps {
  readonly wish: ListWish | null
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
    <Overlay onClose={onClose}>
      {wish?.act === 'export' && (
        <ExportOrders
          shown={wish.shown}
          processes={processes}
          ids={wish.ids}
          filter={filter as ExportFilter}
          sort={sort}
          onClose={onClose}
        />
      )}
      {wish !== null && wish.act !== 'export' && (
        <BulkDialog
          action={wish.act}
          ids={picked.ids}
          orders={[...selection.picked.values()]}
          onClose={onClose}
        />
      )}
    </Overlay>
  )
}
