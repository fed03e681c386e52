import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'

interface Props {
  readonly value?: string | null
  readonly onChange?: (id: string | null) => void
  /** Given by the form's item. */
  readonly id?: string
}

interface OrderProps extends Props {
  /** Those that are done as well. */
  readonly done?: boolean
}

const underWay = 'released,in_production,on_hold'

/** Chooses an order that is being made, by typing part of its number or name; the server searches. */
export function OrderChoice({ value, onChange, done = false, ...field }: OrderProps) {
  const { t } = useTranslation('welding')
  const [q, setQ] = useState('')
  const { data, isFetching } = useQuery({
    queryKey: ['orders', 'choice', q, done],
    queryFn: ({ signal }) =>
      api('GET /api/orders', {
        query: {
          q,
          pageSize: 50,
          sort: 'dueOn',
          status: done ? `${underWay},completed,shipped,closed` : underWay,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  return (
    <Select<string | null>
      {...field}
      aria-label={t('field.order')}
      placeholder={t('chooseOrder')}
      showSearch={{ filterOption: false, onSearch: setQ }}
      loading={isFetching}
      value={value ?? null}
      onChange={(id) => onChange?.(id)}
      options={(data?.items ?? []).map(({ id, no, name }) => ({ value: id, label: `${no} ${name}` }))}
    />
  )
}

interface MarkProps extends Props {
  /** Null: nothing can be chosen yet. */
  readonly orderId: string | null
}

/** Chooses a mark of an order by typing how it begins. */
export function MarkChoice({ orderId, value, onChange, ...field }: MarkProps) {
  const { t } = useTranslation('welding')
  const [q, setQ] = useState('')
  const { data, isFetching } = useQuery({
    queryKey: ['orders', 'marks', orderId, 'choice', q],
    queryFn: ({ signal }) =>
      api('GET /api/orders/:id/marks', { params: { id: orderId ?? '' }, query: { q, pageSize: 50 }, signal }),
    placeholderData: keepPreviousData,
    enabled: orderId !== null,
  })
  return (
    <Select<string | null>
      {...field}
      aria-label={t('field.mark')}
      placeholder={t('chooseMark')}
      disabled={orderId === null}
      showSearch={{ filterOption: false, onSearch: setQ }}
      loading={isFetching}
      value={value ?? null}
      onChange={(id) => onChange?.(id)}
      options={(data?.items ?? []).map(({ id, mark, name, quantity }) => ({
        value: id,
        label: [mark, name, `× ${quantity}`].filter((word) => word !== '').join(' '),
      }))}
    />
  )
}

/** Pieces of a mark of an order, without scrapped and superseded ones; at most 500. */
export function useMarkPieces(orderId: string | null, markId: string | null) {
  return useQuery({
    queryKey: ['orders', 'pieces', orderId, 'of-mark', markId],
    queryFn: async ({ signal }) => {
      const page = (number: number) =>
        api('GET /api/orders/:id/pieces', {
          params: { id: orderId ?? '' },
          query: { markId: markId ?? '', page: number, pageSize: 200, sort: 'serial' },
          signal,
        })
      const first = await page(1)
      const more = first.total > 200 ? await Promise.all([page(2), page(3)]) : []
      const all = [first, ...more].flatMap(({ items }) => items)
      return all.filter(({ status }) => status !== 'scrapped' && status !== 'superseded').slice(0, 500)
    },
    enabled: orderId !== null && markId !== null,
  })
}
