import type { ScheduledOrder } from '@cloud-factory/contract/production-reports/order-schedule'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { outlookOf } from './bar.rules.ts'
import { daysOf, weekdayOf } from './schedule-span.rules.ts'
import { useOrderSentence } from './use-order-sentence.ts'

interface Props {
  readonly orders: readonly ScheduledOrder[]
  readonly from: string
  readonly to: string
  readonly today: string
}

const weekdays = [0, 1, 2, 3, 4, 5, 6] as const
/** So many orders of a day are shown at first. */
const fewest = 4

/** A month by its weeks, each order on the day it is due. */
export function ScheduleCalendar({ orders, from, to, today }: Props) {
  const { t } = useTranslation('schedule')
  const byDay = new Map<string, ScheduledOrder[]>()
  for (const order of orders) byDay.set(order.dueOn, [...(byDay.get(order.dueOn) ?? []), order])
  const days = daysOf(from, to)
  const blanks = weekdays.slice(0, weekdayOf(from))
  return (
    <div className="calendar">
      <div className="calendar-head" aria-hidden="true">
        {weekdays.map((weekday) => (
          <span key={weekday}>{t(`weekday.${weekday}`)}</span>
        ))}
      </div>
      <ol className="calendar-days" aria-label={t('calendar')}>
        {blanks.map((blank) => (
          <li key={blank} className="is-blank" aria-hidden="true" />
        ))}
        {days.map((day) => (
          <CalendarDay key={day} day={day} orders={byDay.get(day) ?? []} isToday={day === today} />
        ))}
      </ol>
    </div>
  )
}

interface DayProps {
  readonly day: string
  readonly orders: readonly ScheduledOrder[]
  readonly isToday: boolean
}

function CalendarDay({ day, orders, isToday }: DayProps) {
  const { t } = useTranslation('schedule')
  const sentence = useOrderSentence()
  const [all, setAll] = useState(false)
  const shown = all ? orders : orders.slice(0, fewest)
  const words = [
    weekdayOf(day) > 4 ? 'is-weekend' : '',
    isToday ? 'is-today' : '',
    orders.length === 0 ? 'is-empty' : '',
  ]
  return (
    <li className={words.join(' ')}>
      <time dateTime={day} className="calendar-date">
        {Number(day.slice(8))}
        <span className="calendar-weekday"> {t(`weekday.${weekdayOf(day) as 0}`)}</span>
      </time>
      {shown.map((order) => (
        <Link
          key={order.id}
          className={`calendar-order is-${outlookOf(order)}`}
          to={`/order/detail/${order.id}`}
          title={sentence(order)}
        >
          {order.no} <small>{Math.round(order.progress * 100)}%</small>
        </Link>
      ))}
      {shown.length < orders.length && (
        <button type="button" className="calendar-more" onClick={() => setAll(true)}>
          {t('more', { count: orders.length - shown.length })}
        </button>
      )}
    </li>
  )
}
