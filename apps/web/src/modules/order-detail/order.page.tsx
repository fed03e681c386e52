import '../../shared/ui/record.css'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { usePart, PartTabs } from '../../shared/ui/part-tabs.tsx'
import { count } from '../../shared/format/numbers.ts'
import { useCloseTab, useTabTitle } from '../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { OrderImports } from '../order-import/order-imports.tsx'
import { OrderHead, OrderOverview } from './order-overview.tsx'
import { OrderMarks } from './order-marks.tsx'
import type { OpenDialog } from '../orders/order-menu.tsx'
import { OrderPieces } from './order-pieces.tsx'
import { orderQuery } from '../orders/orders.queries.ts'
import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'
import { api } from '../../shared/api.ts'
import { PagedHistory } from '../../shared/ui/paged-history.tsx'
import { OrderStatusTag } from '../orders/order-labels.tsx'
import { ProjectName } from '../projects/project-select.tsx'
import { OrderDialog } from '../orders/order-form.tsx'
import { OrderMatrix } from '../production/order-matrix.tsx'
import { OrderProductionLots } from '../production/order-production-lots.tsx'
import { OrderHolds } from '../production/order-holds.tsx'
import { OrderShipping } from '../shipping/order-shipping.tsx'
import { OrderDocuments } from '../order-documents/order-documents.tsx'

const parts = [
  'overview',
  'marks',
  'pieces',
  'matrix',
  'productionLots',
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
    case 'productionLots':
      return <OrderProductionLots order={order} />
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
