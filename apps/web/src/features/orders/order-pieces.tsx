import type { PieceRow } from '@cloud-factory/contract/order-marks'
import { pieceStatuses } from '@cloud-factory/contract/order-statuses'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { lazyPart } from '../../shared/ui/lazy-part.ts'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { gramsShown } from './figures.ts'
import { ExportLines } from './list/export-lines.tsx'
import { PieceStatusTag } from './order-words.tsx'
import { piecesQuery } from './orders.queries.ts'

const PieceDrawer = lazyPart(async () => (await import('./production/piece-drawer.tsx')).PieceDrawer)

const filterNames = ['status'] as const

/** Pieces of an order: every single one with its state. */
export function OrderPieces({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation('orders')
  const list = useListState('GET /api/orders/:id/pieces', filterNames)
  const query = useQuery(piecesQuery(orderId, list.query))
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
        searchHint={t('searchPieces')}
        empty={t('pieces.none')}
        actions={<ExportLines kind="pieces" orderId={orderId} list={list} />}
        onOpen={({ id }) => open(id)}
        filters={
          <SelectFilter
            list={list}
            name="status"
            many
            label={t('pieces.status')}
            options={pieceStatuses.map((value) => ({ value, label: t(`piece.${value}`) }))}
          />
        }
      />
      <Overlay onClose={() => open(null)}>
        {opened !== null && <PieceDrawer id={opened} onClose={() => open(null)} />}
      </Overlay>
    </>
  )
}

const pieceColumns = (t: TFunction<'orders'>, open: (id: string) => void): readonly Column<PieceRow>[] => [
  {
    key: 'serial',
    title: t('pieces.serial'),
    width: 180,
    pinned: true,
    sort: 'serial',
    render: ({ id, serial }) => (
      <button type="button" className="link-button piece-open" onClick={() => open(id)}>
        {serial}
      </button>
    ),
  },
  { key: 'mark', title: t('pieces.mark'), width: 160, render: ({ mark }) => mark },
  {
    key: 'status',
    title: t('pieces.status'),
    width: 160,
    sort: 'status',
    render: ({ status, held }) => (
      <>
        <PieceStatusTag status={status} />
        {held && <StatusTag tone="warn" text={t('held')} />}
      </>
    ),
  },
  {
    key: 'netKg',
    title: t('pieces.netKg'),
    width: 142,
    align: 'right',
    render: ({ netKg }) => gramsShown(netKg),
  },
  { key: 'qr', title: t('pieces.qr'), width: 400, render: ({ qr }) => <code>{qr}</code> },
]
