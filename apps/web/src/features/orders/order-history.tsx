import type { OrderStatus } from '@cloud-factory/contract/order-statuses'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { PagedHistory } from '../../shared/ui/paged-history.tsx'
import { OrderStatusTag } from './order-labels.tsx'
import { ProjectName } from './project-name.tsx'

/** Who changed what on an order and when, newest first. */
export function OrderHistory({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation('orders')
  const shownOf = (field: string, value: unknown): ReactNode => {
    if (field === 'kind' && typeof value === 'string')
      return t(`documents:kind.${value}`, { defaultValue: value })
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
