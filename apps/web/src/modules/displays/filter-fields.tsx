import type { ScreenLayout } from '@cloud-factory/contract/displays/screens'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../shared/i18n/use-names.ts'
import { Labelled } from './labelled.tsx'
import { placesQuery, projectsQuery } from './screens.queries.ts'
import { useMachineChoice } from './use-machine-choice.ts'

type Filters = ScreenLayout['filters']

interface Props {
  readonly filters: Filters
  readonly onChange: (filters: Filters) => void
}

interface Choice {
  readonly value: string
  readonly label: string
}

/** Projects, processes and machines to show; empty: all. Deleted ones are shown by number. */
export function FilterFields({ filters, onChange }: Props) {
  const { t } = useTranslation('displays')
  const names = useNames()
  const [typed, setTyped] = useState('')
  const { data: places } = useQuery(placesQuery)
  const { data: projects } = useQuery(projectsQuery(typed))
  const machines = useMachineChoice()
  const gone = (ids: readonly string[], known: readonly Choice[]): Choice[] =>
    ids
      .filter((id) => !known.some(({ value }) => value === id))
      .map((value) => ({ value, label: t('goneChoice', { id: value }) }))
  const projectChoice =
    projects?.items.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` })) ?? []
  const processChoice =
    places?.processes.map((process) => ({ value: process.id, label: names(process.names) })) ?? []
  return (
    <>
      <Labelled label={t('filter.projectIds')}>
        <Select<string[]>
          mode="multiple"
          maxCount={200}
          placeholder={t('all')}
          showSearch={{ filterOption: false, onSearch: setTyped }}
          value={filters.projectIds}
          options={[
            ...projectChoice,
            ...(typed === '' && projects !== undefined ? gone(filters.projectIds, projectChoice) : []),
          ]}
          onChange={(projectIds) => onChange({ ...filters, projectIds })}
        />
      </Labelled>
      <Labelled label={t('filter.processIds')}>
        <Select<string[]>
          mode="multiple"
          placeholder={t('all')}
          showSearch={{ optionFilterProp: 'label' }}
          value={filters.processIds}
          options={[
            ...processChoice,
            ...(places === undefined ? [] : gone(filters.processIds, processChoice)),
          ]}
          onChange={(processIds) => onChange({ ...filters, processIds })}
        />
      </Labelled>
      <Labelled label={t('filter.machineIds')}>
        <Select<string[]>
          mode="multiple"
          placeholder={t('all')}
          showSearch={{ optionFilterProp: 'label' }}
          value={filters.machineIds}
          options={[...machines, ...(places === undefined ? [] : gone(filters.machineIds, machines))]}
          onChange={(machineIds) => onChange({ ...filters, machineIds })}
        />
      </Labelled>
    </>
  )
}
