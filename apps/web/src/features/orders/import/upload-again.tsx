import type { ImportView } from '@cloud-factory/contract/order-imports'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useCloseTab } from '../../../shared/tabs/tab-hooks.ts'
import { orderMayImportQuery } from './imports.queries.ts'
import { UploadBox } from './upload-box.tsx'

/** The mended files begin a new import, which takes the place of this one's tab. */
export function UploadAgain({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('imports')
  const { data: order } = useQuery(orderMayImportQuery(view.orderId))
  const close = useCloseTab()
  const goOn = useCallback(
    ({ id }: ImportView) => void close({ to: `/order/import/${id}`, force: true }),
    [close],
  )
  return (
    <UploadBox
      orderId={view.orderId}
      allowed={order?.can.import}
      onStarted={goOn}
      invitation={t('upload.again')}
      compact
    />
  )
}
