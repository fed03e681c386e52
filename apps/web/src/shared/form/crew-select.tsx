import { queryOptions, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { api } from '../api.ts'

const crewsQuery = queryOptions({
  queryKey: ['orders', 'crews', 'all'],
  queryFn: ({ signal }) => api('GET /api/crews', { query: { pageSize: '200' }, signal }),
})

interface Props {
  readonly value?: string | null
  readonly onChange?: (id: string | null) => void
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly size?: 'small'
  readonly className?: string
  /** Given by the form's item. */
  readonly id?: string
  readonly 'aria-label'?: string
}

/** Chooses a crew in use, or none; one that stands there already may stay. */
export function CrewSelect({ value = null, onChange, ...select }: Props) {
  const crews = useQuery(crewsQuery).data?.items ?? []
  return (
    <Select<string | null>
      {...select}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      value={value}
      onChange={(id) => onChange?.(id ?? null)}
      options={crews
        .filter(({ active, id }) => active || id === value)
        .map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
    />
  )
}
