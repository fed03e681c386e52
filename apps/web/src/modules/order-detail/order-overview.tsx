import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { Tooltip, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { count, tonnes, absent, thousands } from '../../shared/format/numbers.ts'
import { acceptedPieces, percentOf, stageShares } from '../orders/pieces.rules.ts'
import { ImportOutlined, PrinterOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useNavigate, Link } from 'react-router'
import { ConversationButton } from '../inbox/conversation-button.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { OrderMenu, nextMove, type OrderMove } from '../orders/order-menu.tsx'
import { DueDay, OrderStatusTag, Priority, PieceStatusTag } from '../orders/order-labels.tsx'
import { percentText } from '../production/matrix.rules.ts'
import { pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
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

/** Number, status, actions, and the main figures. */
export function OrderHead({ order, onAct, onImport }: OrderHeadProps) {
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
        <ConversationButton kind="order" id={order.id} />
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
