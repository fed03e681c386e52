import type { PurchaseLine } from '@cloud-factory/contract/purchasing/purchases'
import type { PurchaseStatus } from '@cloud-factory/domain/purchasing/purchase-enums'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { absent, count, hundredths, kilograms, thousands, unitPrice } from '../../shared/format/numbers.ts'
import { csvText } from '../../shared/format/csv.ts'
import type { Column } from '../../shared/list/column.ts'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'

export type T = ReturnType<typeof useTranslation<'purchasing'>>['t']

const tones: Readonly<Record<PurchaseStatus, Tone>> = {
  draft: 'neutral',
  approved: 'warn',
  ordered: 'active',
  partly_received: 'active',
  received: 'good',
  cancelled: 'neutral',
}

export function PurchaseStatusTag({ status }: { readonly status: PurchaseStatus }) {
  const { t } = useTranslation('purchasing')
  return <StatusTag tone={tones[status]} text={t(`status.${status}`)} />
}

/** `+1.2 %`: how much more the scale says than theory. */
const deviationShown = (share: number | null): string =>
  share === null ? absent : `${share > 0 ? '+' : ''}${(share * 100).toFixed(1)} %`

function LateTag({ late }: { readonly late: NonNullable<PurchaseLine['late']> }) {
  const { t } = useTranslation('purchasing')
  return <StatusTag tone="bad" text={t(`late.${late}`)} />
}

/** Per tonne, or of one bought part. */
export const priceShown = (t: T, perTonne: number | null, each: number | null): string =>
  each === null ? hundredths(perTonne) : `${unitPrice(each)} / ${t('unitEach')}`

/** Titles of a table inside a page wrap, those of a list do not. */
const steelColumns = (t: T, place: 'page' | 'list'): readonly Column<PurchaseLine>[] => [
  { key: 'profile', title: t('field.profile'), width: 140, render: ({ profile }) => profile },
  {
    key: 'grade',
    title: t('common:marks.grade'),
    width: { zh: 72, other: 80 },
    render: ({ grade }) => grade || absent,
  },
  {
    key: 'length',
    title: t('field.lengthMm'),
    width: { zh: 96, other: place === 'page' ? 90 : 145 },
    align: 'right',
    render: ({ lengthMm }) => (lengthMm === null ? absent : thousands(lengthMm)),
  },
  {
    key: 'received',
    title: t('field.received'),
    width: { zh: 96, other: place === 'page' ? 94 : 180 },
    align: 'right',
    render: ({ received, pieces }) => `${count(received)} / ${count(pieces)}`,
  },
]

const orderColumn = (t: T, width: number): Column<PurchaseLine> => ({
  key: 'order',
  title: t('field.forOrder'),
  width,
  spare: true,
  render: ({ order }) =>
    order === null ? (
      absent
    ) : (
      <Link to={`/order/detail/${order.id}`}>
        <span className="list-whole">{order.no}</span>{' '}
        {order.dueOn !== null && <span className="list-whole">· {order.dueOn}</span>}
      </Link>
    ),
})

/** Lines of a list of several purchase orders. */
export const openLineColumns = (t: T): readonly Column<PurchaseLine>[] => [
  {
    key: 'purchase',
    title: t('field.purchase'),
    width: { zh: 140, other: 172 },
    pinned: true,
    render: ({ purchase }) => <Link to={`/warehouse/purchase/${purchase.id}`}>{purchase.no}</Link>,
  },
  {
    key: 'status',
    title: t('field.status'),
    width: { zh: 100, other: 156 },
    spare: true,
    render: ({ purchase }) => <PurchaseStatusTag status={purchase.status} />,
  },
  {
    key: 'supplier',
    title: t('field.supplier'),
    width: 130,
    spare: true,
    render: ({ purchase }) => purchase.supplier || absent,
  },
  ...steelColumns(t, 'list'),
  {
    key: 'expectedOn',
    title: t('field.expectedOn'),
    width: { zh: 110, other: 140 },
    sort: 'expectedOn',
    render: ({ expectedOn }) => expectedOn ?? absent,
  },
  {
    key: 'late',
    title: t('field.late'),
    width: { zh: 100, other: 150 },
    render: ({ late }) => (late === null ? absent : <LateTag late={late} />),
  },
  orderColumn(t, 220),
]

/** Lines on the page of their purchase order. */
export const lineColumns = (t: T): readonly Column<PurchaseLine>[] => [
  {
    key: 'position',
    title: t('field.ordersLine'),
    width: 50,
    pinned: true,
    render: ({ position }) => count(position),
  },
  ...steelColumns(t, 'page'),
  {
    key: 'kg',
    title: t('field.theoryKg'),
    width: 90,
    align: 'right',
    render: ({ kg }) => kilograms(kg),
  },
  {
    key: 'receivedKg',
    title: t('field.scaleKg'),
    width: 90,
    align: 'right',
    render: ({ receivedKg }) => kilograms(receivedKg),
  },
  {
    key: 'deviation',
    title: t('field.deviation'),
    width: { zh: 80, other: 90 },
    align: 'right',
    render: ({ deviation }) => deviationShown(deviation),
  },
  {
    key: 'price',
    title: t('field.pricePerTonne'),
    width: { zh: 90, other: 92 },
    align: 'right',
    render: ({ pricePerTonne, priceEach }) => priceShown(t, pricePerTonne, priceEach),
  },
  {
    key: 'expectedOn',
    title: t('field.expectedOn'),
    width: 110,
    render: ({ expectedOn, late }) => (
      <>
        <span className="list-whole">{expectedOn ?? absent}</span> {late !== null && <LateTag late={late} />}
      </>
    ),
  },
  orderColumn(t, 136),
]

/** Lines as a file for a spreadsheet. */
export const linesCsv = (t: T, lines: readonly PurchaseLine[]): string =>
  csvText([
    [
      t('field.purchase'),
      t('field.supplier'),
      t('field.profile'),
      t('common:marks.grade'),
      t('field.lengthMm'),
      t('field.pieces'),
      t('field.theoryKg'),
      t('field.pricePerTonne'),
      t('field.received'),
      t('field.scaleKg'),
      t('field.expectedOn'),
      t('field.late'),
      t('field.forOrder'),
    ],
    ...lines.map(({ purchase, order, late, ...line }) => [
      purchase.no,
      purchase.supplier,
      line.profile,
      line.grade,
      line.lengthMm,
      line.pieces,
      line.kg,
      line.pricePerTonne ?? line.priceEach,
      line.received,
      line.receivedKg,
      line.expectedOn,
      late === null ? '' : t(`late.${late}`),
      order?.no ?? '',
    ]),
  ])
