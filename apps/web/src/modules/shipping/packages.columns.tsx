import type { PackageRow } from '@cloud-factory/contract/shipping/packages'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import { absent, count, gramsShown } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { limitsText, PackageStatusTag } from './shipping-labels.tsx'

interface ColumnContext {
  readonly t: TFunction<'shipping'>
  readonly instant: (at: string, pattern?: string) => string
  /** All packages belong to one order or one delivery, so its column is omitted. */
  readonly of: 'order' | 'delivery' | null
}

export function packageColumns(context: ColumnContext): readonly Column<PackageRow>[] {
  const columns = [...originColumns(context), ...contentColumns(context)]
  const { of } = context
  const hidden = of === 'order' ? ['order', 'project'] : of === 'delivery' ? ['delivery', 'project'] : []
  return columns.filter(({ key }) => !hidden.includes(key))
}

/** Number of a package, its order and its destination. */
const originColumns = ({ t }: ColumnContext): readonly Column<PackageRow>[] => [
  {
    key: 'no',
    title: t('field.packageNo'),
    width: 190,
    pinned: true,
    sort: 'no',
    render: ({ id, no }) => <Link to={`/order/package/${id}`}>{no}</Link>,
  },
  {
    key: 'status',
    title: t('field.status'),
    width: 120,
    sort: 'status',
    render: ({ status }) => <PackageStatusTag status={status} />,
  },
  {
    key: 'order',
    title: t('field.order'),
    width: 150,
    render: ({ order }) => <Link to={`/order/detail/${order.id}?part=shipping`}>{order.no}</Link>,
  },
  { key: 'project', title: t('field.project'), width: 170, render: ({ project }) => project.name },
  {
    key: 'delivery',
    title: t('field.delivery'),
    width: 160,
    render: ({ delivery }) =>
      delivery === null ? absent : <Link to={`/order/delivery/${delivery.id}`}>{delivery.no}</Link>,
  },
]

/** Contents, weight and weight limit. */
const contentColumns = ({ t, instant }: ColumnContext): readonly Column<PackageRow>[] => [
  {
    key: 'pieces',
    title: t('field.pieces'),
    width: 90,
    align: 'right',
    render: ({ pieces }) => count(pieces),
  },
  {
    key: 'netKg',
    title: t('field.netKg'),
    width: 130,
    sort: 'netKg',
    align: 'right',
    render: ({ netKg }) => gramsShown(netKg),
  },
  {
    key: 'grossKg',
    title: t('field.grossKg'),
    width: 130,
    align: 'right',
    render: ({ grossKg }) => gramsShown(grossKg),
  },
  {
    key: 'weighedKg',
    title: t('field.weighedKg'),
    width: 130,
    align: 'right',
    render: ({ weighedKg }) => gramsShown(weighedKg),
  },
  {
    key: 'updatedAt',
    title: t('field.updatedAt'),
    width: 155,
    sort: 'updatedAt',
    render: ({ updatedAt }) => instant(updatedAt, '{y}-{m}-{d} {h}:{i}'),
  },
  {
    key: 'limits',
    title: t('field.limits'),
    width: 260,
    extra: true,
    render: (row) => limitsText(row, t),
  },
  { key: 'note', title: t('field.note'), width: 200, extra: true, render: ({ note }) => note ?? absent },
]
