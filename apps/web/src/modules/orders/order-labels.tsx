import type { OrderStatus, PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useTranslation } from 'react-i18next'
import { absent } from '../../shared/format/numbers.ts'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'
import { stageOfStatus } from './pieces-stage.rules.ts'

const orderTones: Readonly<Record<OrderStatus, Tone>> = {
  draft: 'neutral',
  confirmed: 'active',
  released: 'active',
  in_production: 'active',
  completed: 'good',
  shipped: 'good',
  closed: 'neutral',
  on_hold: 'warn',
  cancelled: 'neutral',
}
/** In the order of an order's life. */
export const orderStatusWords = Object.keys(orderTones) as readonly OrderStatus[]

const stageTones = {
  gone: 'good',
  done: 'good',
  working: 'active',
  blocked: 'bad',
  waiting: 'neutral',
} as const

export function OrderStatusTag({ status }: Pick<OrderRow, 'status'>) {
  const { t } = useTranslation('orders')
  return <StatusTag tone={orderTones[status]} text={t(`status.${status}`)} />
}

export function PieceStatusTag({ status }: { readonly status: PieceStatus }) {
  const { t } = useTranslation('orders')
  const stage = stageOfStatus(status)
  return <StatusTag tone={stage === null ? 'neutral' : stageTones[stage]} text={t(`piece.${status}`)} />
}

export function Priority({ priority }: Pick<OrderRow, 'priority'>) {
  const { t } = useTranslation('orders')
  return <span className={priority === 'A' ? 'is-urgent' : ''}>{t(`priority.${priority}`)}</span>
}

/** The day it is due; when late, how late, with a sign besides the colour. */
export function DueDay({ dueOn, daysLate }: Pick<OrderRow, 'dueOn' | 'daysLate'>) {
  const { t } = useTranslation('orders')
  if (daysLate === null) return dueOn ?? absent
  return (
    <span className="is-late">
      {dueOn} <span aria-hidden="true">▲</span> {t('daysLate', { count: daysLate })}
    </span>
  )
}
