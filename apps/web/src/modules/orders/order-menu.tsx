import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useTranslation } from 'react-i18next'
import { usePermissionTags } from '../../shared/permission.ts'
import { RowMenu } from '../../shared/ui/row-menu.tsx'

/** Actions on an order except viewing; each has a key in `can`. */
const orderMoves = ['confirm', 'release', 'hold', 'resume', 'close', 'reopen', 'cancel', 'delete'] as const
export type OrderMove = (typeof orderMoves)[number]

/** Moves that stay in the menu although they cannot be made, with their reason. */
const alwaysShown: ReadonlySet<OrderMove> = new Set(['confirm', 'reopen', 'cancel', 'delete'])
/** The order is elsewhere in its life: nothing that a person could mend. */
const elsewhere: ReadonlySet<string> = new Set(['order.wrong_state', 'order.held_already', 'order.not_held'])

/** The moves that a menu of this order shows. */
const movesOf = ({ can }: Pick<OrderRow, 'can'>): readonly OrderMove[] =>
  orderMoves.filter((move) => {
    const allowed = can[move]
    return allowed === true || alwaysShown.has(move) || !elsewhere.has(allowed)
  })

/** The move that brings an order on from where it is: its main button. */
export const nextMove: Readonly<Partial<Record<OrderRow['status'], OrderMove>>> = {
  draft: 'confirm',
  confirmed: 'release',
  on_hold: 'resume',
  shipped: 'close',
}

/** The action to perform and its order. */
export interface OpenDialog {
  readonly order: OrderRow
  readonly act: OrderMove | 'edit' | 'copy'
}

interface Props {
  readonly small?: boolean
  readonly order: OrderRow
  readonly onAct: (act: OrderMove | 'copy') => void
}

/** Further actions of an order; disabled actions stay visible with their reason. */
export function OrderMenu({ small = false, order, onAct }: Props) {
  const { t } = useTranslation('orders')
  const tags = usePermissionTags()
  return (
    <RowMenu
      large={!small}
      label={`${t('action.more')}: ${order.no}`}
      actions={[
        ...movesOf(order).map((move) => ({
          key: move,
          word: t(`action.${move}`),
          allowed: order.can[move],
          danger: move === 'hold' || move === 'cancel' || move === 'delete',
          onChoose: () => onAct(move),
        })),
        ...(tags.includes('order.edit')
          ? [
              {
                key: 'copy',
                word: t('shell:form.copy'),
                allowed: true as const,
                onChoose: () => onAct('copy'),
              },
            ]
          : []),
      ]}
    />
  )
}
