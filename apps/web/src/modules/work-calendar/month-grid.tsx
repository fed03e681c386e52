import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import './calendar.css'
import { useNames } from '../../shared/i18n/use-names.ts'
import type { CalendarDay, Month } from './calendar.queries.ts'

/** Names of the days above a month, Monday first. Its page fetches the words of `calendar`. */
export function WeekdayHeads() {
  const { t } = useTranslation('work-calendar')
  return (
    <div className="month-heads" aria-hidden="true">
      {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
        <span key={weekday}>{t(`weekday.${weekday}`)}</span>
      ))}
    </div>
  )
}

const dayMs = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The weeks of a month `YYYY-MM`, Monday first, filled up with the days around it. */
export function monthOf(month: string): readonly (readonly string[])[] {
  const first = Date.parse(`${month}-01T00:00:00Z`)
  const start = first - ((new Date(first).getUTCDay() + 6) % 7) * dayMs
  const end = Date.parse(`${movedMonth(month, 1)}-01T00:00:00Z`)
  const weeks: string[][] = []
  for (let at = start; at < end; at += 7 * dayMs)
    weeks.push(Array.from({ length: 7 }, (_, day) => dayOf(at + day * dayMs)))
  return weeks
}

/** The month so many months on. */
export function movedMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const count = year * 12 + number - 1 + by
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** Minutes as hours with at most one digit: `21.5`. */
export const hoursOf = (minutes: number): string => String(Math.round(minutes / 6) / 10)

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
