import type { DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import type { DeliveryAction } from './delivery-dialog.tsx'

export type DeliveryDialog = DeliveryAction | 'edit'

interface Props {
  readonly delivery: DeliveryRow
  readonly onAct: (act: DeliveryDialog) => void
}

/** The next step first, then the step back. */
const byStatus: Readonly<Record<DeliveryRow['status'], readonly DeliveryDialog[]>> = {
  draft: ['load', 'edit', 'delete'],
  loaded: ['send', 'unload', 'edit'],
  sent: ['recall'],
  received: [],
}
const main: ReadonlySet<DeliveryDialog> = new Set(['load', 'send'])

/** Actions on a delivery in its current status. */
export function DeliveryActions({ delivery, onAct }: Props) {
  const { t } = useTranslation('shipping')
  const navigate = useNavigate()
  const { status, can, id } = delivery
  return (
    <>
      {status === 'sent' && (
        <ReasonButton
          type="primary"
          allowed={can.receive}
          onClick={() => void navigate(`/order/delivery/${id}/receipt`)}
        >
          {t('action.receive')}
        </ReasonButton>
      )}
      {byStatus[status].map((act) => (
        <ReasonButton
          key={act}
          type={main.has(act) ? 'primary' : 'default'}
          danger={act === 'delete'}
          allowed={can[act]}
          onClick={() => onAct(act)}
        >
          {t(`action.${act}`)}
        </ReasonButton>
      ))}
      {delivery.packages > 0 && (
        <Button icon={<PrinterOutlined />} onClick={() => void navigate(`/order/delivery/${id}/print`)}>
          {t('print.open')}
        </Button>
      )}
    </>
  )
}
