import { machineClasses } from '@cloud-factory/domain/machines/equipment-enums'
import { figureGroups } from '@cloud-factory/domain/machines/machine-enums'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { daysBefore } from '../../shared/format/days.ts'
import { type Choice, ChoiceFilters } from '../../shared/list/choice-filters.tsx'
import { SpanFilter } from '../../shared/list/span-filter.tsx'
import { figuresQuery } from '../machine-states/states.queries.ts'
import type { FilterName, Scope } from './figures-scope.rules.ts'

interface Props {
  readonly scope: Scope
  readonly today: string
  readonly onChange: (change: Partial<Scope>) => void
}

const spans = [1, 7, 30, 90] as const

/** Days, grouping and machines of the figures. */
export function FigureFilters({ scope, today, onChange }: Props) {
  const { t } = useTranslation('oee')
  // All machines of these days, so that other lines stay selectable when one is selected.
  const { data } = useQuery(figuresQuery({ from: scope.from, to: scope.to, by: 'machine' }))
  const choices: readonly Omit<Choice<FilterName>, 'label'>[] = [
    {
      name: 'workshopId',
      options: (data?.workshops ?? []).map(({ id, name }) => ({ value: id, label: name })),
    },
    { name: 'line', options: (data?.lines ?? []).map((line) => ({ value: line, label: line })) },
    {
      name: 'class',
      options: machineClasses.map((value) => ({ value, label: t(`machines:class.${value}`) })),
    },
    {
      name: 'machineId',
      options: (data?.rows ?? []).map(({ key, name }) => ({ value: key, label: name })),
    },
  ]
  return (
    <div className="figure-filters">
      <SpanFilter
        days={[scope.from, scope.to]}
        today={today}
        labels={[t('from'), t('to')]}
        label={t('span.label')}
        spans={spans.map((value) => ({
          value,
          label: t(`span.${value}`),
          days: [daysBefore(today, value - 1), today] as const,
        }))}
        onChange={onChange}
      />
      {scope.part === 'overview' && (
        <Select
          className="list-filter"
          aria-label={t('by.label')}
          popupMatchSelectWidth={false}
          value={scope.by}
          options={figureGroups.map((value) => ({ value, label: `${t('by.label')} · ${t(`by.${value}`)}` }))}
          onChange={(by) => onChange({ by })}
        />
      )}
      <ChoiceFilters
        choices={choices.map((choice) => ({ ...choice, label: t(`filter.${choice.name}`) }))}
        chosen={scope.filters}
        onChange={(filters) => onChange({ filters })}
      />
    </div>
  )
}
