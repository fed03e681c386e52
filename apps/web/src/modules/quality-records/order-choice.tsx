import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Form, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { useOrderOptions } from './quality.queries.ts'

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

/** Chooses an order that is being made, by typing part of its number or name; the server searches. */
export function OrderChoice({ value, onChange, done = false, ...field }: OrderProps) {
  const { t } = useTranslation('welding')
  const [q, setQ] = useState('')
  const { options, searching } = useOrderOptions(q, done)
  return (
    <Select<string | null>
      {...field}
      aria-label={t('field.order')}
      placeholder={t('chooseOrder')}
      showSearch={{ filterOption: false, onSearch: setQ }}
      loading={searching}
      value={value ?? null}
      onChange={(id) => onChange?.(id)}
      options={options}
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

/** Values of a form in which pieces of a mark are chosen. */
export type PiecesValues = {
  readonly orderId: string | null
  readonly markId: string | null
  readonly pieceIds: readonly string[]
}

export const noPieces: PiecesValues = { orderId: null, markId: null, pieceIds: [] }

interface PiecesProps {
  /** Text of the button that chooses all pieces; by default it says how many these are. */
  readonly allText?: ((pieces: number) => ReactNode) | undefined
  /** Called after all pieces were chosen. */
  readonly onAll?: () => void
}

/** Fields of a form: an order, a mark of it and all or some of its pieces. */
export function PiecesFields({ allText, onAll }: PiecesProps) {
  const { t } = useTranslation('welding')
  const form = Form.useFormInstance<PiecesValues>()
  const orderId = Form.useWatch('orderId', form) ?? null
  const markId = Form.useWatch('markId', form) ?? null
  const { data, isFetching } = useMarkPieces(orderId, markId)
  const required = { required: true, message: t('shell:form.required') }
  const chooseAll = () => {
    form.setFieldsValue({ pieceIds: data?.map(({ id }) => id) ?? [] })
    onAll?.()
  }
  return (
    <>
      <Form.Item name="orderId" label={t('field.order')} rules={[required]}>
        <OrderChoice onChange={() => form.setFieldsValue({ markId: null, pieceIds: [] })} />
      </Form.Item>
      <Form.Item name="markId" label={t('field.mark')} rules={[required]}>
        <MarkChoice orderId={orderId} onChange={() => form.setFieldsValue({ pieceIds: [] })} />
      </Form.Item>
      <Form.Item
        name="pieceIds"
        label={t('field.pieces')}
        rules={[required]}
        extra={
          data !== undefined &&
          data.length > 0 && (
            <Button type="link" size="small" onClick={chooseAll}>
              {allText?.(data.length) ?? t('give.all', { count: data.length })}
            </Button>
          )
        }
      >
        <Select
          mode="multiple"
          maxTagCount={6}
          disabled={markId === null}
          loading={isFetching}
          placeholder={t('give.choosePieces')}
          showSearch={{ optionFilterProp: 'label' }}
          options={(data ?? []).map(({ id, serial }) => ({ value: id, label: serial }))}
        />
      </Form.Item>
    </>
  )
}
