import type { DeliveryPiece } from '@cloud-factory/contract/shipping/deliveries'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'

interface Props {
  readonly deliveryId: string
  readonly piece: DeliveryPiece
  readonly onClose: () => void
}

/** Asks before a piece that was missing at the receipt counts as received. Mount it when it opens. */
export function FoundDialog({ deliveryId, piece, onClose }: Props) {
  const { t } = useTranslation('shipping')
  const changed = useOrdersChanged()
  const idempotencyKey = useRequestKey()
  const found = async (note: string | undefined) => {
    try {
      await api('POST /api/deliveries/:id/found', {
        params: { id: deliveryId },
        body: { pieceId: piece.id, note: note ?? '' },
        idempotencyKey,
      })
    } finally {
      // Also after an error: somebody else may have recorded it.
      void changed()
    }
  }
  return (
    <ActionDialog
      title={t('found.ask', { serial: piece.serial })}
      action={t('action.found')}
      reason="optional"
      reasonLabel={t('found.note')}
      maxWords={300}
      act={found}
      onDone={onClose}
      onClose={onClose}
    >
      {t('found.text')}
    </ActionDialog>
  )
}
