import { inspectionStages } from '@cloud-factory/contract/quality-words'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { DaysPicker } from '../../../shared/list/days-picker.tsx'
import { NarrowedBy } from './narrowed-by.tsx'
import { daysBefore, type Scope } from './statistics-scope.ts'

interface Props {
  readonly scope: Scope
  readonly today: string
  readonly onChange: (change: Partial<Scope>) => void
}

const spans = [30, 90, 365] as const

/** Days and stage of the statistics. */
export function StatisticsFilters({ scope, today, onChange }: Props) {
  const { t } = useTranslation('quality-statistics')
  const span = spans.find((days) => scope.to === today && scope.from === daysBefore(today, days - 1))
  return (
    <div className="statistics-filters">
      <DaysPicker
        days={[scope.from, scope.to]}
        labels={[t('from'), t('to')]}
        turned={null}
        onChange={([from, to]) => onChange({ from: from ?? scope.from, to: to ?? today })}
      />
      <Select
        className="list-filter"
        aria-label={t('span')}
        placeholder={t('span')}
        popupMatchSelectWidth={false}
        value={span ?? null}
        options={spans.map((days) => ({ value: days, label: t('days', { count: days }) }))}
        onChange={(days) => days !== null && onChange({ from: daysBefore(today, days - 1), to: today })}
      />
      <Select
        className="list-filter"
        allowClear
        aria-label={t('stage')}
        placeholder={t('stage')}
        popupMatchSelectWidth={false}
        value={scope.stage}
        options={inspectionStages.map((stage) => ({ value: stage, label: t(`inspections:stage.${stage}`) }))}
        onChange={(stage: Scope['stage'] | undefined) => onChange({ stage: stage ?? null })}
      />
      <NarrowedBy scope={scope} onChange={onChange} />
    </div>
  )
}
