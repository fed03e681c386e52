import type { ListedPiece } from '@cloud-factory/contract/orders/order-marks'
import { pieceNeeds } from '@cloud-factory/domain/conformity/conformity'
import { pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { QrButton } from '../../shared/ui/qr-button.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { gramsShown } from '../../shared/format/numbers.ts'
import { ExportLines } from '../orders/export-orders.tsx'
import { Conformity, PieceStatusTag } from '../orders/order-labels.tsx'
import { piecesQuery } from '../orders/orders.queries.ts'
import { PieceDrawer } from '../production/piece-drawer.tsx'

const filterNames = ['status', 'missing'] as const

/** Pieces of an order: every single one with its state. */
export function OrderPieces({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation('orders')
  const list = useListState('GET /api/orders/:id/pieces', filterNames)
  const query = useListQuery(list, (page) => piecesQuery(orderId, page))
  const [opened, open] = useState<string | null>(null)
  const columns = useMemo(() => pieceColumns(t, open), [t])
  return (
    <>
      <DataTable
        name="pieces"
        label={t('pieces.title')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('common:matrix.search')}
        empty={t('pieces.none')}
        actions={<ExportLines kind="pieces" orderId={orderId} list={list} />}
        onOpen={({ id }) => open(id)}
        filters={
          <SelectFilters
            list={list}
            filters={{
              status: [t('pieces.status'), choices(pieceStatuses, (value) => t(`piece.${value}`))],
              missing: [t('quality.missing'), choices(pieceNeeds, (value) => t(`missing.${value}`))],
            }}
          />
        }
      />
      {opened !== null && <PieceDrawer id={opened} onClose={() => open(null)} />}
    </>
  )
}

const pieceColumns = (t: TFunction<'orders'>, open: (id: string) => void): readonly Column<ListedPiece>[] => [
  {
    key: 'serial',
    title: t('pieces.serial'),
    width: 180,
    pinned: true,
    sort: 'serial',
    render: ({ id, serial }) => (
      <button type="button" className="link-button" onClick={() => open(id)}>
        {serial}
      </button>
    ),
  },
  { key: 'mark', title: t('common:field.mark'), width: 160, render: ({ mark }) => mark },
  {
    key: 'status',
    title: t('pieces.status'),
    width: 160,
    sort: 'status',
    group: ({ status }) => status,
    render: ({ status, held }) => (
      <>
        <PieceStatusTag status={status} />
        {held && <StatusTag tone="warn" text={t('common:piece.held')} />}
      </>
    ),
  },
  {
    key: 'conformity',
    title: t('pieces.conformity'),
    width: 240,
    render: ({ missing }) => <Conformity missing={missing} />,
  },
  {
    key: 'netKg',
    title: t('common:field.netKg'),
    width: 142,
    align: 'right',
    render: ({ netKg }) => gramsShown(netKg),
  },
  {
    key: 'qr',
    title: t('common:qrCode'),
    width: 90,
    render: ({ qr, serial }) => <QrButton text={qr} of={serial} small />,
  },
]
