import { DownloadOutlined } from '@ant-design/icons'
import type { BulkAction } from '@cloud-factory/contract/order-bulk'
import type { OrderRow } from '@cloud-factory/contract/orders'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Sent } from '../../../shared/api.ts'
import type { Selection } from '../../../shared/list/use-selection.ts'
import { lazyPart } from '../../../shared/ui/lazy-part.ts'
import { Overlay } from '../../../shared/ui/overlay.tsx'
import type { Picked } from './use-picked.ts'
import type { ProcessName } from './use-process-names.ts'

export const BulkBar = lazyPart(async () => (await import('./bulk-bar.tsx')).BulkBar)
const BulkDialog = lazyPart(async () => (await import('./bulk-dialog.tsx')).BulkDialog)
const ExportOrders = lazyPart(async () => (await import('./export-orders.tsx')).ExportOrders)

interface ShownColumn {
  readonly key: string
  readonly title: string
}

/** What a person wants to do with several orders. */
export type ListWish =
  | { readonly act: BulkAction }
  /** `ids` null: all that match. */
  | { readonly act: 'export'; readonly ids: readonly string[] | null; readonly shown: readonly ShownColumn[] }

interface ExportButtonProps {
  readonly page: readonly OrderRow[]
  readonly shown: readonly ShownColumn[]
  readonly onWish: (wish: ListWish) => void
}

/** All that match, or what is on this page, as a file. */
export function ExportButton({ page, shown, onWish }: ExportButtonProps) {
  const { t } = useTranslation('order-list')
  const choose = (key: string) =>
    onWish({ act: 'export', shown, ids: key === 'page' ? page.map(({ id }) => id) : null })
  const items = [
    { key: 'all', label: t('exportAll') },
    { key: 'page', label: t('exportPage') },
  ]
  return (
    <span {...ExportOrders.early}>
      <Dropdown
        trigger={['click']}
        disabled={page.length === 0}
        placement="bottomRight"
        menu={{ items, onClick: ({ key }) => choose(key) }}
      >
        <Button
          icon={<DownloadOutlined />}
          aria-haspopup="menu"
          title={page.length === 0 ? t('exportNone') : undefined}
        >
          {t('export')}
        </Button>
      </Dropdown>
    </span>
  )
}

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
