import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useTranslation } from 'react-i18next'
import { RowMenu } from '../../shared/ui/row-menu.tsx'
import { movesOf, type OrderMove } from './order-moves.ts'

interface Props {
  readonly small?: boolean
  readonly order: OrderRow
  readonly onAct: (act: OrderMove) => void
}

/** Further actions of an order; disabled actions stay visible with their reason. */
export function OrderMenu({ small = false, order, onAct }: Props) {
  const { t } = useTranslation('orders')
  return (
    <RowMenu
      large={!small}
      label={`${t('action.more')}: ${order.no}`}
      actions={movesOf(order).map((move) => ({
        key: move,
        word: t(`action.${move}`),
        allowed: order.can[move],
        danger: move === 'hold' || move === 'cancel' || move === 'delete',
        onChoose: () => onAct(move),
      }))}
    />
  )
}
