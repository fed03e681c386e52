import '../../shared/ui/record.css'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { PageParts, usePart } from '../../shared/ui/part-tabs.tsx'
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
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [, show] = usePart(['overview', 'imports'])
  const act = (chosen: OpenDialog['act']) => setDialog({ order, act: chosen })
  const done = () => {
    setDialog(null)
    if (dialog?.act === 'delete') void closeTab({ to: '/order/list', force: true })
  }
  return (
    <div className="page is-filling order-page">
      <OrderHead order={order} onAct={act} onImport={() => show('imports')} />
      <PageParts
        label={t('part.label')}
        titleOf={(part) => t(`part.${part}`, { n: count(part === 'marks' ? order.marks : order.pieces) })}
        parts={{
          overview: <OrderOverview order={order} />,
          marks: <OrderMarks orderId={order.id} />,
          pieces: <OrderPieces orderId={order.id} />,
          matrix: <OrderMatrix orderId={order.id} />,
          productionLots: <OrderProductionLots order={order} />,
          holds: <OrderHolds order={order} onAct={act} />,
          documents: <OrderDocuments orderId={order.id} />,
          shipping: <OrderShipping order={order} />,
          imports: <OrderImports orderId={order.id} />,
          history: <OrderHistory orderId={order.id} />,
        }}
      />
      {dialog !== null && (
        <OrderDialog
          dialog={dialog}
          onDone={done}
          onCreated={({ id }) => {
            setDialog(null)
            void navigate(`/order/detail/${id}`)
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
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
