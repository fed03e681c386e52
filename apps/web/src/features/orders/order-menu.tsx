import { MoreOutlined } from '@ant-design/icons'
import type { OrderRow } from '@cloud-factory/contract/orders'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { type OrderMove, orderMoves } from './order-moves.ts'

interface Props {
  readonly small?: boolean
  readonly order: OrderRow
  readonly onAct: (act: OrderMove) => void
}

/** Further actions of an order; what cannot be done stays and says why. */
export function OrderMenu({ small = false, order, onAct }: Props) {
  const { t } = useTranslation('orders')
  const reasonText = useReasonText()
  const items = orderMoves.map((move) => {
    const may = order.can[move]
    const word = t(`action.${move}`)
    return {
      key: move,
      disabled: may !== true,
      danger: move === 'cancel' || move === 'delete',
      label:
        may === true ? (
          word
        ) : (
          <>
            {word}
            <small className="menu-reason">{reasonText(may)}</small>
          </>
        ),
    }
  })
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items, onClick: ({ key }) => onAct(key as OrderMove) }}
    >
      <Button
        type="text"
        size={small ? 'small' : 'medium'}
        icon={<MoreOutlined />}
        aria-label={`${t('action.more')}: ${order.no}`}
        aria-haspopup="menu"
      />
    </Dropdown>
  )
}
