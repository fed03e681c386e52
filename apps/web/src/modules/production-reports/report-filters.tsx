import { Select, Segmented } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Choice, ChoiceFilters } from '../../shared/list/choice-filters.tsx'
import { withChoice } from '../../shared/list/choices.rules.ts'
import { SpanFilter } from '../../shared/list/span-filter.tsx'
import { planQuery } from '../planning/plan.queries.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { ProjectSelect } from '../projects/project-select.tsx'
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
  const { t } = useTranslation('production-reports')
  return (
    <div className="report-filters">
      <SpanFilter
        days={[scope.from, scope.to]}
        today={today}
        labels={[t('from'), t('to')]}
        label={t('span.label')}
        spans={spans.map((value) => ({ value, label: t(`span.${value}`), days: spanOf(value, today) }))}
        onChange={onChange}
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
        label={t('common:field.project')}
        placeholder={t('common:field.project')}
        value={scope.filters.projectId ?? null}
        onChange={(id) => onChange({ filters: withChoice(scope.filters, 'projectId', id) })}
      />
      <PlanFilters scope={scope} onChange={onChange} />
    </div>
  )
}

function PlanFilters({ scope, onChange }: Pick<Props, 'scope' | 'onChange'>) {
  const { t } = useTranslation('production-reports')
  const nameOf = useNames()
  const processes = useQuery(planQuery('GET /api/processes')).data?.items ?? []
  const workshops = useQuery(planQuery('GET /api/workshops')).data?.items ?? []
  const crews = useQuery(planQuery('GET /api/crews')).data?.items ?? []
  const choices: readonly Choice<FilterName>[] = [
    {
      name: 'processId',
      label: t('common:field.process'),
      options: processes.map(({ id, names }) => ({ value: id, label: nameOf(names) })),
    },
    {
      name: 'workshopId',
      label: t('common:field.workshop'),
      options: workshops.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      name: 'crewId',
      label: t('common:field.crew'),
      options: crews.map(({ id, name }) => ({ value: id, label: name })),
    },
  ]
  return (
    <ChoiceFilters choices={choices} chosen={scope.filters} onChange={(filters) => onChange({ filters })} />
  )
}
