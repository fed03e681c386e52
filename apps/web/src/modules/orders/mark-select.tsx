import type { MarkRow } from '@cloud-factory/contract/orders/order-marks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'

/** What the field shows of a mark. */
type MarkChoice = Pick<MarkRow, 'id' | 'mark'> & Partial<Pick<MarkRow, 'name' | 'quantity'>>

interface Props<Choice> {
  readonly orderId: string
  readonly label: string
  readonly chosen: readonly Choice[]
  /** As many as may be chosen. */
  readonly most: number
  readonly wrong?: boolean
  readonly onChoose: (marks: readonly (Choice | MarkRow)[]) => void
}

/** Selects marks of an order by their first characters; the server searches. */
export function MarkSelect<Choice extends MarkChoice>(props: Props<Choice>) {
  const { orderId, label, chosen, most, wrong = false, onChoose } = props
  const { t } = useTranslation('production')
  const [q, setQ] = useState('')
  const { data, isFetching } = useQuery({
    queryKey: ['orders', 'marks', orderId, 'select', q],
    queryFn: ({ signal }) =>
      api('GET /api/orders/:id/marks', { params: { id: orderId }, query: { q, pageSize: 50 }, signal }),
    placeholderData: keepPreviousData,
  })
  const known = new Map<string, Choice | MarkRow>(
    [...chosen, ...(data?.items ?? [])].map((mark) => [mark.id, mark]),
  )
  return (
    <Select<string[]>
      mode="multiple"
      className="mark-select"
      aria-label={label}
      placeholder={t('productionLot.chooseMarks')}
      maxCount={most}
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: setQ }}
      value={chosen.map(({ id }) => id)}
      onChange={(ids) =>
        onChoose(
          ids.flatMap((id) => {
            const mark = known.get(id)
            return mark === undefined ? [] : [mark]
          }),
        )
      }
      options={[...known.values()].map(({ id, mark, name, quantity }) => ({
        value: id,
        label: [mark, name, quantity === undefined ? '' : `× ${quantity}`].filter(Boolean).join(' '),
      }))}
      {...(wrong ? { status: 'error' as const } : {})}
    />
  )
}
