import { crews as crewResource } from '@cloud-factory/domain/planning/planning-resources'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { resourceQuery } from '../resource/resource-api.ts'

interface Props {
  readonly value?: string | null
  readonly onChange?: (id: string | null) => void
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly size?: 'small'
  readonly className?: string
  /** Set by the form item. */
  readonly id?: string
  readonly 'aria-label'?: string
}

/** Selects an active crew or none; an inactive one that is already selected may stay. */
export function CrewSelect({ value = null, onChange, ...select }: Props) {
  const { data } = useQuery(resourceQuery(crewResource))
  // Without a network the name is not known; an id says nothing to anybody.
  const unnamed = data === undefined && value !== null ? [{ value, label: '…' }] : []
  const crews = (data?.items ?? [])
    .filter(({ active, id }) => active || id === value)
    .map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))
  return (
    <Select<string | null>
      {...select}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      value={value}
      onChange={(id) => onChange?.(id ?? null)}
      options={[...unnamed, ...crews]}
    />
  )
}
