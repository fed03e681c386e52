import type { BulkAction } from '@cloud-factory/contract/orders/order-bulk'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api, type Sent } from '../../shared/api.ts'
import { count } from '../../shared/format/numbers.ts'
import type { Selection } from '../../shared/list/use-selection.ts'
import { usePermissionTags } from '../../shared/permission.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { say } from '../../shared/ui/say.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import type { Picked, ListWish } from './list-wish.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { ExportOrders } from './export-orders.tsx'
import { OrderDialog, OrderForm } from './order-form.tsx'
import type { OpenDialog } from './order-menu.tsx'
import type { ProcessName } from './orders.queries.ts'

// Loaded together with the other dialogs.
export { OrderCellEditor } from './order-cell-edit.tsx'

interface Props {
  readonly selection: Selection<OrderRow>
  readonly picked: Picked
  /** Rows of the page. */
  readonly page: readonly OrderRow[]
  /** Number of all matches if counted completely; null if there are more. */
  readonly total: number | null
  /** Narrows the list; all that match it can be picked. */
  readonly filter: Sent<'GET /api/order-ids'>['query']
  readonly onAct: (action: BulkAction | 'export') => void
}

const actions = [
  ['confirm', 'order.edit'],
  ['release', 'order.release'],
  ['hold', 'order.release'],
  ['resume', 'order.release'],
  ['priority', 'order.edit'],
] as const

/** Actions on the selected orders. Selecting all matches instead of the page is a further step. */
export function BulkBar({ selection, picked, page, total, filter, onAct }: Props) {
  const { t } = useTranslation('order-list')
  const tags = usePermissionTags()
  const problemMessage = useProblemMessage()
  // Counted, not compared: while others work, rows change places between the pages.
  const wholePage = picked.ids.length >= page.length
  const isMore = total === null || total > picked.ids.length
  const pickAll = async () => {
    try {
      const { ids } = await api('GET /api/order-ids', { query: filter })
      picked.pickAll(ids)
    } catch (error) {
      say('warning', problemMessage(error))
    }
  }
  return (
    <section className="bulk-bar" aria-label={t('bulk')}>
      <span className="bulk-count" role="status">
        {t(picked.isAll ? 'pickedAll' : 'picked', { count: picked.ids.length })}
      </span>
      {wholePage && isMore && !picked.isAll && (
        <Button type="link" size="small" onClick={() => void pickAll()}>
          {total === null ? t('pickEvery') : t('pickMatches', { count: count(total) })}
        </Button>
      )}
      <Button type="link" size="small" onClick={selection.clear}>
        {t('clear')}
      </Button>
      {actions.map(([action, permission]) => (
        <ReasonButton
          key={action}
          size="small"
          allowed={tags.includes(permission) || 'permission.denied'}
          onClick={() => onAct(action)}
        >
          {t(`action.${action}`)}
        </ReasonButton>
      ))}
      <Button size="small" icon={<DownloadOutlined />} onClick={() => onAct('export')}>
        {t('export')}
      </Button>
    </section>
  )
}

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
      {open !== 'new' && <OrderDialog dialog={open} onDone={onClose} onCreated={onSaved} onClose={onClose} />}
    </>
  )
}
