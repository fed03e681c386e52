import type { ScheduledOrder } from '@cloud-factory/contract/production-reports/production-reports'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../shared/ui/button.tsx'
import { useMemo } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { loadQuery } from './schedule-load.tsx'
import { outlookOf, overfullWeeks } from './schedule.rules.ts'
import type { TrialOf } from './use-trial.ts'

interface Props {
  readonly trial: TrialOf
  /** The orders as they are, and as they would be. */
  readonly before: readonly ScheduledOrder[]
  readonly after: readonly ScheduledOrder[]
}

const lateIn = (orders: readonly ScheduledOrder[]) =>
  orders.filter((order) => outlookOf(order) !== 'good').length

/** What is tried out and what it leads to; saves it all together. */
export function TrialBar({ trial, before, after }: Props) {
  const { t } = useTranslation('schedule')
  const { data: load } = useQuery(loadQuery)
  const fullBefore = useMemo(() => (load === undefined ? 0 : overfullWeeks(load, new Map())), [load])
  return (
    <section className="trial-bar" aria-label={t('trial.title')}>
      <span role="status">
        {t('trial.changed', { count: trial.tried.size })}{' '}
        {t('trial.late', { before: lateIn(before), after: lateIn(after) })}{' '}
        {load !== undefined &&
          t('trial.overfull', {
            before: fullBefore,
            after: overfullWeeks(load, trial.tried),
          })}
      </span>
      <Button onClick={trial.undo}>{t('common:undo')}</Button>
      <Button onClick={trial.discard}>{t('shell:form.discard')}</Button>
      <Button primary busy={trial.saving} onClick={trial.save}>
        {t('trial.save')}
      </Button>
    </section>
  )
}
