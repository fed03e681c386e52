import { priorities } from '@cloud-factory/domain/orders/order-statuses'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInstant } from '../../shared/format/dates.ts'
import { download, type Sent } from '../../shared/api.ts'
import { DownloadDialog } from '../../shared/ui/download-dialog.tsx'
import { orderStatusWords } from './order-labels.tsx'
import { exportedColumns } from './export-orders.rules.ts'
import type { ProcessName } from './use-process-names.ts'

type Body = Sent<'POST /api/exports/orders'>['body']

interface Props {
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
export function ExportOrders({ shown, processes, filter, sort, ids, onClose }: Props) {
  const { t } = useTranslation('order-list')
  const instant = useInstant()
  const [day] = useState(() => instant(new Date().toISOString(), '{y}-{m}-{d}'))
  const columns = exportedColumns(
    shown,
    processes,
    (key) => t(`column.${key}`),
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
      fetch={(asked) => download('POST /api/exports/orders', { body, ...asked })}
      onClose={onClose}
    />
  )
}
