import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { processesQuery } from '../planning/plan.queries.ts'
import { useNames } from '../../shared/i18n/use-names.ts'

interface Props {
  readonly value: string | null
  readonly onChange: (id: string) => void
  /** Processes listed first: those of a piece's route. */
  readonly first?: readonly string[]
  readonly label?: string
}

/** Chooses a process that people report by hand. */
export function ProcessSelect({ value, onChange, first = [], label }: Props) {
  const { t } = useTranslation('production')
  const named = useNames()
  const { data, isPending } = useQuery(processesQuery)
  const processes = (data?.items ?? []).filter(({ kind, active }) => kind === 'work' && active)
  const option = ({ id, names }: (typeof processes)[number]) => ({ value: id, label: named(names) })
  const isFirst = ({ id }: { readonly id: string }) => first.includes(id)
  return (
    <Select<string>
      aria-label={label}
      value={value}
      loading={isPending}
      placeholder={t('report.choose')}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      onChange={onChange}
      options={[...processes.filter(isFirst), ...processes.filter((process) => !isFirst(process))].map(
        option,
      )}
    />
  )
}
