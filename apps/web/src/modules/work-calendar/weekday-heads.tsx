import { useTranslation } from 'react-i18next'
import './calendar.css'

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
