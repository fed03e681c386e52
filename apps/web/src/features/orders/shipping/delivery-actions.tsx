import type { DeliveryRow } from '@cloud-factory/contract/deliveries'
import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ReasonButton } from '../../../shared/ui/reason-button.tsx'
import type { DeliveryDeed } from './delivery-dialog.tsx'

export type DeliveryAsked = DeliveryDeed | 'edit'

interface Props {
  readonly delivery: DeliveryRow
  readonly onAct: (act: DeliveryAsked) => void
}

/** What comes next first, then the way back. */
const byStatus: Readonly<Record<DeliveryRow['status'], readonly DeliveryAsked[]>> = {
  draft: ['load', 'edit', 'delete'],
  loaded: ['send', 'unload', 'edit'],
  sent: ['recall'],
  received: [],
}
const main: ReadonlySet<DeliveryAsked> = new Set(['load', 'send'])

/** What can be done with a delivery in its state. */
export function DeliveryActions({ delivery, onAct }: Props) {
  const { t } = useTranslation('shipping')
  const navigate = useNavigate()
  const { status, can, id } = delivery
  return (
    <>
      {status === 'sent' && (
        <ReasonButton
          type="primary"
          may={can.receive}
          onClick={() => void navigate(`/order/delivery/${id}/receipt`)}
        >
          {t('deed.receive')}
        </ReasonButton>
      )}
      {byStatus[status].map((act) => (
        <ReasonButton
          key={act}
          type={main.has(act) ? 'primary' : 'default'}
          danger={act === 'delete'}
          may={can[act]}
          onClick={() => onAct(act)}
        >
          {t(`deed.${act}`)}
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
