import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useProjectOptions } from './project-filter.tsx'

interface Props {
  readonly value?: string | null
  readonly onChange?: (id: string | null) => void
  /** Given by the form's item. */
  readonly id?: string
  readonly className?: string
  readonly label?: string
  readonly placeholder: string
  /** Only projects that take new orders. */
  readonly activeOnly?: boolean
}

/** Chooses a project by typing part of its code or name; the server searches. */
export function ProjectSelect({ value, onChange, activeOnly = false, label, ...select }: Props) {
  const { t } = useTranslation('orders')
  const [q, setQ] = useState('')
  const { options, searching } = useProjectOptions(value ?? '', q, activeOnly)
  return (
    <Select
      {...select}
      {...(label === undefined ? {} : { 'aria-label': label })}
      allowClear
      popupMatchSelectWidth={false}
      showSearch={{ filterOption: false, onSearch: setQ }}
      loading={searching}
      notFoundContent={searching ? ' ' : t('hint.noProject')}
      value={value ?? null}
      onChange={(id: string | null | undefined) => onChange?.(id ?? null)}
      onOpenChange={(open) => !open && setQ('')}
      options={options}
    />
  )
}
