import type { PurchaseDetail, PurchaseLine } from '@cloud-factory/contract/purchasing/purchases'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useParams } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, count, hundredths, kilograms, thousands } from '../../shared/format/numbers.ts'
import { PagedDocument } from '../printing/paged-document.tsx'
import { PrintFrame } from '../printing/print-frame.tsx'
import { PaperFacts, Signatures, usePrintWords } from '../printing/sheet.tsx'
import { priceShown } from './purchase-labels.tsx'
import { purchaseQuery } from './purchasing.queries.ts'

const words = ['purchasing'] as const

/** A purchase order for its supplier, ready for the printer. */
export function PurchasePrintPage() {
  const { t } = useTranslation('purchasing')
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(purchaseQuery(id))
  const title = `${t('printTitle')} ${data?.no ?? ''}`
  return (
    <PrintFrame
      title={title}
      fileName={title}
      back={`/warehouse/purchase/${id}`}
      namespaces={words}
      error={error}
      onRetry={() => void refetch()}
      waiting={data === undefined ? { done: 0, total: 1 } : undefined}
    >
      {data !== undefined && <PurchaseSheet purchase={data} />}
    </PrintFrame>
  )
}

const amountOf = ({ kg, pieces, pricePerTonne, priceEach }: PurchaseLine): number | null =>
  priceEach !== null
    ? pieces * priceEach
    : kg === null || pricePerTonne === null
      ? null
      : (kg * pricePerTonne) / 1000

function PurchaseSheet({ purchase }: { readonly purchase: PurchaseDetail }) {
  const t = usePrintWords('purchasing')
  const instant = useInstant()
  const { no, supplier, orderedAt, kg, amount, note, overPercent, items } = purchase
  const column = (key: string, title: string, width: string, render: (line: PurchaseLine) => string) => ({
    key,
    title,
    width,
    align: 'right' as const,
    render,
  })
  return (
    <PagedDocument<PurchaseLine>
      title={t('printTitle')}
      number={no}
      heading={
        <PaperFacts
          facts={[
            { key: 'supplier', word: t('field.supplier'), value: supplier?.name ?? absent },
            { key: 'ordered', word: t('field.orderedOn'), value: instant(orderedAt, '{y}-{m}-{d}') },
            { key: 'over', word: t('field.overPercent'), value: overPercent },
            { key: 'kg', word: t('field.theoryKg'), value: kilograms(kg) },
            { key: 'amount', word: t('field.amount'), value: hundredths(amount) },
            { key: 'note', word: t('field.note'), value: note || absent, wide: true },
          ]}
        />
      }
      columns={[
        { key: 'position', title: t('field.ordersLine'), width: '13mm', render: ({ position }) => position },
        { key: 'profile', title: t('field.profile'), render: ({ profile }) => profile },
        {
          key: 'grade',
          title: t('common:marks.grade'),
          width: '16mm',
          render: ({ grade }) => grade || absent,
        },
        column('length', t('field.lengthMm'), '18mm', ({ lengthMm }) =>
          lengthMm === null ? absent : thousands(lengthMm),
        ),
        column('pieces', t('field.pieces'), '19mm', ({ pieces }) => count(pieces)),
        column('kg', t('field.theoryKg'), '22mm', (line) => kilograms(line.kg)),
        column('price', t('field.pricePerTonne'), '20mm', ({ pricePerTonne, priceEach }) =>
          priceShown(t, pricePerTonne, priceEach),
        ),
        column('amount', t('field.amount'), '23mm', (line) => hundredths(amountOf(line))),
        column('day', t('field.expectedOn'), '21mm', ({ expectedOn }) => expectedOn ?? absent),
      ]}
      rows={items}
      rowKey={({ id }) => id}
      tail={<Signatures words={[t('sign.buyer'), t('sign.supplier')]} />}
    />
  )
}
