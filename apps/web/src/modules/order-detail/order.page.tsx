import { ImportOutlined, PrinterOutlined } from '@ant-design/icons'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { Button, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, Link, useParams } from 'react-router'
import { count, tonnes } from '../../shared/format/numbers.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { OrderMenu } from '../orders/order-menu.tsx'
import { nextMove, type OrderMove, type OpenDialog } from '../orders/order-moves.ts'
import { DueDay, OrderStatusTag, Priority } from '../orders/order-labels.tsx'
import { PiecesBar } from './pieces-bar.tsx'
import { percentOf } from '../orders/pieces-stage.rules.ts'
import { percentText } from '../production/percent.rules.ts'
import '../../shared/ui/record.css'
import { useQuery } from '@tanstack/react-query'
import { usePart } from '../../shared/ui/use-part.ts'
import { useCloseTab, useTabTitle } from '../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { OrderImports } from '../order-import/order-imports.tsx'
import { OrderMarks } from './order-marks.tsx'
import { OrderOverview } from './order-overview.tsx'
import { OrderPieces } from './order-pieces.tsx'
import { orderQuery } from '../orders/orders.queries.ts'
import { PartTabs } from '../../shared/ui/part-tabs.tsx'
import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'
import { api } from '../../shared/api.ts'
import { PagedHistory } from '../../shared/ui/paged-history.tsx'
import { ProjectName } from '../projects/project-name.tsx'
import { OrderDialog } from '../orders/order-dialog.tsx'
import { OrderMatrix } from '../production/order-matrix.tsx'
import { OrderBatches } from '../production/order-batches.tsx'
import { OrderHolds } from '../production/order-holds.tsx'
import { OrderShipping } from '../shipping/order-shipping.tsx'
import { OrderDocuments } from '../order-documents/order-documents.tsx'

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

const parts = [
  'overview',
  'marks',
  'pieces',
  'matrix',
  'batches',
  'holds',
  'documents',
  'shipping',
  'imports',
  'history',
] as const
type Part = (typeof parts)[number]

/** One order: its data, marks and pieces, imports, and history. */
export function OrderPage() {
  const { t } = useTranslation('orders')
  const { id = '' } = useParams()
  const { data: order, error, refetch } = useQuery(orderQuery(id))
  useTabTitle(order?.no)
  if (order !== undefined) return <OrderShown key={id} order={order} />
  return (
    <div className="page">
      {error === null ? (
        <Skeleton active />
      ) : (
        <>
          <ProblemAlert error={error} onRetry={() => void refetch()} />
          <Link to="/order/list">{t('toOrders')}</Link>
        </>
      )}
    </div>
  )
}

function OrderShown({ order }: { readonly order: OrderRow }) {
  const { t } = useTranslation('orders')
  const closeTab = useCloseTab()
  const [asked, setAsked] = useState<OpenDialog | null>(null)
  const [part, show] = usePart(parts)
  const done = () => {
    setAsked(null)
    if (asked?.act === 'delete') void closeTab({ to: '/order/list', force: true })
  }
  return (
    <div className="page is-filling order-page">
      <div>
        <OrderHead order={order} onAct={(act) => setAsked({ order, act })} onImport={() => show('imports')} />
      </div>
      <PartTabs
        label={t('part.label')}
        parts={parts.map((key) => ({
          key,
          title: t(`part.${key}`, { n: count(key === 'marks' ? order.marks : order.pieces) }),
        }))}
        shown={part}
        onShow={show}
      >
        <PartShown part={part} order={order} onAct={(act) => setAsked({ order, act })} />
      </PartTabs>
      {asked !== null && <OrderDialog asked={asked} onDone={done} onClose={() => setAsked(null)} />}
    </div>
  )
}

interface PartProps {
  readonly part: Part
  readonly order: OrderRow
  readonly onAct: (act: OpenDialog['act']) => void
}

function PartShown({ part, order, onAct }: PartProps) {
  switch (part) {
    case 'overview':
      return <OrderOverview order={order} />
    case 'marks':
      return <OrderMarks orderId={order.id} />
    case 'pieces':
      return <OrderPieces orderId={order.id} />
    case 'matrix':
      return <OrderMatrix orderId={order.id} />
    case 'batches':
      return <OrderBatches order={order} />
    case 'holds':
      return <OrderHolds order={order} onAct={onAct} />
    case 'documents':
      return <OrderDocuments orderId={order.id} />
    case 'shipping':
      return <OrderShipping order={order} />
    case 'imports':
      return <OrderImports orderId={order.id} />
    case 'history':
      return <OrderHistory orderId={order.id} />
  }
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
