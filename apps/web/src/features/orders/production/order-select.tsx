import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orderQuery, ordersQuery } from '../orders.queries.ts'

interface Props {
  readonly value: string | null
  readonly onChange: (id: string | null) => void
}

/** Chooses an order that is being made, by typing part of its number or name. */
export function OrderSelect({ value, onChange }: Props) {
  const { t } = useTranslation('work')
  const [q, setQ] = useState('')
  const found = useQuery(
    ordersQuery({ q, pageSize: 50, sort: 'dueOn', status: 'released,in_production,on_hold' }),
  )
  const chosen = useQuery({ ...orderQuery(value ?? ''), enabled: value !== null }).data
  const rows = found.data?.items ?? []
  const missing = chosen !== undefined && q === '' && rows.every(({ id }) => id !== chosen.id)
  const orders = missing ? [chosen, ...rows] : rows
  return (
    <Select<string | null>
      aria-label={t('list.order')}
      placeholder={t('list.anyOrder')}
      allowClear
      showSearch={{ filterOption: false, onSearch: setQ }}
      popupMatchSelectWidth={false}
      loading={found.isFetching}
      value={value}
      onChange={(id) => onChange(id ?? null)}
      onOpenChange={(open) => !open && setQ('')}
      options={orders.map(({ id, no, name }) => ({ value: id, label: `${no} ${name}` }))}
    />
  )
}
