import type { DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { tonnes } from '../../shared/format/numbers.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { Difference } from './shipping-labels.tsx'

export type DeliveryAction = 'load' | 'unload' | 'send' | 'recall' | 'delete'

interface Props {
  readonly delivery: DeliveryRow
  readonly action: DeliveryAction
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Asks before something is done with a delivery. Mount it when it opens. */
export function DeliveryDialog({ delivery, action, onDone, onClose }: Props) {
  const { t } = useTranslation('shipping')
  const changed = useOrdersChanged()
  const idempotencyKey = useRequestKey()
  const mustExplain = action === 'send' && delivery.differs
  const needsReason = action === 'unload' || action === 'recall' || mustExplain
  const act = async (reason: string | undefined) => {
    try {
      await perform(delivery, action, reason, idempotencyKey)
    } finally {
      // Also after a refusal: the delivery is then not what the page shows.
      void changed()
    }
  }
  return (
    <ActionDialog
      title={t(`askDelivery.${action}`, { no: delivery.no })}
      action={t(`action.${action}`)}
      danger={action === 'delete' || action === 'recall'}
      reason={needsReason ? 'required' : undefined}
      act={act}
      onDone={onDone}
      onClose={onClose}
    >
      {t(`askDelivery.${action}Text`, {
        truck: delivery.truckPlate,
        packages: delivery.packages,
        pieces: delivery.pieces,
        tonnes: tonnes(delivery.netKg),
      })}
      {mustExplain && (
        <p role="alert">
          {t('mustExplain')} <Difference {...delivery} />
        </p>
      )}
      {action === 'send' && delivery.weighedKg === null && <p>{t('notWeighedYet')}</p>}
    </ActionDialog>
  )
}

async function perform(
  { id, version }: DeliveryRow,
  action: DeliveryAction,
  reason: string | undefined,
  idempotencyKey: string,
): Promise<unknown> {
  const params = { id }
  const why = reason ?? ''
  switch (action) {
    case 'load':
      return api('POST /api/deliveries/:id/load', { params, body: { version }, idempotencyKey })
    case 'unload':
      return api('POST /api/deliveries/:id/unload', {
        params,
        body: { version, reason: why },
        idempotencyKey,
      })
    case 'send': {
      const body = { version, differenceReason: reason ?? null }
      return api('POST /api/deliveries/:id/send', { params, body, idempotencyKey })
    }
    case 'recall':
      return api('POST /api/deliveries/:id/recall', {
        params,
        body: { version, reason: why },
        idempotencyKey,
      })
    case 'delete':
      return api('DELETE /api/deliveries/:id', { params, query: { version } })
  }
}
