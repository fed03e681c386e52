import { inspectionStages } from '@cloud-factory/contract/quality-enums'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { daysBefore } from '../../../shared/format/days.ts'
import { SpanFilter } from '../../../shared/list/span-filter.tsx'
import { NarrowedBy } from './narrowed-by.tsx'
import type { Scope } from './statistics-scope.ts'

interface Props {
  readonly scope: Scope
  readonly today: string
  readonly onChange: (change: Partial<Scope>) => void
}

const spans = [30, 90, 365] as const

/** Days and stage of the statistics. */
export function StatisticsFilters({ scope, today, onChange }: Props) {
  const { t } = useTranslation('quality-statistics')
  return (
    <div className="statistics-filters">
      <SpanFilter
        days={[scope.from, scope.to]}
        today={today}
        labels={[t('from'), t('to')]}
        label={t('span')}
        spans={spans.map((value) => ({
          value,
          label: t('days', { count: value }),
          days: [daysBefore(today, value - 1), today] as const,
        }))}
        onChange={onChange}
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
