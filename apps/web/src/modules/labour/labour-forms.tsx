import type { LabourRateRow, StandardHoursRow } from '@cloud-factory/contract/labour/labour'
import { labourRates, standardHours } from '@cloud-factory/domain/labour/labour-resources'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useToday } from '../../shared/format/dates.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import type { RecordFormProps } from '../../shared/list/record-list.tsx'
import { ResourceForm } from '../../shared/resource/resource-form.tsx'
import { crewsQuery, processesQuery } from '../planning/plan.queries.ts'

const byLabel = { optionFilterProp: 'label' } as const

/** Processes at which people work. */
function useProcessOptions() {
  const nameOf = useNames()
  return (useQuery(processesQuery).data?.items ?? [])
    .filter(({ kind }) => kind === 'work')
    .map(({ id, names }) => ({ value: id, label: nameOf(names) }))
}

type Options = readonly { readonly value: string; readonly label: string }[]
const labelOf = (options: Options, value: unknown) => options.find((one) => one.value === value)?.label

export function StandardHoursForm({ row, onClose }: RecordFormProps<StandardHoursRow>) {
  const processes = useProcessOptions()
  return (
    <ResourceForm
      resource={standardHours}
      row={row}
      onClose={onClose}
      inputs={{ processId: <Select showSearch={byLabel} options={processes} /> }}
      show={(field, value) => (field === 'processId' ? labelOf(processes, value) : undefined)}
    />
  )
}

export function LabourRateForm({ row, onClose }: RecordFormProps<LabourRateRow>) {
  const processes = useProcessOptions()
  const today = useToday()
  const crews = (useQuery(crewsQuery).data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <ResourceForm
      resource={labourRates}
      row={row}
      onClose={onClose}
      initial={{ validFrom: `${today.slice(0, 8)}01` }}
      inputs={{
        processId: <Select showSearch={byLabel} options={processes} />,
        crewId: <Select showSearch={byLabel} options={crews} allowClear />,
      }}
      show={(field, value) =>
        field === 'processId'
          ? labelOf(processes, value)
          : field === 'crewId'
            ? labelOf(crews, value)
            : undefined
      }
    />
  )
}
