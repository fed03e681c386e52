import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { machinesQuery } from '../machines/machines.queries.ts'

interface Props {
  readonly value?: string | null
  readonly onChange?: (id: string | null) => void
  /** Given by the form's item. */
  readonly id?: string
}

/** Selects a machine in use by a part of its code or name; the server searches. */
export function MachineSelect({ value, onChange, ...field }: Props) {
  const { t } = useTranslation('maintenance')
  const [q, setQ] = useState('')
  const { data, isFetching } = useQuery(machinesQuery({ q, pageSize: 100 }))
  return (
    <Select<string | null>
      {...field}
      aria-label={t('field.machine')}
      placeholder={t('chooseMachine')}
      showSearch={{ filterOption: false, onSearch: setQ }}
      loading={isFetching}
      value={value ?? null}
      onChange={(id) => onChange?.(id)}
      options={(data?.items ?? []).map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
    />
  )
}
