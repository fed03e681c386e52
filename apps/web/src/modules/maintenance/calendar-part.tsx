import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { CalendarEntry } from '@cloud-factory/contract/maintenance/maintenance-plans'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { WeekdayHeads } from '../work-calendar/weekday-heads.tsx'
import { monthOf, movedMonth } from '../work-calendar/month.ts'
import { listQuery } from './maintenance.queries.ts'

/** A month of what is due, done and reported, day by day. */
export function CalendarPart() {
  const { t } = useTranslation(['maintenance', 'work-calendar'])
  const instant = useInstant()
  const [today] = useState(() => instant(Date.now(), '{y}-{m}-{d}'))
  const [month, setMonth] = useState(today.slice(0, 7))
  const weeks = monthOf(month)
  const from = weeks[0]?.[0] ?? today
  const to = weeks.at(-1)?.[6] ?? today
  const { data, error, refetch } = useQuery(listQuery('GET /api/maintenance-calendar', { from, to }))
  const byDay = Map.groupBy(data?.items ?? [], ({ day }) => day)
  return (
    <div className="calendar">
      <div className="calendar-bar">
        <Button
          icon={<LeftOutlined />}
          aria-label={t('calendar.before')}
          onClick={() => setMonth(movedMonth(month, -1))}
        />
        <strong aria-live="polite">{month}</strong>
        <Button
          icon={<RightOutlined />}
          aria-label={t('calendar.after')}
          onClick={() => setMonth(movedMonth(month, 1))}
        />
        <Button onClick={() => setMonth(today.slice(0, 7))}>{t('calendar.today')}</Button>
      </div>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      <WeekdayHeads />
      <ol className="calendar-days" aria-label={t('part.calendar')}>
        {weeks.flat().map((day, index) => (
          <li
            key={day}
            className={`${day.startsWith(month) ? '' : 'is-other'} ${day === today ? 'is-today' : ''} ${byDay.has(day) ? '' : 'is-empty'}`}
          >
            <time dateTime={day}>{Number(day.slice(8))}</time>
            <span className="month-weekday">{t(`work-calendar:weekday.${(index % 7) + 1}`)}</span>
            <ul>
              {(byDay.get(day) ?? []).map((entry) => (
                <li key={entry.id} className={`is-${entry.kind} ${entry.urgent ? 'is-urgent' : ''}`}>
                  <Entry entry={entry} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Entry({ entry }: { readonly entry: CalendarEntry }) {
  const { t } = useTranslation('maintenance')
  const { machine, machineId, title, repairId } = entry
  const kind = entry.forecast ? 'forecast' : entry.kind
  const to = repairId === null ? `/equipment/detail/${machineId}` : `/equipment/repair/${repairId}`
  return (
    <Link to={to} title={`${t(`calendar.${kind}`)} ${machine} ${title}`}>
      <span className="calendar-kind">{t(`calendar.${kind}`)}</span> {machine} {title}
    </Link>
  )
}
