import { DownloadOutlined } from '@ant-design/icons'
import type { MarkExportColumn, PieceExportColumn } from '@cloud-factory/contract/orders/order-exports'
import { markKinds, pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download, type Sent } from '../../shared/api.ts'
import type { List } from '../../shared/list/use-list-state.ts'
import { orderQuery } from './orders.queries.ts'
import { DownloadDialog } from '../../shared/ui/download-dialog.tsx'

interface Props {
  readonly kind: 'marks' | 'pieces'
  readonly orderId: string
  /** Search, filters and sorting also apply to the file. */
  readonly list: List
}

/** Marks or pieces of an order as a file. */
export function ExportLines({ kind, orderId, list }: Props) {
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
          fetch={(asked) =>
            kind === 'marks'
              ? download('POST /api/exports/orders/:id/marks', {
                  params: { id: orderId },
                  body: { name, ...marksBody(words, list) },
                  ...asked,
                })
              : download('POST /api/exports/orders/:id/pieces', {
                  params: { id: orderId },
                  body: { name, ...piecesBody(words, list) },
                  ...asked,
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
  const { status } = filters
  return {
    ...(q === '' ? {} : { q }),
    ...(status === undefined ? {} : { status }),
    ...(sort === '' ? {} : { sort: sort as NonNullable<PiecesBody['sort']> }),
    columns: pieceKeys.map((key) => ({ key, title: t(`pieces.${key}`) })),
    words: {
      ...Object.fromEntries(pieceStatuses.map((word) => [`piece.${word}`, t(`piece.${word}`)])),
      sum: t('common:ncr.total'),
    },
  }
}
