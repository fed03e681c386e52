import type { ListedPiece } from '@cloud-factory/contract/orders/order-marks'
import { pieceNeeds } from '@cloud-factory/domain/conformity/conformity'
import { pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { useSelection } from '../../shared/list/use-selection.ts'
import { loadWords } from '../../shared/i18n/i18n.ts'
import { useAllowed } from '../../shared/permission.ts'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { QrButton } from '../../shared/ui/qr-button.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { absent, count, gramsShown } from '../../shared/format/numbers.ts'
import { ExportLines } from '../orders/export-orders.tsx'
import { Conformity, OutsideTag, PieceStatusTag } from '../orders/order-labels.tsx'
import { piecesQuery } from '../orders/orders.queries.ts'
import { PieceDrawer } from '../production/piece-drawer.tsx'

/** As many as one request takes. */
const maxSent = 500

const filterNames = ['status', 'missing'] as const

const SendOut = lazyDialog(async () => {
  const [{ SendOut: Dialog }] = await Promise.all([
    import('../subcontracting/send-out.tsx'),
    loadWords('subcontracting'),
  ])
  return Dialog
})

interface Props {
  readonly order: { readonly id: string; readonly no: string }
}

/** Pieces of an order: every single one with its state. Selected ones go out to a supplier. */
export function OrderPieces({ order }: Props) {
  const orderId = order.id
  const { t } = useTranslation('orders')
  const list = useListState('GET /api/orders/:id/pieces', filterNames)
  const query = useListQuery(list, (page) => piecesQuery(orderId, page))
  const [opened, open] = useState<string | null>(null)
  const columns = useMemo(() => pieceColumns(t, open), [t])
  const canSend = useAllowed({ permission: 'purchase.edit' })
  const [isSending, setSending] = useState(false)
  const { page: _page, pageSize: _size, ...listed } = list.query
  const selection = useSelection<ListedPiece>(JSON.stringify(listed), ({ serial }) =>
    t('common:pieceBox', { serial }),
  )
  const picked = [...selection.picked.keys()]
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
        selection={canSend ? selection : undefined}
        selected={
          picked.length > 0 && (
            <ReasonButton type="link" allowed onClick={() => setSending(true)}>
              {`${t('pieces.sendOut')} (${count(picked.length)})`}
            </ReasonButton>
          )
        }
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
      {isSending && (
        <SendOut
          order={order}
          pieceIds={picked.slice(0, maxSent)}
          onDone={() => {
            setSending(false)
            selection.clear()
          }}
          onClose={() => setSending(false)}
        />
      )}
    </>
  )
}

const pieceColumns = (t: TFunction<'orders'>, open: (id: string) => void): readonly Column<ListedPiece>[] => [
  {
    key: 'serial',
    title: t('pieces.serial'),
    width: 140,
    pinned: true,
    sort: 'serial',
    render: ({ id, serial }) => (
      <button type="button" className="link-button" onClick={() => open(id)}>
        {serial}
      </button>
    ),
  },
  { key: 'mark', title: t('common:field.mark'), width: 110, render: ({ mark }) => mark },
  {
    key: 'status',
    title: t('pieces.status'),
    width: 140,
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
    key: 'place',
    title: t('common:field.place'),
    width: 175,
    render: ({ outside, builtInto }) => {
      if (builtInto !== null) return t('pieces.builtInto', { serial: builtInto.serial })
      return outside === null ? absent : <OutsideTag outside={outside} isShort />
    },
  },
  {
    key: 'conformity',
    title: t('pieces.conformity'),
    width: 215,
    render: ({ missing }) => <Conformity missing={missing} />,
  },
  {
    key: 'netKg',
    title: t('common:field.netKg'),
    width: 140,
    align: 'right',
    render: ({ netKg }) => gramsShown(netKg),
  },
  {
    key: 'qr',
    title: t('common:qrCode'),
    width: 92,
    render: ({ qr, serial }) => <QrButton text={qr} of={serial} small />,
  },
]
