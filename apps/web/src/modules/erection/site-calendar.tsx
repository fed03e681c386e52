import type { CalendarDay } from '@cloud-factory/contract/erection/erection'
import { addDays, weekdayOf } from '@cloud-factory/domain/numbers/civil-days'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { useToday } from '../../shared/format/dates.ts'
import { absent, tonnes } from '../../shared/format/numbers.ts'
import { Button } from '../../shared/ui/button.tsx'
import { QueryState } from '../../shared/ui/problem-alert.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { ProjectField } from '../projects/project-filter.tsx'
import { Amount } from './erection-labels.tsx'
import { calendarQuery } from './erection.queries.ts'

const span = 14
const figures = ['leave', 'shipped', 'received', 'planned', 'erected'] as const

/** Two weeks of the site, from the Monday of this week: what shipping and erection plan, and what they did. */
export function SiteCalendar() {
  const { t } = useTranslation('erection')
  const today = useToday()
  const monday = addDays(today, 1 - weekdayOf(today))
  const [from, setFrom] = useState(monday)
  const [projectId, setProject] = useState<string>()
  const query = useQuery(calendarQuery({ from, days: span, projectId }))
  return (
    <div className="site-scroller">
      <div className="site-days">
        <Button onClick={() => setFrom(addDays(from, -span))}>{t('calendar.before')}</Button>
        <Button onClick={() => setFrom(monday)}>{t('calendar.today')}</Button>
        <Button onClick={() => setFrom(addDays(from, span))}>{t('calendar.after')}</Button>
        <ProjectField chosen={projectId ?? ''} onChange={setProject} />
      </div>
      <QueryState query={query} rows={span} />
      {query.data !== undefined && <Days days={query.data.items} today={today} />}
    </div>
  )
}

interface DaysProps {
  readonly days: readonly CalendarDay[]
  readonly today: string
}

function Days({ days, today }: DaysProps) {
  const { t } = useTranslation('erection')
  return (
    <ScrollRegion label={t('shipping:siteCalendar')} width={340}>
      <table className="site-calendar">
        <thead>
          <tr>
            <th scope="col">{t('common:field.day')}</th>
            {figures.map((name) => (
              <th key={name} scope="col">
                {name === 'erected' ? t('count.erected') : t(`calendar.${name}`)}
              </th>
            ))}
            <th scope="col">{t('field.lots')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((row) => (
            <tr key={row.day} className={row.day === today ? 'is-today' : ''}>
              <th scope="row">{row.day}</th>
              {figures.map((name) => (
                <td key={name}>
                  <Amount {...row[name]} />
                </td>
              ))}
              <td>
                {row.lots.length === 0
                  ? absent
                  : row.lots.map(({ id, code, order }) => (
                      <Link key={id} to={`/order/detail/${order.id}?part=erection`}>
                        {order.no} {code}{' '}
                      </Link>
                    ))}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <Totals days={days} />
        </tfoot>
      </table>
    </ScrollRegion>
  )
}

/** Tonnes of all days shown. */
function Totals({ days }: Pick<DaysProps, 'days'>) {
  const { t } = useTranslation('erection')
  return (
    <tr>
      <th scope="row">{t('common:ncr.total')}</th>
      {figures.map((name) => (
        <td key={name}>{tonnes(days.reduce((sum, row) => sum + row[name].kg, 0))} t</td>
      ))}
      <td />
    </tr>
  )
}
