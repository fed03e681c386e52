import type { PieceRow } from '@cloud-factory/contract/orders'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { gramsShown } from './figures.ts'
import { ExportLines } from './list/export-lines.tsx'
import { PieceStatusTag } from './order-words.tsx'
import { piecesQuery } from './orders.queries.ts'
import { pieceStatusWords } from './pieces-stage.rules.ts'

const filterNames = ['status'] as const

/** Pieces of an order: every single one with its state. */
export function OrderPieces({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation('orders')
  const list = useListState('GET /api/orders/:id/pieces', filterNames)
  const query = useQuery(piecesQuery(orderId, list.query))
  const columns = useMemo(() => pieceColumns(t), [t])
  return (
    <DataTable
      name="pieces"
      label={t('pieces.title')}
      list={list}
      query={query}
      columns={columns}
      searchHint={t('searchPieces')}
      empty={t('pieces.none')}
      actions={<ExportLines kind="pieces" orderId={orderId} list={list} />}
      filters={
        <SelectFilter
          list={list}
          name="status"
          many
          label={t('pieces.status')}
          options={pieceStatusWords.map((value) => ({ value, label: t(`piece.${value}`) }))}
        />
      }
    />
  )
}

const pieceColumns = (t: TFunction<'orders'>): readonly Column<PieceRow>[] => [
  {
    key: 'serial',
    title: t('pieces.serial'),
    width: 180,
    pinned: true,
    sort: 'serial',
    render: ({ serial }) => serial,
  },
  { key: 'mark', title: t('pieces.mark'), width: 160, render: ({ mark }) => mark },
  {
    key: 'status',
    title: t('pieces.status'),
    width: 160,
    sort: 'status',
    render: ({ status }) => <PieceStatusTag status={status} />,
  },
  {
    key: 'netKg',
    title: t('pieces.netKg'),
    width: 130,
    align: 'right',
    render: ({ netKg }) => gramsShown(netKg),
  },
  { key: 'qr', title: t('pieces.qr'), width: 400, render: ({ qr }) => <code>{qr}</code> },
]
