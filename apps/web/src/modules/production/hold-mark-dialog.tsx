import type { MarkRow } from '@cloud-factory/contract/orders/order-marks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { MarkSelect } from './mark-select.tsx'
import './work.css'

interface Props {
  readonly orderId: string
  readonly onClose: () => void
}

/** Chooses a mark and holds it. Mount it when it opens. */
export function HoldMarkDialog({ orderId, onClose }: Props) {
  const { t } = useTranslation('production')
  const changed = useOrdersChanged()
  const idempotencyKey = useRequestKey()
  const [marks, choose] = useState<readonly MarkRow[]>([])
  const [missing, setMissing] = useState(false)
  const hold = async (reason: string | undefined) => {
    const [mark] = marks
    setMissing(mark === undefined)
    if (mark === undefined) throw new MarkMissing()
    try {
      await api('POST /api/marks/:id/hold', {
        params: { id: mark.id },
        body: { reason: reason ?? '' },
        idempotencyKey,
      })
    } finally {
      void changed()
    }
  }
  return (
    <ActionDialog
      title={t('hold.holdMark')}
      action={t('common:action.hold')}
      danger
      reason="required"
      act={hold}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t('hold.askMarkText')}</p>
      <MarkSelect
        orderId={orderId}
        label={t('batch.marks')}
        chosen={marks}
        most={1}
        wrong={missing && marks.length === 0}
        onChoose={choose}
      />
    </ActionDialog>
  )
}

class MarkMissing extends Error {}
