import { machineClasses } from '@cloud-factory/contract/equipment-words'
import { figureGroups } from '@cloud-factory/contract/machine-words'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { DaysPicker } from '../../../shared/list/days-picker.tsx'
import { figuresQuery } from '../states/states.queries.ts'
import { type FilterName, filtered, type Scope } from './figures-scope.rules.ts'

interface Props {
  readonly scope: Scope
  readonly today: string
  readonly onChange: (change: Partial<Scope>) => void
}

const spans = [1, 7, 30, 90] as const
const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

/** Days, what figures are told by, and of which machines. */
export function FigureFilters({ scope, today, onChange }: Props) {
  const { t } = useTranslation('figures')
  // Of all machines of these days: choosing a line leaves the others to choose from.
  const { data } = useQuery(figuresQuery({ from: scope.from, to: scope.to, by: 'machine' }))
  const span = spans.find((days) => scope.to === today && scope.from === daysBefore(today, days - 1))
  const choices: readonly {
    readonly name: FilterName
    readonly options: readonly { readonly value: string; readonly label: string }[]
  }[] = [
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
      <DaysPicker
        days={[scope.from, scope.to]}
        labels={[t('from'), t('to')]}
        turned={null}
        onChange={([from, to]) => onChange({ from: from ?? scope.from, to: to ?? today })}
      />
      <Select
        className="list-filter"
        aria-label={t('span.label')}
        placeholder={t('span.label')}
        popupMatchSelectWidth={false}
        value={span ?? null}
        options={spans.map((value) => ({ value, label: t(`span.${value}`) }))}
        onChange={(days) => days !== null && onChange({ from: daysBefore(today, days - 1), to: today })}
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
      {choices.map(({ name, options }) => (
        <Select
          key={name}
          className="list-filter"
          aria-label={t(`filter.${name}`)}
          placeholder={t(`filter.${name}`)}
          popupMatchSelectWidth={false}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          value={scope.filters[name] ?? null}
          options={[...options]}
          onChange={(value: string | null | undefined) =>
            onChange({ filters: filtered(scope, name, value ?? null) })
          }
        />
      ))}
    </div>
  )
}
