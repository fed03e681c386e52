import type { ImportView } from '@cloud-factory/contract/order-imports'
import { Button, Result } from 'antd'
import { useTranslation } from 'react-i18next'
import { useInstant } from '../../../shared/format/dates.ts'
import { count, tonnes } from '../../../shared/format/numbers.ts'
import { useCloseTab } from '../../../shared/tabs/tab-hooks.ts'
import { ImportDetails } from './import-details.tsx'

/** It is in the order, or was dropped: what came of it, and the way back. */
export function ImportEnd({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('imports')
  const instant = useInstant()
  const close = useCloseTab()
  const applied = view.status === 'applied'
  const figures = {
    order: view.orderNo,
    marks: count(view.computed.marks),
    pieces: count(view.computed.pieces),
    tonnes: tonnes(view.computed.netKg),
  }
  return (
    <>
      <Result
        status={applied ? 'success' : 'info'}
        title={t(applied ? 'end.applied' : 'end.discarded', figures)}
        subTitle={
          applied ? `${t('end.appliedText', figures)} ${instant(view.appliedAt)}` : t('end.discardedText')
        }
        extra={
          <Button
            type="primary"
            onClick={() => void close({ to: `/order/detail/${view.orderId}`, force: true })}
          >
            {t('end.back', figures)}
          </Button>
        }
      />
      {applied && <ImportDetails view={view} />}
    </>
  )
}
