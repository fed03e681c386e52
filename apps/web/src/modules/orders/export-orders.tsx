import { DownloadOutlined } from '@ant-design/icons'
import type { MarkExportColumn, PieceExportColumn } from '@cloud-factory/contract/orders/order-exports'
import { markKinds, pieceStatuses, priorities } from '@cloud-factory/domain/orders/order-statuses'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { download, type Sent } from '../../shared/api.ts'
import type { List } from '../../shared/list/use-list-state.ts'
import { orderQuery, type ProcessName } from './orders.queries.ts'
import { DownloadDialog } from '../../shared/ui/download-dialog.tsx'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useToday } from '../../shared/format/dates.ts'
import { orderStatusWords } from './order-labels.tsx'
import { exportedColumns } from './order-actions.rules.ts'

interface ExportLinesProps {
  readonly kind: 'marks' | 'pieces'
  readonly orderId: string
  /** Search, filters and sorting also apply to the file. */
  readonly list: List
}

/** Marks or pieces of an order as a file. */
export function ExportLines({ kind, orderId, list }: ExportLinesProps) {
  const { t } = useTranslation('order-list')
  const { t: words } = useTranslation('orders')
  const { data: order } = useQuery(orderQuery(orderId))
  const [open, setOpen] = useState(false)
  const name = t(kind === 'marks' ? 'marksFile' : 'piecesFile', { no: order?.no ?? orderId })
  return (
    <>
      <Button icon={<DownloadOutlined />} onClick={() => setOpen(true)}>
        {t('export')}
      </Button>
      {open && (
        <DownloadDialog
          title={t('exporting')}
          fetch={(options) =>
            kind === 'marks'
              ? download('POST /api/exports/orders/:id/marks', {
                  params: { id: orderId },
                  body: { name, ...marksBody(words, list) },
                  ...options,
                })
              : download('POST /api/exports/orders/:id/pieces', {
                  params: { id: orderId },
                  body: { name, ...piecesBody(words, list) },
                  ...options,
                })
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

type MarksBody = Sent<'POST /api/exports/orders/:id/marks'>['body']
type PiecesBody = Sent<'POST /api/exports/orders/:id/pieces'>['body']
type Words = TFunction<'orders'>

const markKeys = [
  'mark',
  'revision',
  'name',
  'kind',
  'profile',
  'grade',
  'quantity',
  'lengthMm',
  'netKg',
  'totalKg',
  'areaM2',
  'drawingNo',
  'phase',
] as const satisfies readonly MarkExportColumn[]
const pieceKeys = ['serial', 'mark', 'status', 'netKg', 'qr'] as const satisfies readonly PieceExportColumn[]

function marksBody(t: Words, { state: { q, sort } }: List): MarksBody {
  return {
    ...(q === '' ? {} : { q }),
    ...(sort === '' ? {} : { sort: sort as NonNullable<MarksBody['sort']> }),
    columns: markKeys.map((key) => ({ key, title: t(`marks.${key}`) })),
    words: {
      ...Object.fromEntries(markKinds.map((word) => [`kind.${word}`, t(`kind.${word}`)])),
      sum: t('common:ncr.total'),
    },
  }
}

function piecesBody(t: Words, { state: { q, sort, filters } }: List): PiecesBody {
  const { status, missing } = filters
  return {
    ...(q === '' ? {} : { q }),
    ...(status === undefined ? {} : { status }),
    ...(missing === undefined ? {} : { missing }),
    ...(sort === '' ? {} : { sort: sort as NonNullable<PiecesBody['sort']> }),
    columns: pieceKeys.map((key) => ({ key, title: t(`pieces.${key}`) })),
    words: {
      ...Object.fromEntries(pieceStatuses.map((word) => [`piece.${word}`, t(`piece.${word}`)])),
      sum: t('common:ncr.total'),
    },
  }
}

type Body = Sent<'POST /api/exports/orders'>['body']

interface ExportOrdersProps {
  /** Columns of the list as they are shown. */
  readonly shown: readonly { readonly key: string; readonly title: string }[]
  readonly processes: readonly ProcessName[]
  readonly filter: Body['filter']
  readonly sort: Body['sort']
  /** Only these; null: all that match. */
  readonly ids: readonly OrderRow['id'][] | null
  readonly onClose: () => void
}

/** The list as a file: columns, order and words as they are on the screen. */
export function ExportOrders({ shown, processes, filter, sort, ids, onClose }: ExportOrdersProps) {
  const { t } = useTranslation('order-list')
  const day = useToday()
  const columns = exportedColumns(
    shown,
    processes,
    (key) => (key === 'assignee' ? t('common:field.assignee') : t(`column.${key}`)),
    (process) => t('leftOf', { process }),
  )
  const words = Object.fromEntries([
    ['sum', t('common:ncr.total')],
    ...orderStatusWords.map((word) => [`status.${word}`, t(`orders:status.${word}`)]),
    ...priorities.map((word) => [`priority.${word}`, t(`orders:priority.${word}`)]),
  ])
  const body: Body = {
    name: t('fileName', { day }),
    columns: columns as Body['columns'],
    words,
    ...(sort === undefined ? {} : { sort }),
    ...(ids === null ? { filter } : { ids: [...ids] }),
  }
  return (
    <DownloadDialog
      title={t('exporting')}
      fetch={(options) => download('POST /api/exports/orders', { body, ...options })}
      onClose={onClose}
    />
  )
}
