import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useInstant } from '../../../shared/format/dates.ts'
import { lazyPart } from '../../../shared/ui/lazy-part.ts'
import { Overlay } from '../../../shared/ui/overlay.tsx'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../../shared/ui/reason-button.tsx'
import { movedMonth } from '../maintenance/month.ts'
import { monthQuery } from './calendar.queries.ts'
import { MonthGrid } from './month-grid.tsx'
import { PatternView } from './pattern-view.tsx'
import { hoursOf } from './hours.ts'
import './calendar.css'

const DaysDialog = lazyPart(async () => (await import('./days-dialog.tsx')).DaysDialog)
const PatternForm = lazyPart(async () => (await import('./pattern-form.tsx')).PatternForm)
const FollowDialog = lazyPart(async () => (await import('./follow-dialog.tsx')).FollowDialog)

type Open = { readonly days: readonly [from: string, to: string] } | 'pattern' | 'follow'

/** When is worked: the factory's month, or that of a workshop which differs from it. */
export function CalendarPage() {
  const { t } = useTranslation('calendar')
  const instant = useInstant()
  const [today] = useState(() => instant(Date.now(), '{y}-{m}-{d}'))
  const [search, setSearch] = useSearchParams()
  const said = search.get('month') ?? ''
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(said) ? said : today.slice(0, 7)
  const workshopId = search.get('workshop')
  const go = (to: { month?: string; workshop?: string | null }) => {
    const workshop = to.workshop === undefined ? workshopId : to.workshop
    setSearch({ month: to.month ?? month, ...(workshop === null ? {} : { workshop }) }, { replace: true })
  }
  const { data, error, refetch, isPlaceholderData } = useQuery(monthQuery(month, workshopId))
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const may = data?.can.edit
  const worked = data?.days.filter(({ plannedMinutes }) => plannedMinutes > 0).length ?? 0
  const minutes = data?.days.reduce((sum, { plannedMinutes }) => sum + plannedMinutes, 0) ?? 0
  return (
    <div className="page calendar-page">
      <PageHeader title={t('shell:route.equipmentCalendar')} note={t('note')}>
        {data?.pattern.isOwn === true && workshopId !== null && (
          <ReasonButton may={may} onClick={() => setOpen('follow')}>
            {t('follow')}
          </ReasonButton>
        )}
        <span {...PatternForm.early}>
          <ReasonButton may={may} onClick={() => setOpen('pattern')}>
            {t('editPattern')}
          </ReasonButton>
        </span>
        <span {...DaysDialog.early}>
          <ReasonButton type="primary" may={may} onClick={() => setOpen({ days: [today, today] })}>
            {t('markDays')}
          </ReasonButton>
        </span>
      </PageHeader>
      <div className="calendar-tools">
        <Button
          icon={<LeftOutlined />}
          aria-label={t('before')}
          onClick={() => go({ month: movedMonth(month, -1) })}
        />
        <strong aria-live="polite">{month}</strong>
        <Button
          icon={<RightOutlined />}
          aria-label={t('after')}
          onClick={() => go({ month: movedMonth(month, 1) })}
        />
        <Button onClick={() => go({ month: today.slice(0, 7) })}>{t('thisMonth')}</Button>
        <Select
          className="list-filter"
          aria-label={t('of')}
          popupMatchSelectWidth={false}
          value={workshopId ?? ''}
          options={[
            { value: '', label: t('factory') },
            ...(data?.workshops ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(value) => go({ workshop: value === '' ? null : value })}
        />
        {data !== undefined && (
          <span className="calendar-sum" role="status">
            {t('sum', { hours: hoursOf(minutes), count: worked })}
          </span>
        )}
      </div>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton active paragraph={{ rows: 10 }} />}
      {error === null && data !== undefined && (
        <div className={isPlaceholderData ? 'is-old' : ''}>
          <MonthGrid month={data} onDay={may === true ? (day) => setOpen({ days: [day, day] }) : null} />
          <PatternView month={data} workshopId={workshopId} />
        </div>
      )}
      <Overlay onClose={close}>
        {open === 'pattern' && data !== undefined && (
          <PatternForm month={data} workshopId={workshopId} onClose={close} />
        )}
        {open === 'follow' && data !== undefined && workshopId !== null && (
          <FollowDialog version={data.pattern.version} workshopId={workshopId} onClose={close} />
        )}
        {open !== null && typeof open === 'object' && data !== undefined && (
          <DaysDialog month={data} workshopId={workshopId} days={open.days} onClose={close} />
        )}
      </Overlay>
    </div>
  )
}
