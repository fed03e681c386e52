import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useCalendarChanged, type Month, monthQuery } from './calendar.queries.ts'
import './calendar.css'
import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useToday } from '../../shared/format/dates.ts'
import { ListSelect } from '../../shared/list/list-select.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { QueryState } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { movedMonth, MonthGrid, hoursOf } from './month-grid.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'

const DaysDialog = lazyDialog(async () => (await import('./days-dialog.tsx')).DaysDialog)
const PatternForm = lazyDialog(async () => (await import('./pattern-form.tsx')).PatternForm)

interface FollowDialogProps {
  readonly workshopId: string
  readonly version: number
  readonly onClose: () => void
}

/** A workshop gives up a week of its own. */
export function FollowDialog({ workshopId, version, onClose }: FollowDialogProps) {
  const { t } = useTranslation('work-calendar')
  const changed = useCalendarChanged()
  return (
    <ActionDialog
      title={t('follow')}
      action={t('follow')}
      danger
      act={() =>
        api('DELETE /api/work-calendar/pattern', { query: { workshopId, version: String(version) } }).finally(
          () => void changed(),
        )
      }
      onDone={onClose}
      onClose={onClose}
    >
      {t('followText')}
    </ActionDialog>
  )
}

type Open = { readonly days: readonly [from: string, to: string] } | 'pattern' | 'follow'

/** When is worked: the factory's month, or that of a workshop which differs from it. */
export function CalendarPage() {
  const today = useToday()
  const [search, setSearch] = useSearchParams()
  const monthText = search.get('month') ?? ''
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(monthText) ? monthText : today.slice(0, 7)
  const workshopId = search.get('workshop')
  const go = (to: { month?: string; workshop?: string | null }) => {
    const workshop = to.workshop === undefined ? workshopId : to.workshop
    setSearch({ month: to.month ?? month, ...(workshop === null ? {} : { workshop }) }, { replace: true })
  }
  const query = useQuery(monthQuery(month, workshopId))
  const [open, setOpen] = useState<Open | null>(null)
  const { data } = query
  return (
    <div className="page calendar-page">
      <Head month={data} workshopId={workshopId} today={today} onOpen={setOpen} />
      <Tools month={month} workshopId={workshopId} today={today} data={data} onGo={go} />
      <QueryState query={query} rows={10} />
      {query.error === null && data !== undefined && (
        <div className={query.isPlaceholderData ? 'is-old' : ''}>
          <MonthGrid
            month={data}
            onDay={data.can.edit === true ? (day) => setOpen({ days: [day, day] }) : null}
          />
          <PatternView month={data} workshopId={workshopId} />
        </div>
      )}
      {data !== undefined && (
        <Dialogs month={data} workshopId={workshopId} open={open} onClose={() => setOpen(null)} />
      )}
    </div>
  )
}

interface HeadProps {
  readonly month: Month | undefined
  readonly workshopId: string | null
  readonly today: string
  readonly onOpen: (open: Open) => void
}

function Head({ month, workshopId, today, onOpen }: HeadProps) {
  const { t } = useTranslation('work-calendar')
  const allowed = month?.can.edit
  return (
    <PageHeader title={t('shell:route.equipmentCalendar')} note={t('note')}>
      {month?.pattern.isOwn === true && workshopId !== null && (
        <ReasonButton allowed={allowed} onClick={() => onOpen('follow')}>
          {t('follow')}
        </ReasonButton>
      )}
      <ReasonButton allowed={allowed} onClick={() => onOpen('pattern')}>
        {t('editPattern')}
      </ReasonButton>
      <ReasonButton type="primary" allowed={allowed} onClick={() => onOpen({ days: [today, today] })}>
        {t('markDays')}
      </ReasonButton>
    </PageHeader>
  )
}

interface ToolsProps {
  readonly month: string
  readonly workshopId: string | null
  readonly today: string
  readonly data: Month | undefined
  readonly onGo: (to: { month?: string; workshop?: string | null }) => void
}

/** Month, workshop and totals. */
function Tools({ month, workshopId, today, data, onGo }: ToolsProps) {
  const { t } = useTranslation('work-calendar')
  const worked = data?.days.filter(({ plannedMinutes }) => plannedMinutes > 0).length ?? 0
  const minutes = data?.days.reduce((sum, { plannedMinutes }) => sum + plannedMinutes, 0) ?? 0
  const step = (by: number) => onGo({ month: movedMonth(month, by) })
  return (
    <div className="calendar-tools">
      <Button icon={<LeftOutlined />} aria-label={t('common:calendar.before')} onClick={() => step(-1)} />
      <strong aria-live="polite">{month}</strong>
      <Button icon={<RightOutlined />} aria-label={t('common:calendar.after')} onClick={() => step(1)} />
      <Button onClick={() => onGo({ month: today.slice(0, 7) })}>{t('thisMonth')}</Button>
      <ListSelect
        label={t('of')}
        required
        values={[workshopId ?? '']}
        options={[
          { value: '', label: t('factory') },
          ...(data?.workshops ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={([value = '']) => onGo({ workshop: value === '' ? null : value })}
      />
      {data !== undefined && (
        <span className="calendar-sum" role="status">
          {t('sum', { hours: hoursOf(minutes), count: worked })}
        </span>
      )}
    </div>
  )
}

interface DialogsProps {
  readonly month: Month
  readonly workshopId: string | null
  readonly open: Open | null
  readonly onClose: () => void
}

function Dialogs({ month, workshopId, open, onClose }: DialogsProps) {
  return (
    <>
      {open === 'pattern' && <PatternForm month={month} workshopId={workshopId} onClose={onClose} />}
      {open === 'follow' && workshopId !== null && (
        <FollowDialog version={month.pattern.version} workshopId={workshopId} onClose={onClose} />
      )}
      {open !== null && typeof open === 'object' && (
        <DaysDialog month={month} workshopId={workshopId} days={open.days} onClose={onClose} />
      )}
    </>
  )
}

interface PatternViewProps {
  readonly month: Month
  readonly workshopId: string | null
}

/** The week as it usually is: shifts, their days and breaks. */
function PatternView({ month: { pattern, shifts }, workshopId }: PatternViewProps) {
  const { t } = useTranslation('work-calendar')
  const nameOf = useNames()
  return (
    <section className="pattern-view">
      <h2>{t('pattern')}</h2>
      <p className="page-note">
        {workshopId !== null && t(pattern.isOwn ? 'own' : 'followed')}{' '}
        {t('prompt', { count: pattern.promptMinutes })}
      </p>
      <ScrollRegion label={t('pattern')} width={520}>
        <table aria-label={t('pattern')}>
          <thead>
            <tr>
              <th scope="col">{t('common:by.shift')}</th>
              <th scope="col">{t('common:field.time')}</th>
              <th scope="col">{t('weekdays')}</th>
              <th scope="col">{t('breaks')}</th>
            </tr>
          </thead>
          <tbody>
            {shifts.map((shift) => {
              const running = pattern.shifts.find(({ shiftId }) => shiftId === shift.id)
              return (
                <tr key={shift.id}>
                  <th scope="row">{nameOf(shift.names)}</th>
                  <td>
                    {shift.startsAt} – {shift.endsAt}
                  </td>
                  <td>
                    {running === undefined
                      ? t('notRun')
                      : running.weekdays.map((day) => t(`weekday.${day}`)).join(' ')}
                  </td>
                  <td>
                    {(running?.breaks ?? [])
                      .map(({ startsAt, minutes }) => t('break', { at: startsAt, count: minutes }))
                      .join(', ')}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}
