import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { OrderForm } from './order-form.tsx'
import type { OpenDialog, OrderMove } from './order-moves.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { ReleaseDialog } from './release-dialog.tsx'

interface Props {
  readonly asked: OpenDialog
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Moves that are one question and one request. */
type PlainMove = Exclude<OrderMove, 'release'>

const targets = { confirm: 'confirmed', reopen: 'draft', cancel: 'cancelled' } as const
const dangers: ReadonlySet<PlainMove> = new Set(['hold', 'cancel', 'delete'])

/** The form or the question that an action on an order opens. Mount it when it opens. */
export function OrderDialog({ asked: { order, act }, onDone, onClose }: Props) {
  if (act === 'edit') return <OrderForm order={order} onSaved={onDone} onClose={onClose} />
  if (act === 'release') return <ReleaseDialog order={order} onDone={onDone} onClose={onClose} />
  return <MoveDialog order={order} move={act} onDone={onDone} onClose={onClose} />
}

function MoveDialog({
  order,
  move,
  onDone,
  onClose,
}: Omit<Props, 'asked'> & { readonly order: OrderRow; readonly move: PlainMove }) {
  const { t } = useTranslation('orders')
  const changed = useOrdersChanged()
  const idempotencyKey = useRequestKey()
  const act = async (reason: string | undefined) => {
    try {
      await make(move, order, reason, idempotencyKey)
    } finally {
      // Also after a refusal: the order is then not what the page shows.
      void changed()
    }
  }
  return (
    <ActionDialog
      title={t(`ask.${move}`, { no: order.no })}
      action={t(`action.${move}`)}
      keep={move === 'cancel' ? t('ask.keep') : undefined}
      danger={dangers.has(move)}
      reason={reasonFor(move, order)}
      act={act}
      onDone={onDone}
      onClose={onClose}
    >
      {t(`ask.${move}Text`)}
    </ActionDialog>
  )
}

/** Whether a move asks why. */
function reasonFor(move: PlainMove, { status }: OrderRow): 'required' | 'optional' | undefined {
  if (move === 'hold' || move === 'resume') return 'required'
  // Required if pieces are missing on site; the error says so.
  if (move === 'close') return 'optional'
  if (move !== 'cancel') return undefined
  return status === 'draft' ? 'optional' : 'required'
}

/** Sends the request of a move. */
function make(
  move: PlainMove,
  { id, version }: OrderRow,
  reason: string | undefined,
  idempotencyKey: string,
): Promise<unknown> {
  const params = { id }
  const why = reason === undefined ? {} : { reason }
  switch (move) {
    case 'delete':
      return api('DELETE /api/orders/:id', { params, query: { version } })
    case 'hold':
      return api('POST /api/orders/:id/hold', { params, body: { reason: reason ?? '' }, idempotencyKey })
    case 'resume':
      return api('POST /api/orders/:id/resume', { params, body: { reason: reason ?? '' }, idempotencyKey })
    case 'close':
      return api('POST /api/orders/:id/close', { params, body: { version, ...why }, idempotencyKey })
    case 'confirm':
    case 'reopen':
    case 'cancel': {
      const body = { version, to: targets[move], ...why }
      return api('POST /api/orders/:id/status', { params, body, idempotencyKey })
    }
  }
}
