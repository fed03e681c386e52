import { useTranslation } from 'react-i18next'
import { useNames } from '../../shared/i18n/use-names.ts'
import { monthOf } from './month.ts'
import type { CalendarDay, Month } from './calendar.queries.ts'
import { hoursOf } from './hours.ts'
import { WeekdayHeads } from './weekday-heads.tsx'

interface Props {
  readonly month: Month
  /** Opens a day; null: read only. */
  readonly onDay: ((day: string) => void) | null
}

/**
 * The weeks of the month, Monday first, with shifts and planned hours. A list of days on a phone.
 */
export function MonthGrid({ month, onDay }: Props) {
  const { t } = useTranslation('work-calendar')
  const days = new Map(month.days.map((day) => [day.day, day]))
  return (
    <>
      <WeekdayHeads />
      <ol className="month-days" aria-label={t('days', { month: month.month })}>
        {monthOf(month.month)
          .flat()
          .map((day, index) => {
            const known = days.get(day)
            return (
              <li key={day} className={classOf(known, day === month.today)}>
                {known !== undefined && (
                  <Day day={known} weekday={(index % 7) + 1} month={month} onDay={onDay} />
                )}
              </li>
            )
          })}
      </ol>
    </>
  )
}

function classOf(day: CalendarDay | undefined, isToday: boolean): string {
  if (day === undefined) return 'is-other'
  const kind = day.plannedMinutes === 0 ? 'is-off' : 'is-work'
  return `${kind} ${day.exception === null ? '' : 'is-exception'} ${isToday ? 'is-today' : ''}`
}

interface DayProps extends Props {
  readonly day: CalendarDay
  readonly weekday: number
}

function Day({ day, weekday, month, onDay }: DayProps) {
  const { t } = useTranslation('work-calendar')
  const nameOf = useNames()
  const shifts = day.shiftIds.map((id) => {
    const shift = month.shifts.find((one) => one.id === id)
    return shift === undefined ? '' : nameOf(shift.names)
  })
  const text = (
    <>
      <span className="month-date">
        <time dateTime={day.day}>{Number(day.day.slice(8))}</time>
        <span className="month-weekday">{t(`weekday.${weekday}`)}</span>
        <b>{day.plannedMinutes === 0 ? t('off') : `${hoursOf(day.plannedMinutes)} h`}</b>
      </span>
      {day.exception !== null && (
        <span className="month-name">
          {day.exception.name === day.exception.kind ? t(`kind.${day.exception.kind}`) : day.exception.name}
        </span>
      )}
      <span className="month-shifts">{shifts.join(' · ')}</span>
    </>
  )
  if (onDay === null) return <div className="month-day">{text}</div>
  return (
    <button type="button" className="month-day" onClick={() => onDay(day.day)}>
      {text}
    </button>
  )
}
