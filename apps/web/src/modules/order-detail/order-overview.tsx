import { pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Facts } from '../../shared/ui/facts.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, count, thousands } from '../../shared/format/numbers.ts'
import { PieceStatusTag, Priority } from '../orders/order-labels.tsx'
import { PiecesBar, StageLegend } from './pieces-bar.tsx'
import { OrderForecastFacts, ProcessProgress } from '../production/process-progress.tsx'

/**
 * Overview of an order: progress, expected completion, where its pieces are, and its own fields.
 */
export function OrderOverview({ order }: { readonly order: OrderRow }) {
  return (
    <div className="overview">
      <div className="overview-column">
        <ProcessProgress order={order} />
        <OrderForecastFacts order={order} />
      </div>
      <div className="overview-column">
        <PieceFacts order={order} />
        <OrderFacts order={order} />
      </div>
    </div>
  )
}

function OrderFacts({ order }: { readonly order: OrderRow }) {
  const { t } = useTranslation('orders')
  const instant = useInstant()
  const { project, contractTonnes } = order
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('field.no'), order.no],
    [t('field.name'), order.name || absent],
    [
      t('field.project'),
      <>
        {project.code} {project.name}
        <Link className="project-orders" to={`/order/list?projectId=${project.id}`}>
          {t('overview.openProject')}
        </Link>
      </>,
    ],
    [t('field.customer'), order.customer],
    [t('field.customerPo'), order.customerPo ?? absent],
    [t('field.priority'), <Priority key="priority" priority={order.priority} />],
    [t('field.contractTonnes'), contractTonnes === null ? absent : thousands(contractTonnes)],
    [t('field.updatedAt'), `${instant(order.updatedAt)} ${order.updatedBy}`],
    [
      t('field.note'),
      <span key="note" className="order-note">
        {order.note ?? absent}
      </span>,
    ],
  ]
  return (
    <section className="overview-card" aria-label={t('overview.order')}>
      <h2>{t('overview.order')}</h2>
      <Facts className="facts" facts={facts} />
    </section>
  )
}

function PieceFacts({ order }: { readonly order: OrderRow }) {
  const { t } = useTranslation('orders')
  const { id, piecesByStatus } = order
  const present = pieceStatuses.filter((status) => (piecesByStatus[status] ?? 0) > 0)
  return (
    <section className="overview-card" aria-label={t('overview.pieces')}>
      <h2>{t('overview.pieces')}</h2>
      {present.length === 0 ? (
        <>
          <p className="page-note">{t('overview.noPieces')}</p>
          {order.can.import === true && (
            <Link to={`/order/detail/${id}?part=imports`} replace>
              {t('action.import')}
            </Link>
          )}
        </>
      ) : (
        <>
          <PiecesBar piecesByStatus={piecesByStatus} />
          <StageLegend piecesByStatus={piecesByStatus} />
          <ul className="status-counts">
            {present.map((status) => (
              <li key={status}>
                <PieceStatusTag status={status} />
                <Link to={`/order/detail/${id}?part=pieces&status=${status}`} replace>
                  {count(piecesByStatus[status])}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
