import type { ScheduledOrder } from '@cloud-factory/contract/production-reports/order-schedule'
import { type CSSProperties, type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { barOf, outlookOf, type Piece } from './bar.rules.ts'
import { daysOf, weekdayOf } from './schedule-span.rules.ts'
import { dayNumber } from '@cloud-factory/domain/numbers/civil-days'
import { useOrderSentence } from './use-order-sentence.ts'

interface Props {
  readonly orders: readonly ScheduledOrder[]
  readonly from: string
  readonly to: string
  readonly today: string
}

const signs = { late: '▲', risk: '!', good: '' } as const

/** A bar for each order from its start to its due date. Up and down move from order to order, Enter opens one. */
export function ScheduleBars({ orders, from, to, today }: Props) {
  const { t } = useTranslation('schedule')
  const sentence = useOrderSentence()
  const list = useRef<HTMLUListElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('.bar-link') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key]
    if (at < 0 || to === undefined) return
    event.preventDefault()
    links[to]?.focus()
  }
  const days = daysOf(from, to)
  const isLong = days.length > 31
  return (
    <div className={`bars ${isLong ? 'is-long' : ''}`} style={{ '--days': days.length } as CSSProperties}>
      <div className="bars-head" aria-hidden="true">
        <span className="bars-name">{t('common:field.order')}</span>
        <span className="bars-days">
          {days.map((day) => (
            <DayHead key={day} day={day} today={today} isLong={isLong} />
          ))}
        </span>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move between its links */}
      <ul ref={list} aria-label={t('list')} onKeyDown={onKeyDown}>
        {orders.map((order) => (
          <OrderBar key={order.id} order={order} title={sentence(order)} from={from} to={to} today={today} />
        ))}
      </ul>
    </div>
  )
}

interface BarProps extends Omit<Props, 'orders'> {
  readonly order: ScheduledOrder
  readonly title: string
}

function OrderBar({ order, title, from, to, today }: BarProps) {
  const now = place(today, from, to)
  const bar = barOf(order, from, to, today)
  const outlook = outlookOf(order)
  return (
    <li className={`is-${outlook}`}>
      <Link className="bar-link bars-name" to={`/order/detail/${order.id}`} title={title} aria-label={title}>
        <span className="bar-no">
          {order.no} <span className="bar-sign">{signs[outlook]}</span>
        </span>
        <small>{order.project.name}</small>
      </Link>
      <span className="bar-track" title={title} aria-hidden="true">
        {now !== null && <span className="bar-today" style={{ insetInlineStart: `${now}%` }} />}
        {bar.planned !== null && (
          <span
            className={`bar-planned ${bar.goesOn.before ? 'comes-from-before' : ''} ${bar.goesOn.after ? 'goes-on' : ''}`}
            style={inside(bar.planned)}
          >
            <span className="bar-filled" style={{ inlineSize: `${bar.filled}%` }} />
            <span className="bar-share">{Math.round(order.progress * 100)}%</span>
          </span>
        )}
        {bar.overdue !== null && (
          <span className="bar-overdue" style={inside(bar.overdue)}>
            {bar.planned === null && <span className="bar-share">{Math.round(order.progress * 100)}%</span>}
          </span>
        )}
        {bar.forecast !== null && (
          <span className="bar-forecast" style={{ insetInlineStart: `${bar.forecast}%` }} />
        )}
      </span>
    </li>
  )
}

const inside = ({ left, width }: Piece): CSSProperties => ({
  insetInlineStart: `${left}%`,
  inlineSize: `${width}%`,
})

/** Centre of a day; null outside the range. */
function place(day: string, from: string, to: string): number | null {
  if (day < from || day > to) return null
  return ((dayNumber(day) - dayNumber(from) + 0.5) / (dayNumber(to) - dayNumber(from) + 1)) * 100
}

interface DayHeadProps {
  readonly day: string
  readonly today: string
  /** So many that only weeks are named. */
  readonly isLong: boolean
}

function DayHead({ day, today, isLong }: DayHeadProps) {
  const isNamed = !isLong || weekdayOf(day) === 0
  const words = ['bars-day', weekdayOf(day) > 4 ? 'is-weekend' : '', day === today ? 'is-today' : '']
  return (
    <span className={words.join(' ')}>{isNamed ? (isLong ? day.slice(5) : Number(day.slice(8))) : ''}</span>
  )
}
