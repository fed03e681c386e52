import { queryOptions, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { api } from '../api.ts'

export const machinesQuery = queryOptions({
  queryKey: ['orders', 'work-machines'],
  queryFn: ({ signal }) => api('GET /api/work-machines', { signal }),
  staleTime: 60_000,
})

interface Props {
  readonly value?: string | null
  readonly onChange?: (id: string | null) => void
  /** Machines of this process are listed first. */
  readonly processId?: string | null
  readonly placeholder?: string
  /** Inactive machines that may be selected because they already are. */
  readonly known?: readonly { readonly id: string; readonly name: string }[]
  readonly disabled?: boolean
  readonly size?: 'small'
  readonly className?: string
  /** Set by the form item. */
  readonly id?: string
  readonly 'aria-label'?: string
}

/** Selects a machine on which work can be reported, or none. */
export function MachineSelect({ value = null, onChange, processId = null, known = [], ...select }: Props) {
  const { data, isPending } = useQuery(machinesQuery)
  const machines = data?.items ?? []
  const isOf = (machine: (typeof machines)[number]) => Number(machine.processId === processId)
  const sorted = processId === null ? machines : machines.toSorted((one, other) => isOf(other) - isOf(one))
  const left = known.filter(({ id }) => !machines.some((machine) => machine.id === id))
  return (
    <Select<string | null>
      {...select}
      allowClear
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      value={value}
      onChange={(id) => onChange?.(id ?? null)}
      options={[
        ...sorted.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` })),
        ...left.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}
