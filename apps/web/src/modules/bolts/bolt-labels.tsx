import type { BoltIssue, BoltLot, BoltNeed, OrderBolt } from '@cloud-factory/contract/bolts/bolts'
import type { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { csvText } from '../../shared/format/csv.ts'
import { absent, count, unitPrice } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { StatusTag } from '../../shared/ui/status-tag.tsx'

export type T = ReturnType<typeof useTranslation<'bolts'>>['t']

type Item = Pick<BoltNeed, 'designation' | 'kind'>

const itemColumns = (t: T, sort?: 'designation'): readonly Column<Item>[] => [
  {
    key: 'designation',
    title: t('field.designation'),
    width: 206,
    pinned: true,
    ...(sort === undefined ? {} : { sort }),
    render: ({ designation }) => designation,
  },
  {
    key: 'kind',
    title: t('common:field.kind'),
    width: { zh: 110, other: 195 },
    render: ({ kind }) => t(`kind.${kind}`),
  },
]

/** A column of whole numbers. */
const numberColumn = <Key extends string>(key: Key, title: string, width = 118) => ({
  key,
  title,
  width: { zh: 86, other: width },
  align: 'right' as const,
  render: (row: Readonly<Record<Key, number>>) => count(row[key]),
})

/** Need, stock and orders of bought parts. */
export const needColumns = (t: T): readonly Column<BoltNeed>[] => [
  ...itemColumns(t, 'designation'),
  { ...numberColumn('required', t('field.required')), spare: true },
  { ...numberColumn('issued', t('field.issued')), spare: true },
  numberColumn('open', t('field.open')),
  numberColumn('stock', t('common:field.stock')),
  numberColumn('onOrder', t('field.onOrder')),
  numberColumn('short', t('field.short')),
  { ...numberColumn('orders', t('field.orders')), spare: true },
  {
    key: 'due',
    title: t('field.firstDue'),
    width: { zh: 115, other: 128 },
    render: ({ firstDue }) => firstDue ?? absent,
  },
  {
    key: 'price',
    title: t('field.average'),
    width: { zh: 150, other: 160 },
    align: 'right',
    spare: true,
    render: ({ price }) => unitPrice(price),
  },
]

/** Lots of bolts in stock. */
export const lotColumns = (t: T): readonly Column<BoltLot>[] => [
  ...itemColumns(t),
  { key: 'lot', title: t('field.lotNo'), width: 182, sort: 'id', render: ({ lotNo }) => lotNo },
  {
    key: 'free',
    title: t('field.free'),
    width: { zh: 120, other: 170 },
    align: 'right',
    render: ({ free, received }) => `${count(free)} / ${count(received)}`,
  },
  { key: 'test', title: t('field.test'), width: { zh: 110, other: 160 }, render: (lot) => testTag(t, lot) },
  {
    key: 'certificate',
    title: t('common:field.certificateNo'),
    width: 130,
    spare: true,
    render: ({ certificateNo }) => certificateNo || absent,
  },
  { key: 'boxes', title: t('field.boxes'), width: 70, spare: true, render: ({ boxes }) => boxes ?? absent },
  {
    key: 'location',
    title: t('common:field.location'),
    width: { zh: 90, other: 105 },
    spare: true,
    render: ({ location }) => location || absent,
  },
  {
    key: 'supplier',
    title: t('common:field.supplier'),
    width: 140,
    spare: true,
    render: ({ supplier }) => supplier || absent,
  },
  {
    key: 'received',
    title: t('material:field.receivedOn'),
    width: 115,
    spare: true,
    render: ({ receivedOn }) => receivedOn,
  },
]

/** Lines of the bolt list of an order. */
export const lineColumns = (t: T): readonly Column<OrderBolt>[] => [
  ...itemColumns(t),
  {
    key: 'place',
    title: t('common:field.place'),
    width: { zh: 80, other: 104 },
    sort: 'place',
    render: ({ place }) => t(`place.${place}`),
  },
  {
    key: 'mark',
    title: t('common:marks.mark'),
    width: 84,
    spare: true,
    render: ({ mark }) => mark || absent,
  },
  {
    key: 'connection',
    title: t('field.connection'),
    width: { zh: 90, other: 110 },
    render: ({ connection }) => connection || absent,
  },
  numberColumn('quantity', t('common:field.quantity'), 92),
  { ...numberColumn('extraPercent', t('field.extraPercent'), 110), spare: true },
  numberColumn('required', t('field.required'), 108),
  {
    key: 'note',
    title: t('common:field.note'),
    width: 160,
    spare: true,
    render: ({ note, isImported }) => note || (isImported ? t('imported') : absent),
  },
]

export const boltsCsv = (t: T, lines: readonly OrderBolt[]): string =>
  csvText([
    [
      t('field.designation'),
      t('common:field.kind'),
      t('common:field.standard'),
      t('common:field.place'),
      t('common:marks.mark'),
      t('field.connection'),
      t('common:field.quantity'),
      t('field.extraPercent'),
      t('field.required'),
      t('common:field.note'),
    ],
    ...lines.map((line) => [
      line.designation,
      t(`kind.${line.kind}`),
      line.standard,
      t(`place.${line.place}`),
      line.mark,
      line.connection,
      line.quantity,
      line.extraPercent,
      line.required,
      line.note,
    ]),
  ])

/** The result of the test of a lot, if it needs one. */
const testTag = (t: T, { isPassed, needsTest }: Pick<BoltLot, 'isPassed' | 'needsTest'>) => {
  if (needsTest === null) return t('tested.notNeeded')
  if (isPassed === null) return <StatusTag tone="warn" text={t('tested.none')} />
  return isPassed ? (
    <StatusTag tone="good" text={t('tested.passed')} />
  ) : (
    <StatusTag tone="bad" text={t('tested.failed')} />
  )
}

/** What was given to orders. */
export const issueColumns = (t: T, instant: (at: string) => string): readonly Column<BoltIssue>[] => [
  ...itemColumns(t),
  numberColumn('quantity', t('common:field.quantity')),
  { key: 'lot', title: t('field.lotNo'), width: 150, render: ({ lot }) => lot.no },
  {
    key: 'package',
    title: t('common:field.package'),
    width: 150,
    render: ({ package: pack }) =>
      pack === null ? t('place.shop') : <Link to={`/order/package/${pack.id}`}>{pack.no}</Link>,
  },
  {
    key: 'at',
    title: t('common:field.at'),
    width: 200,
    render: ({ issuedAt, issuedBy }) => `${instant(issuedAt)} ${issuedBy}`,
  },
]
