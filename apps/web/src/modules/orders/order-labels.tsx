import { PauseCircleOutlined, WarningOutlined } from '@ant-design/icons'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useTranslation } from 'react-i18next'
import { absent, count, tonnes } from '../../shared/format/numbers.ts'
import { Tip } from '../../shared/ui/tip.tsx'
import { forecastTone, stageOfStatus } from './pieces.rules.ts'
import type { OrderStatus, PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'

/** Lateness in calendar days: text, symbol and colour. */
export function Lateness({ daysLate }: Pick<OrderRow, 'daysLate'>) {
  const { t } = useTranslation('order-list')
  if (daysLate === null) return absent
  return (
    <span className="is-late">
      <span aria-hidden="true">▲</span> {t('late', { count: daysLate })}
    </span>
  )
}

/** When it will be done at the pace of the last weeks; what that rests on, on pointing at it. */
export function ForecastDay({ forecast, dueOn }: Pick<OrderRow, 'forecast' | 'dueOn'>) {
  const { t } = useTranslation('order-list')
  if (forecast === null) return <span title={t('noForecast')}>{absent}</span>
  const { doneOn, daysLate, basis, kgPerDay, from, to } = forecast
  const tone = forecastTone(daysLate)
  const basisText = t(`basis.${basis}`, { tonnes: tonnes(kgPerDay), from, to })
  return (
    <Tip
      className={tone === null ? undefined : `forecast is-${tone}`}
      title={
        <>
          <div>{basisText}</div>
          {daysLate !== null && dueOn !== null && <div>{againstDue(t, daysLate, dueOn)}</div>}
        </>
      }
    >
      {doneOn}
      {daysLate !== null && daysLate > 0 && (
        <>
          {' '}
          <span className="forecast-late">{t('lateShort', { n: daysLate })}</span>
        </>
      )}
    </Tip>
  )
}

type Words = ReturnType<typeof useTranslation<'order-list'>>['t']

function againstDue(t: Words, daysLate: number, dueOn: string): string {
  if (daysLate > 0) return t('afterDue', { count: daysLate, dueOn })
  return daysLate === 0 ? t('onDue', { dueOn }) : t('beforeDue', { count: -daysLate, dueOn })
}

/** Obstacles: pieces on hold, open non-conformities. */
export function Troubles({
  heldPieces,
  openNcrs,
  status,
}: Pick<OrderRow, 'heldPieces' | 'openNcrs' | 'status'>) {
  const { t } = useTranslation('order-list')
  const isHeld = status === 'on_hold'
  if (heldPieces === 0 && openNcrs === 0 && !isHeld) return absent
  return (
    <span className="troubles">
      {(heldPieces > 0 || isHeld) && (
        <span
          className="trouble is-held"
          title={t(isHeld ? 'orderHeld' : 'piecesHeld', { count: heldPieces })}
        >
          <PauseCircleOutlined aria-label={t(isHeld ? 'orderHeld' : 'piecesHeld', { count: heldPieces })} />
          {heldPieces > 0 && count(heldPieces)}
        </span>
      )}
      {openNcrs > 0 && (
        <span className="trouble is-ncr" title={t('ncrsOpen', { count: openNcrs })}>
          <WarningOutlined aria-label={t('ncrsOpen', { count: openNcrs })} />
          {count(openNcrs)}
        </span>
      )}
    </span>
  )
}

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
