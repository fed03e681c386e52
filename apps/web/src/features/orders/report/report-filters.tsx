import { Select, Segmented } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DaysPicker } from '../../../shared/list/days-picker.tsx'
import { planQuery } from '../plan/plan.queries.ts'
import { useNames } from '../../../shared/i18n/use-names.ts'
import { ProjectSelect } from '../project-select.tsx'
import {
  type FilterName,
  groups,
  measures,
  periods,
  type Scope,
  spanOf,
  spans,
} from './report-scope.rules.ts'

interface Props {
  readonly scope: Scope
  readonly today: string
  readonly onChange: (change: Partial<Scope>) => void
}

/** Days, periods, groups and filters of the report. */
export function ReportFilters({ scope, today, onChange }: Props) {
  const { t } = useTranslation('report')
  const span = spans.find((word) => spanOf(word, today).join() === `${scope.from},${scope.to}`)
  return (
    <div className="report-filters">
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
        onChange={(word) => {
          if (word === null) return
          const [from, to] = spanOf(word, today)
          onChange({ from, to })
        }}
      />
      <Segmented
        aria-label={t('per.label')}
        value={scope.per}
        options={periods.map((value) => ({ value, label: t(`per.${value}`) }))}
        onChange={(per) => onChange({ per })}
      />
      <Segmented
        aria-label={t('measure.label')}
        value={scope.measure}
        options={measures.map((value) => ({ value, label: t(`measure.${value}`) }))}
        onChange={(measure) => onChange({ measure })}
      />
      <Select
        className="list-filter"
        aria-label={t('group.label')}
        popupMatchSelectWidth={false}
        value={scope.group}
        options={groups.map((value) => {
          const name = t(`group.${value}`)
          return { value, label: value === 'none' ? name : `${t('group.label')} · ${name}` }
        })}
        onChange={(group) => onChange({ group })}
      />
      <ProjectSelect
        className="list-filter"
        label={t('filter.project')}
        placeholder={t('filter.project')}
        value={scope.filters.projectId ?? null}
        onChange={(id) => onChange({ filters: filtered(scope, 'projectId', id) })}
      />
      <PlanFilters scope={scope} onChange={onChange} />
    </div>
  )
}

function PlanFilters({ scope, onChange }: Pick<Props, 'scope' | 'onChange'>) {
  const { t } = useTranslation('report')
  const nameOf = useNames()
  const processes = useQuery(planQuery('GET /api/processes')).data?.items ?? []
  const workshops = useQuery(planQuery('GET /api/workshops')).data?.items ?? []
  const crews = useQuery(planQuery('GET /api/crews')).data?.items ?? []
  const choices: readonly {
    readonly name: FilterName
    readonly label: string
    readonly options: readonly { readonly value: string; readonly label: string }[]
  }[] = [
    {
      name: 'processId',
      label: t('filter.process'),
      options: processes.map(({ id, names }) => ({ value: id, label: nameOf(names) })),
    },
    {
      name: 'workshopId',
      label: t('filter.workshop'),
      options: workshops.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      name: 'crewId',
      label: t('filter.crew'),
      options: crews.map(({ id, name }) => ({ value: id, label: name })),
    },
  ]
  return choices.map(({ name, label, options }) => (
    <Select
      key={name}
      className="list-filter"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      aria-label={label}
      placeholder={label}
      value={scope.filters[name] ?? null}
      options={[...options]}
      onChange={(id: string | null | undefined) => onChange({ filters: filtered(scope, name, id) })}
    />
  ))
}

function filtered({ filters }: Scope, name: FilterName, id: string | null | undefined): Scope['filters'] {
  const { [name]: _before, ...rest } = filters
  return id === null || id === undefined ? rest : { ...rest, [name]: id }
}
