import type { OrderRow } from '@cloud-factory/contract/orders'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { OrderForm } from './order-form.tsx'
import type { Asked, OrderMove } from './order-moves.ts'
import { useOrdersChanged } from './orders.queries.ts'

interface Props {
  readonly asked: Asked
  readonly onDone: () => void
  readonly onClose: () => void
}

const targets = { confirm: 'confirmed', reopen: 'draft', cancel: 'cancelled' } as const

/** The form or the question that an action on an order opens. Mount it when it opens. */
export function OrderDialog({ asked: { order, act }, onDone, onClose }: Props) {
  if (act === 'edit') return <OrderForm order={order} onSaved={onDone} onClose={onClose} />
  return <MoveDialog order={order} move={act} onDone={onDone} onClose={onClose} />
}

function MoveDialog({
  order,
  move,
  onDone,
  onClose,
}: Omit<Props, 'asked'> & { readonly order: OrderRow; readonly move: OrderMove }) {
  const { t } = useTranslation('orders')
  const changed = useOrdersChanged()
  const idempotencyKey = useRequestKey()
  const { id, version, no } = order
  const act = async (reason: string | undefined) => {
    try {
      if (move === 'delete') await api('DELETE /api/orders/:id', { params: { id }, query: { version } })
      else {
        const to = targets[move]
        await api('POST /api/orders/:id/status', {
          params: { id },
          body: { version, to, ...(reason === undefined ? {} : { reason }) },
          idempotencyKey,
        })
      }
    } finally {
      // Also after a refusal: the order is then not what the page shows.
      void changed()
    }
  }
  const reason = order.status === 'draft' ? 'optional' : 'required'
  return (
    <ActionDialog
      title={t(`ask.${move}`, { no })}
      deed={t(`action.${move}`)}
      keep={move === 'cancel' ? t('ask.keep') : undefined}
      danger={move === 'cancel' || move === 'delete'}
      reason={move === 'cancel' ? reason : undefined}
      act={act}
      onDone={onDone}
      onClose={onClose}
    >
      {t(`ask.${move}Text`)}
    </ActionDialog>
  )
}
