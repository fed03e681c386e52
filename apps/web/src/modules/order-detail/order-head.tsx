import { ImportOutlined, PrinterOutlined } from '@ant-design/icons'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { count, tonnes } from '../../shared/format/numbers.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { OrderMenu } from '../orders/order-menu.tsx'
import { nextMove, type OrderMove } from '../orders/order-moves.ts'
import { DueDay, OrderStatusTag, Priority } from '../orders/order-labels.tsx'
import { PiecesBar } from './pieces-bar.tsx'
import { percentOf } from '../orders/pieces-stage.rules.ts'
import { percentText } from '../production/percent.rules.ts'

interface Props {
  readonly order: OrderRow
  readonly onAct: (act: OrderMove | 'edit') => void
  readonly onImport: () => void
}

/** Number, status, actions, and the main figures. */
export function OrderHead({ order, onAct, onImport }: Props) {
  const { t } = useTranslation('orders')
  const navigate = useNavigate()
  const { can, contractTonnes, weightKg } = order
  const next = nextMove[order.status]
  return (
    <>
      <PageHeader
        title={
          <span className="order-title">
            {order.no} <OrderStatusTag status={order.status} />
          </span>
        }
        note={[order.name, order.project.name, order.customer].filter((word) => word !== '').join(' · ')}
      >
        <ReasonButton allowed={can.edit} onClick={() => onAct('edit')}>
          {t('action.edit')}
        </ReasonButton>
        <ReasonButton allowed={can.import} icon={<ImportOutlined />} onClick={onImport}>
          {t('action.import')}
        </ReasonButton>
        <Button icon={<PrinterOutlined />} onClick={() => void navigate(`/order/print/${order.id}`)}>
          {t('action.print')}
        </Button>
        {next !== undefined && (
          <ReasonButton type="primary" allowed={can[next]} onClick={() => onAct(next)}>
            {t(`action.${next}`)}
          </ReasonButton>
        )}
        <OrderMenu order={order} onAct={onAct} />
      </PageHeader>
      <dl className="key-facts">
        <Fact word={t('field.dueOn')}>
          <DueDay {...order} />
        </Fact>
        <Fact word={t('field.priority')}>
          <Priority priority={order.priority} />
        </Fact>
        <Fact word={t('field.marks')}>{count(order.marks)}</Fact>
        <Fact word={t('field.pieces')}>{count(order.pieces)}</Fact>
        <Fact word={t('field.tonnes')}>
          {tonnes(weightKg)}
          {contractTonnes !== null && contractTonnes > 0 && weightKg > 0 && (
            <small>
              {' '}
              {t('overview.contractShare', { percent: percentOfContract(weightKg, contractTonnes) })}
            </small>
          )}
        </Fact>
        <Fact word={t('field.progress')}>
          <PiecesBar piecesByStatus={order.piecesByStatus} percent={percentText(order.progress)} />
        </Fact>
      </dl>
    </>
  )
}

function Fact({ word, children }: { readonly word: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{word}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Above 100 when the lists weigh more than the contract names. */
const percentOfContract = (kg: number, contractTonnes: number): number =>
  kg / 1000 > contractTonnes ? Math.ceil(kg / 10 / contractTonnes) : percentOf(kg / 1000, contractTonnes)
