import { useTranslation } from 'react-i18next'
import { useNames } from '../../../shared/i18n/use-names.ts'
import { ScrollRegion } from '../../../shared/ui/scroll-region.tsx'
import type { Month } from './calendar.queries.ts'

interface Props {
  readonly month: Month
  readonly workshopId: string | null
}

/** The week as it usually is: shifts, their days and breaks. */
export function PatternView({ month: { pattern, shifts }, workshopId }: Props) {
  const { t } = useTranslation('calendar')
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
              <th scope="col">{t('shift')}</th>
              <th scope="col">{t('time')}</th>
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
