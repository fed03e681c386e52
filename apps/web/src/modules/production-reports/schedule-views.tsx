import type { ScheduledOrder } from '@cloud-factory/contract/production-reports/production-reports'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { outlookOf, barOf, type DueDays, type Piece, daysOf, weekdayOf } from './schedule.rules.ts'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { addDays, dayNumber } from '@cloud-factory/domain/numbers/civil-days'

/** Everything a bar shows as text, for screen readers and tooltips. */
function useOrderSentence(): (order: ScheduledOrder) => string {
  const { t } = useTranslation('schedule')
  return (order) => {
    const { no, project, startsOn, startIs, dueOn, progress, forecast, daysLate, heldPieces } = order
    const outlook = outlookOf(order)
    return [
      `${no} ${project.name}`,
      t(`start.${startIs}`, { day: startsOn }),
      t('due', { day: dueOn }),
      t('done', { share: Math.round(progress * 100) }),
      ...(forecast === null ? [] : [t('forecast', { day: forecast.doneOn })]),
      outlook === 'late' ? t('late', { count: daysLate ?? 0 }) : t(`outlook.${outlook}`),
      ...(heldPieces > 0 ? [t('held', { count: heldPieces })] : []),
    ].join(t('common:rule.comma'))
  }
}

interface ScheduleProps {
  readonly orders: readonly ScheduledOrder[]
  readonly from: string
  readonly to: string
  readonly today: string
  /** Due days that are tried out. */
  readonly tried: DueDays
  /** Tries another due day; `goesOn`: as part of the same drag. */
  readonly onMove: (order: ScheduledOrder, dueOn: string, goesOn?: boolean) => void
}

const signs = { late: '▲', risk: '!', good: '' } as const

/**
 * A bar for each order from its start to its due date. Up and down move from order to order, Enter opens one. The due
 * date is moved by dragging the end of the bar, or by Shift with left and right, with Ctrl by a week.
 */
export function ScheduleBars({ orders, from, to, today, tried, onMove }: ScheduleProps) {
  const { t } = useTranslation('schedule')
  const sentence = useOrderSentence()
  const list = useRef<HTMLUListElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('.bar-link') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    const days = daysMoved(event)
    const order = orders[at]
    if (order?.can.edit === true && days !== 0) {
      event.preventDefault()
      onMove(order, addDays(order.dueOn, days))
      return
    }
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
          <OrderBar
            key={order.id}
            {...{ order, from, to, today, onMove }}
            title={sentence(order)}
            isTried={tried.has(order.id)}
          />
        ))}
      </ul>
    </div>
  )
}

/** Days by which a key moves a due date; 0: it moves none. */
function daysMoved({ key, shiftKey, ctrlKey }: KeyboardEvent): number {
  const direction = { ArrowLeft: -1, ArrowRight: 1 }[key]
  return shiftKey && direction !== undefined ? direction * (ctrlKey ? 7 : 1) : 0
}

interface BarProps extends Omit<ScheduleProps, 'orders' | 'tried'> {
  readonly order: ScheduledOrder
  readonly title: string
  readonly isTried: boolean
}

function OrderBar({ order, title, from, to, today, isTried, onMove }: BarProps) {
  const now = place(today, from, to)
  const bar = barOf(order, from, to, today)
  const outlook = outlookOf(order)
  return (
    <li className={`is-${outlook} ${isTried ? 'is-tried' : ''}`}>
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
            <span className="bar-share">{Math.round(order.progress * 100)} %</span>
          </span>
        )}
        {bar.overdue !== null && (
          <span className="bar-overdue" style={inside(bar.overdue)}>
            {bar.planned === null && <span className="bar-share">{Math.round(order.progress * 100)} %</span>}
          </span>
        )}
        {bar.forecast !== null && (
          <span className="bar-forecast" style={{ insetInlineStart: `${bar.forecast}%` }} />
        )}
        <BarEnd bar={bar} {...{ order, from, to, onMove }} />
      </span>
    </li>
  )
}

type EndProps = Pick<BarProps, 'order' | 'from' | 'to' | 'onMove'> & {
  readonly bar: ReturnType<typeof barOf>
}

/** The end of a bar, if it is shown: dragging it moves the due date day by day. */
function BarEnd({ bar: { planned, goesOn }, order, from, to, onMove }: EndProps) {
  const [drag, setDrag] = useState<{ readonly x: number; readonly dueOn: string; moved: boolean } | null>(
    null,
  )
  const move = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    if (drag === null) return
    const dayWidth = (currentTarget.parentElement?.offsetWidth ?? 0) / (dayNumber(to) - dayNumber(from) + 1)
    const dueOn = addDays(drag.dueOn, Math.round((clientX - drag.x) / dayWidth))
    if (dueOn === order.dueOn) return
    onMove(order, dueOn, drag.moved)
    setDrag({ ...drag, moved: true })
  }
  if (planned === null || goesOn.after || order.can.edit !== true) return null
  return (
    <span
      className="bar-end"
      style={{ insetInlineStart: `${planned.left + planned.width}%` }}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ x: event.clientX, dueOn: order.dueOn, moved: false })
      }}
      onPointerMove={move}
      onPointerUp={() => setDrag(null)}
      onPointerCancel={() => setDrag(null)}
    >
      {drag !== null && <span className="bar-due">{order.dueOn}</span>}
    </span>
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

const weekdays = [0, 1, 2, 3, 4, 5, 6] as const
/** So many orders of a day are shown at first. */
const fewest = 4

/** A month by its weeks, each order on the day it is due; dragging it to another day moves its due date. */
export function ScheduleCalendar({ orders, from, to, today, tried, onMove }: ScheduleProps) {
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
          <CalendarDay
            key={day}
            day={day}
            orders={byDay.get(day) ?? []}
            isToday={day === today}
            tried={tried}
            onDrop={(id) => {
              const order = orders.find((one) => one.id === id)
              if (order?.can.edit === true && order.dueOn !== day) onMove(order, day)
            }}
          />
        ))}
      </ol>
    </div>
  )
}

interface DayProps {
  readonly day: string
  readonly orders: readonly ScheduledOrder[]
  readonly isToday: boolean
  readonly tried: DueDays
  /** An order, by its id, was dropped on this day. */
  readonly onDrop: (orderId: string) => void
}

/** What is dragged: an order of this page, by its id. */
const dragged = 'text/x-order-id'

function CalendarDay({ day, orders, isToday, tried, onDrop }: DayProps) {
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
    <li
      className={words.join(' ')}
      onDragOver={(event) => event.dataTransfer.types.includes(dragged) && event.preventDefault()}
      onDrop={({ dataTransfer }) => onDrop(dataTransfer.getData(dragged))}
    >
      <time dateTime={day} className="calendar-date">
        {Number(day.slice(8))}
        <span className="calendar-weekday"> {t(`weekday.${weekdayOf(day) as 0}`)}</span>
      </time>
      {shown.map((order) => (
        <Link
          key={order.id}
          className={`calendar-order is-${outlookOf(order)} ${tried.has(order.id) ? 'is-tried' : ''}`}
          to={`/order/detail/${order.id}`}
          draggable={order.can.edit === true}
          onDragStart={({ dataTransfer }) => dataTransfer.setData(dragged, order.id)}
          title={sentence(order)}
        >
          {order.no} <small>{Math.round(order.progress * 100)} %</small>
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
