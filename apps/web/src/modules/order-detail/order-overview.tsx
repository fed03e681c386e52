import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { Tooltip } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { count, tonnes, absent, thousands } from '../../shared/format/numbers.ts'
import { acceptedPieces, percentOf, stageShares } from '../orders/pieces.rules.ts'
import type { ReactNode } from 'react'
import { useNavigate, Link } from 'react-router'
import { AssigneeField } from '../inbox/assignee.tsx'
import { ConversationButton } from '../inbox/conversation-button.tsx'
import { RecordHead, stepsOf } from '../../shared/ui/record-head.tsx'
import { PagedHistory } from '../../shared/ui/paged-history.tsx'
import { api } from '../../shared/api.ts'
import { usePermissionTags } from '../../shared/permission.ts'
import { ProjectName } from '../projects/project-filter.tsx'
import { orderActions, orderLife, type OrderAct, type OrderMove } from '../orders/order-actions.rules.ts'
import { DueDay, OrderStatusTag, Priority, PieceStatusTag } from '../orders/order-labels.tsx'
import { percentText } from '../production/matrix.rules.ts'
import { type OrderStatus, pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import { Facts } from '../../shared/ui/facts.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { OrderForecastFacts, ProcessProgress } from '../production/process-progress.tsx'

type PiecesBarProps = Pick<OrderRow, 'piecesByStatus'> & {
  /** Per cent beside the bar; the share that passed inspection when left out. */
  readonly percent?: string
}

/**
 * Progress of an order's pieces: a bar by stage and the share that passed inspection; the tooltip
 * has the figures.
 */
function PiecesBar({ piecesByStatus, percent }: PiecesBarProps) {
  const { t } = useTranslation('orders')
  const shares = stageShares(piecesByStatus)
  if (shares.length === 0) return <span className="page-note">{t('bar.none')}</span>
  const total = shares.reduce((sum, { pieces }) => sum + pieces, 0)
  const done = acceptedPieces(shares)
  const label = t('bar.label', { done: count(done), total: count(total) })
  return (
    <Tooltip
      title={
        <>
          {label}
          <StageLegend piecesByStatus={piecesByStatus} />
        </>
      }
    >
      <span className="pieces-bar">
        <span className="pieces-track" role="img" aria-label={label}>
          {shares.map(({ stage, share }) => (
            <span key={stage} className={`stage is-${stage}`} style={{ flexGrow: share }} />
          ))}
        </span>
        <span className="pieces-share">{t('bar.share', { percent: percent ?? percentOf(done, total) })}</span>
      </span>
    </Tooltip>
  )
}

/** The stages in words and figures, each beside its colour. */
function StageLegend({ piecesByStatus }: Pick<OrderRow, 'piecesByStatus'>) {
  const { t } = useTranslation('orders')
  return (
    <ul className="stage-legend">
      {stageShares(piecesByStatus).map(({ stage, pieces }) => (
        <li key={stage}>
          <span className={`stage is-${stage}`} aria-hidden="true" />
          {t('bar.legend', { stage: t(`stage.${stage}`), count: count(pieces) })}
        </li>
      ))}
    </ul>
  )
}

interface OrderHeadProps {
  readonly order: OrderRow
  readonly onAct: (act: OrderMove | 'edit' | 'copy') => void
  readonly onImport: () => void
}

const takesAway: ReadonlySet<OrderAct> = new Set(['hold', 'cancel', 'delete'])

/** Number, state, actions, and the main figures. */
export function OrderHead({ order, onAct, onImport }: OrderHeadProps) {
  const { t } = useTranslation('orders')
  const navigate = useNavigate()
  const tags = usePermissionTags()
  const { status } = order
  const act = (action: OrderAct) => {
    if (action === 'print') void navigate(`/order/print/${order.id}`)
    else if (action === 'import') onImport()
    else onAct(action)
  }
  return (
    <RecordHead
      no={order.no}
      state={<OrderStatusTag status={status} />}
      about={[order.name, order.project.name, order.customer].filter((word) => word !== '').join(' · ')}
      steps={stepsOf(orderLife, status, t('field.status'), (state) => t(`status.${state}`))}
      actions={orderActions(order, tags.includes('order.edit'))}
      wordOf={(action) => t(action === 'copy' ? 'shell:form.copy' : `action.${action}`)}
      danger={takesAway}
      onAct={act}
      figures={[
        [t('field.dueOn'), <DueDay key="due" {...order} />],
        [t('field.pieces'), count(order.pieces)],
        [t('field.tonnes'), <OrderTonnes key="tonnes" order={order} />],
        [
          t('field.progress'),
          <PiecesBar
            key="progress"
            piecesByStatus={order.piecesByStatus}
            percent={percentText(order.progress)}
          />,
        ],
      ]}
    >
      <AssigneeField kind="order" record={order} allowed={order.can.edit} />
      <ConversationButton kind="order" id={order.id} history={<OrderHistory orderId={order.id} />} />
    </RecordHead>
  )
}

function OrderTonnes({ order: { weightKg, contractTonnes } }: { readonly order: OrderRow }) {
  const { t } = useTranslation('orders')
  return (
    <>
      {tonnes(weightKg)}
      {contractTonnes !== null && contractTonnes > 0 && weightKg > 0 && (
        <small>
          {' '}
          {t('overview.contractShare', { percent: percentOfContract(weightKg, contractTonnes) })}
        </small>
      )}
    </>
  )
}

/** Above 100 when the lists weigh more than the contract names. */
const percentOfContract = (kg: number, contractTonnes: number): number =>
  kg / 1000 > contractTonnes ? Math.ceil(kg / 10 / contractTonnes) : percentOf(kg / 1000, contractTonnes)

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

/** Changes of an order with user and time, newest first. */
function OrderHistory({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation('orders')
  const shownOf = (field: string, value: unknown): ReactNode => {
    if (field === 'kind' && typeof value === 'string')
      return t(`order-documents:kind.${value}`, { defaultValue: value })
    if (field === 'projectId') return <ProjectName id={String(value as string | number)} />
    if (field === 'status') return <OrderStatusTag status={value as OrderStatus} />
    if (field === 'priority') return t(`priority.${value as string}`)
    return undefined
  }
  return (
    <PagedHistory
      queryKey={['orders', 'history', orderId]}
      fetch={(query, signal) =>
        api('GET /api/orders/:id/history', { params: { id: orderId }, query, signal })
      }
      actionOf={(action) => t(`history.action.${action}`, { defaultValue: action })}
      fieldOf={(field) => t(`field.${field}`, { defaultValue: field })}
      shownOf={shownOf}
    />
  )
}
