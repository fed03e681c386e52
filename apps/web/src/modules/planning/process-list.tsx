import type { ProcessRow } from '@cloud-factory/contract/planning/processes'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { absent } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { PlanList } from './plan-list.tsx'
import { planQuery } from './plan.queries.ts'
import { ProcessForm } from './process-form.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import { sumOfWeights } from './weights.rules.ts'

const noFilters = [] as const

/** Processes in the order of work. */
export function ProcessList() {
  const { t } = useTranslation('planning')
  const nameOf = useNames()
  const list = useListState('GET /api/processes', noFilters)
  const query = useQuery(planQuery('GET /api/processes', list.query))
  const items = query.data?.items
  const columns = useMemo(() => {
    const active = items?.filter(({ active: isActive }) => isActive) ?? []
    return processColumns(t, nameOf, sumOfWeights(active.map(({ weight }) => weight)))
  }, [t, nameOf, items])
  return (
    <PlanList<ProcessRow>
      word="processes"
      list={list}
      query={query}
      columns={columns}
      form={ProcessForm}
      remove={({ id, version }) => api('DELETE /api/processes/:id', { params: { id }, query: { version } })}
    />
  )
}

const processColumns = (
  t: TFunction<'planning'>,
  nameOf: ReturnType<typeof useNames>,
  sum: number,
): readonly Column<ProcessRow>[] => [
  {
    key: 'name',
    title: t('field.name'),
    width: 150,
    pinned: true,
    render: ({ names }) => nameOf(names),
  },
  { key: 'code', title: t('field.code'), width: 168, sort: 'code', render: ({ code }) => code },
  { key: 'kind', title: t('field.kind'), width: 96, render: ({ kind }) => t(`kind.${kind}`) },
  { key: 'unit', title: t('field.unit'), width: 84, render: ({ unit }) => t(`unit.${unit}`) },
  { key: 'gate', title: t('field.gate'), width: 128, render: ({ gate }) => t(`gate.${gate}`) },
  {
    key: 'gives',
    title: t('field.gives'),
    width: 112,
    render: ({ gives }) => (gives === null ? absent : t(`gives.${gives}`)),
  },
  {
    key: 'weight',
    title: t('field.weight'),
    width: 98,
    align: 'right',
    render: ({ weight }) => weight,
    total: <span className={sum === 100 ? '' : 'is-wrong-sum'}>{`${sum} %`}</span>,
  },
  {
    key: 'onBoard',
    title: t('field.onBoard'),
    width: 110,
    render: ({ onBoard }) => t(onBoard ? 'yes' : 'no'),
  },
  {
    key: 'equipmentClass',
    title: t('field.equipmentClass'),
    width: 140,
    extra: true,
    render: ({ equipmentClass }) => equipmentClass ?? absent,
  },
  activeColumn(t),
]

/** Whether a row of the plan is in use. */
export const activeColumn = (t: TFunction<'planning'>): Column<{ readonly active: boolean }> => ({
  key: 'active',
  title: t('field.active'),
  width: 100,
  render: ({ active }) => (
    <StatusTag tone={active ? 'active' : 'neutral'} text={t(active ? 'active' : 'inactive')} />
  ),
})
