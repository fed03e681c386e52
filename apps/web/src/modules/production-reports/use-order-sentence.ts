import type { ScheduledOrder } from '@cloud-factory/contract/production-reports/order-schedule'
import { useTranslation } from 'react-i18next'
import { outlookOf } from './bar.rules.ts'

/** Everything a bar shows as text, for screen readers and tooltips. */
export function useOrderSentence(): (order: ScheduledOrder) => string {
  const { t } = useTranslation('schedule')
  return (order) => {
    const { no, project, startsOn, startIs, dueOn, progress, forecast, daysLate, heldPieces } = order
    const outlook = outlookOf(order)
    return [
      `${no} ${project.name}`,
      t(`start.${startIs}`, { day: startsOn }),
      t('due', { day: dueOn }),
      t('done', { share: Math.round(progress * 100) }),
      ...(forecast === null ? [] : [t('forecast', { day: forecast.doneOn })]),
      outlook === 'late' ? t('late', { count: daysLate ?? 0 }) : t(`outlook.${outlook}`),
      ...(heldPieces > 0 ? [t('held', { count: heldPieces })] : []),
    ].join(t('common:rule.comma'))
  }
}
