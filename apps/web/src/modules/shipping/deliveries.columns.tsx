import type { DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import { absent, count, tonnes } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DeliveryStatusTag, Difference, exceptionsText } from './shipping-labels.tsx'

interface ColumnContext {
  readonly t: TFunction<'shipping'>
  readonly instant: (at: string | null, pattern?: string) => string
}

const minute = '{y}-{m}-{d} {h}:{i}'

export const deliveryColumns = (context: ColumnContext): readonly Column<DeliveryRow>[] => [
  ...loadColumns(context),
  ...progressColumns(context),
]

/** Destination, truck and contents. */
const loadColumns = ({ t }: ColumnContext): readonly Column<DeliveryRow>[] => [
  {
    key: 'no',
    title: t('field.deliveryNo'),
    width: 152,
    pinned: true,
    sort: 'no',
    render: ({ id, no }) => <Link to={`/order/delivery/${id}`}>{no}</Link>,
  },
  {
    key: 'status',
    title: t('field.status'),
    width: 112,
    sort: 'status',
    render: ({ status }) => <DeliveryStatusTag status={status} />,
  },
  { key: 'project', title: t('field.project'), width: 170, render: ({ project }) => project.name },
  {
    key: 'consignee',
    title: t('field.consignee'),
    width: 130,
    extra: true,
    render: ({ consignee }) => consignee,
  },
  {
    key: 'truckPlate',
    title: t('field.truckPlate'),
    width: 100,
    render: ({ truckPlate }) => truckPlate || absent,
  },
  {
    key: 'plannedOn',
    title: t('field.plannedOn'),
    width: 108,
    sort: 'plannedOn',
    render: ({ plannedOn }) => plannedOn ?? absent,
  },
  {
    key: 'packages',
    title: t('field.packages'),
    width: 106,
    align: 'right',
    render: ({ packages }) => count(packages),
  },
  {
    key: 'pieces',
    title: t('field.pieces'),
    width: 104,
    align: 'right',
    render: ({ pieces }) => count(pieces),
  },
  {
    key: 'netKg',
    title: t('field.netTonnes'),
    width: 96,
    align: 'right',
    render: ({ netKg }) => tonnes(netKg),
  },
]

/** Progress of a delivery: weighed, shipped, received. */
const progressColumns = ({ t, instant }: ColumnContext): readonly Column<DeliveryRow>[] => [
  {
    key: 'difference',
    title: t('field.difference'),
    width: 214,
    render: (row) => <Difference {...row} />,
  },
  {
    key: 'sentAt',
    title: t('field.sentAt'),
    width: 152,
    sort: 'sentAt',
    render: ({ sentAt }) => instant(sentAt, minute),
  },
  {
    key: 'receivedAt',
    title: t('field.receivedAt'),
    width: 152,
    render: ({ receivedAt }) => instant(receivedAt, minute),
  },
  {
    key: 'exceptions',
    title: t('field.exceptions'),
    width: 162,
    render: (delivery) =>
      delivery.missing + delivery.damaged === 0 ? (
        absent
      ) : (
        <span className="is-late">{exceptionsText(delivery, t)}</span>
      ),
  },
  {
    key: 'updatedAt',
    title: t('field.updatedAt'),
    width: 155,
    sort: 'updatedAt',
    extra: true,
    render: ({ updatedAt }) => instant(updatedAt, minute),
  },
]
