import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { listQuery } from '../quality-records/quality.queries.ts'

interface OneProps {
  readonly value?: string | null
  readonly onChange?: (id: string) => void
  /** Given by the form's item. */
  readonly id?: string
}

interface ManyProps {
  readonly value?: readonly string[]
  readonly onChange?: (ids: string[]) => void
  readonly id?: string
}

function useWelders() {
  const [q, setQ] = useState('')
  const { data, isFetching } = useQuery(listQuery('GET /api/welders', { q, pageSize: 200 }))
  const options = (data?.items ?? []).map(({ id, code, name, active }) => ({
    value: id,
    label: `${code} ${name}`,
    disabled: !active,
  }))
  return { options, loading: isFetching, showSearch: { filterOption: false, onSearch: setQ } } as const
}

/** Chooses a welder by typing part of the number or name. For a `Form.Item`. */
export function WelderSelect({ value, ...field }: OneProps) {
  const { t } = useTranslation('welding')
  return <Select {...field} {...useWelders()} value={value ?? null} placeholder={t('welder.search')} />
}

/** Chooses up to six welders of one weld. */
export function WeldersSelect({ value, onChange, ...field }: ManyProps) {
  const { t } = useTranslation('welding')
  return (
    <Select
      {...field}
      {...useWelders()}
      mode="multiple"
      maxCount={6}
      value={[...(value ?? [])]}
      onChange={(ids: string[]) => onChange?.(ids)}
      placeholder={t('welder.search')}
    />
  )
}
