import '../../shared/ui/record.css'
import './schedule.css'
import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { Button } from '../../shared/ui/button.tsx'
import { Segmented } from '../../shared/ui/segmented.tsx'
import { SearchBox } from '../../shared/list/search-box.tsx'
import { type KeyboardEvent } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useSearchParams } from 'react-router'
import { type Answer, api, type Sent } from '../../shared/api.ts'
import { useToday } from '../../shared/format/dates.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { QueryState } from '../../shared/ui/problem-alert.tsx'
import { ProjectField } from '../projects/project-filter.tsx'
import { ScheduleLoad } from './schedule-load.tsx'
import { ScheduleBars, ScheduleCalendar } from './schedule-views.tsx'
import { TrialBar } from './trial-bar.tsx'
import { type TrialOf, useTrial } from './use-trial.ts'
import {
  monthsShown,
  searchOf,
  shiftMonth,
  type Shown,
  shownOf,
  spanOf,
  views,
  withDueDays,
  zooms,
} from './schedule.rules.ts'

const scheduleQuery = (query: NonNullable<Sent<'GET /api/orders/schedule'>['query']>) =>
  queryOptions({
    queryKey: ['orders', 'schedule', query],
    queryFn: ({ signal }) => api('GET /api/orders/schedule', { query, signal }),
    placeholderData: keepPreviousData,
  })

/** Open orders in time: bars from start to due date, or a calendar of due dates. */
export function SchedulePage() {
  const { t } = useTranslation('schedule')
  // Time of this visit; the server's response says which day is today.
  const visit = useToday()
  const [search, setSearch] = useSearchParams()
  const shown = shownOf(search, visit)
  const [from, to] = spanOf(shown.month, monthsShown(shown))
  const trial = useTrial()
  const query = useQuery(
    scheduleQuery({ from, to, q: shown.q || undefined, projectId: shown.projectId ?? undefined }),
  )
  const change = (part: Partial<Shown>) =>
    setSearch(searchOf({ ...shown, ...part }, visit), { replace: true })
  const turn = (steps: number) => change({ month: shiftMonth(shown.month, steps * monthsShown(shown)) })
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLInputElement
    const steps = { PageUp: -1, PageDown: 1 }[event.key]
    if (isTyping || steps === undefined) return
    event.preventDefault()
    turn(steps)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys that turn pages, wherever the focus is in it
    <div className="page schedule-page" onKeyDown={onKeyDown}>
      <PageHeader title={t('shell:route.orderSchedule')} note={t('note')}>
        <Link className="header-link" to="/order/list">
          {t('toOrders')}
        </Link>
      </PageHeader>
      <Controls shown={shown} thisMonth={visit.slice(0, 7)} onTurn={turn} onChange={change} />
      <QueryState query={query} rows={8} />
      {query.error === null && query.data !== undefined && (
        <div className={query.isPlaceholderData ? 'is-old' : ''} aria-busy={query.isFetching}>
          <Orders shown={shown} from={from} to={to} answer={query.data} trial={trial} />
        </div>
      )}
      <ScheduleLoad tried={trial.tried} />
    </div>
  )
}

interface OrdersProps {
  readonly shown: Shown
  readonly from: string
  readonly to: string
  readonly answer: Answer<'GET /api/orders/schedule'>
  readonly trial: TrialOf
}

function Orders({ shown, from, to, answer, trial }: OrdersProps) {
  const { t } = useTranslation('schedule')
  const { more, undated, today } = answer
  const items = withDueDays(answer.items, trial.tried, today)
  const isCalendar = shown.view === 'calendar'
  const due = isCalendar ? items.filter(({ dueOn }) => dueOn >= from && dueOn <= to) : items
  const Drawn = isCalendar ? ScheduleCalendar : ScheduleBars
  return (
    <>
      {trial.tried.size > 0 && <TrialBar trial={trial} before={answer.items} after={items} />}
      {more && <p className="schedule-note is-warning">{t('moreNote')}</p>}
      {due.length === 0 && !isCalendar ? (
        <p className="list-empty">{t('empty')}</p>
      ) : (
        <Drawn orders={due} from={from} to={to} today={today} tried={trial.tried} onMove={trial.move} />
      )}
      <Legend />
      {undated > 0 && (
        <p className="schedule-note">
          {t('undated', { count: undated, n: undated >= 1000 ? '1000+' : String(undated) })}
        </p>
      )}
    </>
  )
}

function Legend() {
  const { t } = useTranslation('schedule')
  return (
    <ul className="schedule-legend" aria-label={t('legend.label')}>
      {(['good', 'risk', 'late'] as const).map((outlook) => (
        <li key={outlook}>
          <span className={`legend-box is-${outlook}`} />
          {t(`legend.${outlook}`)}
        </li>
      ))}
      <li>
        <span className="legend-box is-overdue" />
        {t('legend.overdue')}
      </li>
      <li>
        <span className="legend-forecast" />
        {t('legend.forecast')}
      </li>
    </ul>
  )
}

interface ControlsProps {
  readonly shown: Shown
  readonly thisMonth: string
  readonly onTurn: (steps: number) => void
  readonly onChange: (part: Partial<Shown>) => void
}

function Controls({ shown, thisMonth, onTurn, onChange }: ControlsProps) {
  const { t } = useTranslation('schedule')
  const last = shiftMonth(shown.month, monthsShown(shown) - 1)
  return (
    <div className="schedule-controls">
      <span className="schedule-turn">
        <Button icon={<LeftOutlined />} aria-label={t('before')} title="PageUp" onClick={() => onTurn(-1)} />
        <strong aria-live="polite">{last === shown.month ? shown.month : `${shown.month} – ${last}`}</strong>
        <Button icon={<RightOutlined />} aria-label={t('after')} title="PageDown" onClick={() => onTurn(1)} />
        <Button disabled={shown.month === thisMonth} onClick={() => onChange({ month: thisMonth })}>
          {t('today')}
        </Button>
      </span>
      <Segmented
        label={t('view.label')}
        value={shown.view}
        options={views.map((value) => ({ value, label: t(`view.${value}`) }))}
        onChange={(view) => onChange({ view })}
      />
      {shown.view === 'bars' && (
        <Segmented
          label={t('zoom.label')}
          value={shown.zoom}
          options={zooms.map((value) => ({ value, label: t(`zoom.${value}`) }))}
          onChange={(zoom) => onChange({ zoom })}
        />
      )}
      <ProjectField chosen={shown.projectId ?? ''} onChange={(id) => onChange({ projectId: id ?? null })} />
      <SearchBox q={shown.q} hint={t('search')} onSearch={(q) => onChange({ q })} />
    </div>
  )
}
