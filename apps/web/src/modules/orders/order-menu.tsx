import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { usePermissionTags } from '../../shared/permission.ts'
import { RowMenu } from '../../shared/ui/row-menu.tsx'
import { movesOf, type OrderMove } from './order-actions.rules.ts'

/** The action to perform and its order. */
export interface OpenDialog {
  readonly order: OrderRow
  readonly act: OrderMove | 'edit' | 'copy'
}

interface Props {
  readonly order: OrderRow
  readonly onAct: (act: OrderMove | 'copy') => void
}

/** Further actions of an order; disabled actions stay visible with their reason. */
export function OrderMenu({ order, onAct }: Props) {
  const { t } = useTranslation('orders')
  const tags = usePermissionTags()
  return (
    <RowMenu
      label={`${t('common:action.more')}: ${order.no}`}
      actions={() => [
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
