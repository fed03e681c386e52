import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { type Choosable, toChoose } from './print.queries.ts'

interface Props {
  readonly label: string
  readonly value: readonly string[]
  readonly onChange: (ids: string[]) => void
  readonly most: number
  readonly orderId: string
  readonly what: Choosable
}

/** Chooses records of an order by code, found as one types. */
export function CodeSelect({ label, value, onChange, most, orderId, what }: Props) {
  const [q, setQ] = useState('')
  const { codes, found, isFetching } = useCodes(what, orderId, q, value)
  const options = new Map(found.map(({ id, code }) => [id, code]))
  for (const id of value) if (!options.has(id)) options.set(id, codes.get(id) ?? '…')
  return (
    <Select
      mode="multiple"
      className="print-codes"
      allowClear
      aria-label={label}
      placeholder={label}
      maxCount={most}
      maxTagCount="responsive"
      popupMatchSelectWidth={false}
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: setQ }}
      value={[...value]}
      onChange={onChange}
      options={[...options].map(([id, code]) => ({ value: id, label: code }))}
    />
  )
}

/**
 * Codes that start with the typed text. Codes loaded before are remembered, so that a selected one
 * keeps its label when the search changes.
 */
function useCodes(what: Choosable, orderId: string, q: string, value: readonly string[]) {
  const key = ['orders', 'print', 'choose', what, orderId]
  const { data: found = [], isFetching } = useQuery({
    queryKey: [...key, q],
    queryFn: ({ signal }) => toChoose(what, orderId, { q }, signal),
    placeholderData: keepPreviousData,
  })
  const [codes, setCodes] = useState<ReadonlyMap<string, string>>(new Map())
  const unknown = value.filter((id) => !codes.has(id)).slice(0, 50)
  // Chosen by an address: only their ids are known yet.
  const { data: named = [] } = useQuery({
    queryKey: [...key, 'named', unknown],
    queryFn: ({ signal }) => toChoose(what, orderId, { ids: unknown }, signal),
    enabled: unknown.length > 0,
  })
  const met = [...found, ...named].filter(({ id }) => !codes.has(id))
  if (met.length > 0) setCodes(new Map([...codes, ...met.map(({ id, code }) => [id, code] as const)]))
  return { codes, found, isFetching }
}
