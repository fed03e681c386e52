import type { OrderBolt } from '@cloud-factory/contract/bolts/bolts'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useParams } from 'react-router'
import { absent, count } from '../../shared/format/numbers.ts'
import { orderQuery } from '../orders/orders.queries.ts'
import { PagedDocument } from '../printing/paged-document.tsx'
import { PrintFrame } from '../printing/print-frame.tsx'
import { PaperFacts, Signatures, usePrintWords } from '../printing/sheet.tsx'
import { allBoltsQuery } from './bolts.queries.ts'

const words = ['bolts', 'common', 'shell'] as const

/** The bolt list of an order by connection, ready for the printer. */
export function BoltPrintPage() {
  const { t } = useTranslation('bolts')
  const { id = '' } = useParams()
  const order = useQuery(orderQuery(id))
  const lines = useQuery(allBoltsQuery(id))
  const isThere = order.data !== undefined && lines.data !== undefined
  const title = `${t('printTitle')} ${order.data?.no ?? ''}`
  return (
    <PrintFrame
      title={title}
      fileName={title}
      back={`/order/detail/${id}?part=bolts`}
      namespaces={words}
      error={order.error ?? lines.error}
      onRetry={() => void Promise.all([order.refetch(), lines.refetch()])}
      waiting={isThere ? undefined : { done: 0, total: 1 }}
    >
      {isThere && <BoltSheet order={order.data} lines={lines.data} />}
    </PrintFrame>
  )
}

interface Props {
  readonly order: OrderRow
  readonly lines: readonly OrderBolt[]
}

function BoltSheet({ order, lines }: Props) {
  const t = usePrintWords('bolts')
  const column = (key: string, title: string, width: string, render: (line: OrderBolt) => string) => ({
    key,
    title,
    width,
    render,
  })
  const pieces = lines.reduce((sum, { required }) => sum + required, 0)
  return (
    <PagedDocument<OrderBolt>
      title={t('printTitle')}
      number={order.no}
      heading={
        <PaperFacts
          facts={[
            { key: 'order', word: t('common:field.order'), value: `${order.no} ${order.name}`, wide: true },
            { key: 'pieces', word: t('common:field.pieces'), value: count(pieces) },
          ]}
        />
      }
      columns={[
        column('place', t('common:field.place'), '20mm', ({ place }) => t(`place.${place}`)),
        column('connection', t('field.connection'), '28mm', ({ connection }) => connection || absent),
        column('mark', t('common:marks.mark'), '28mm', ({ mark }) => mark || absent),
        {
          key: 'designation',
          title: t('field.designation'),
          render: ({ designation, kind }) => `${designation} · ${t(`kind.${kind}`)}`,
        },
        {
          ...column('quantity', t('common:field.quantity'), '18mm', ({ quantity }) => count(quantity)),
          align: 'right' as const,
        },
        {
          ...column('required', t('field.required'), '20mm', ({ required }) => count(required)),
          align: 'right' as const,
        },
        column('done', '✓', '10mm', () => '☐'),
      ]}
      rows={lines}
      rowKey={({ id }) => id}
      tail={<Signatures words={[t('signature')]} />}
    />
  )
}
