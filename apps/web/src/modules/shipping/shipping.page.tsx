import type { DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import type { TFunction } from 'i18next'
import { Link, useNavigate } from 'react-router'
import { absent, count, tonnes } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DeliveryStatusTag, Difference, exceptionsText, deliveryStatusWords } from './shipping-labels.tsx'
import '../../shared/ui/record.css'
import './shipping.css'
import { PlusOutlined } from '@ant-design/icons'
import { useState, useMemo } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { PageParts } from '../../shared/ui/part-tabs.tsx'
import { Allowed } from '../../shared/ui/allowed.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PackagesTable } from './packages-table.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { ProjectFilter } from '../projects/project-filter.tsx'
import { deliveriesQuery } from './shipping.queries.ts'
import { Departures } from '../erection/departures.tsx'
import { SiteCalendar } from '../erection/site-calendar.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { Button } from '../../shared/ui/button.tsx'

const DeliveryForm = lazyDialog(async () => (await import('./delivery-form.tsx')).DeliveryForm)

interface ColumnContext {
  readonly t: TFunction<'shipping'>
  readonly instant: (at: string | null, pattern?: string) => string
}

const minute = '{y}-{m}-{d} {h}:{i}'

const deliveryColumns = (context: ColumnContext): readonly Column<DeliveryRow>[] => [
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
    group: ({ status }) => status,
    render: ({ status }) => <DeliveryStatusTag status={status} />,
  },
  { key: 'project', title: t('field.project'), width: 178, render: ({ project }) => project.name },
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
    spare: true,
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
    spare: true,
    align: 'right',
    render: ({ packages }) => count(packages),
  },
  {
    key: 'pieces',
    title: t('field.pieces'),
    width: 104,
    spare: true,
    align: 'right',
    render: ({ pieces }) => count(pieces),
  },
]

/** Weight and progress of a delivery: weighed, shipped, received. */
const progressColumns = ({ t, instant }: ColumnContext): readonly Column<DeliveryRow>[] => [
  {
    key: 'netKg',
    title: t('field.netTonnes'),
    width: 96,
    align: 'right',
    render: ({ netKg }) => tonnes(netKg),
  },
  {
    key: 'difference',
    title: t('field.difference'),
    width: { zh: 160, other: 214 },
    render: (row) => <Difference {...row} />,
  },
  {
    key: 'sentAt',
    title: t('field.sentAt'),
    width: 152,
    spare: true,
    sort: 'sentAt',
    render: ({ sentAt }) => instant(sentAt, minute),
  },
  {
    key: 'receivedAt',
    title: t('field.receivedAt'),
    width: 152,
    spare: true,
    render: ({ receivedAt }) => instant(receivedAt, minute),
  },
  {
    key: 'exceptions',
    title: t('field.exceptions'),
    width: { zh: 120, other: 162 },
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

const filterNames = ['status', 'projectId'] as const

/** All deliveries. */
function DeliveriesTable() {
  const { t } = useTranslation('shipping')
  const navigate = useNavigate()
  const instant = useInstant()
  const list = useListState('GET /api/deliveries', filterNames)
  const query = useListQuery(list, deliveriesQuery)
  const columns = useMemo(() => deliveryColumns({ t, instant }), [t, instant])
  return (
    <DataTable
      name="deliveries"
      label={t('deliveries')}
      list={list}
      query={query}
      columns={columns}
      searchHint={t('searchDeliveries')}
      onOpen={({ id }) => void navigate(`/order/delivery/${id}`)}
      empty={<span>{t('emptyDeliveries')}</span>}
      filters={
        <>
          <SelectFilters
            list={list}
            filters={{
              status: [
                t('field.status'),
                choices(deliveryStatusWords, (value) => t(`deliveryStatus.${value}`)),
              ],
            }}
          />
          <ProjectFilter list={list} />
        </>
      }
    />
  )
}

/** Outgoing goods: deliveries, and packages on them or waiting for them. */
export function ShippingPage() {
  const { t } = useTranslation('shipping')
  const navigate = useNavigate()
  const [creating, setCreating] = useState(false)
  return (
    <div className="page is-filling order-page">
      <PageHeader title={t('shell:route.shipping')} note={t('note')}>
        <Allowed permission="order.ship">
          <Button primary icon={<PlusOutlined />} onClick={() => setCreating(true)}>
            {t('newDelivery')}
          </Button>
        </Allowed>
      </PageHeader>
      <PageParts
        label={t('shell:route.shipping')}
        titleOf={(part) => t(part)}
        parts={{
          deliveries: <DeliveriesTable />,
          packages: <PackagesTable empty={<span>{t('emptyPackages')}</span>} />,
          departures: <Departures />,
          siteCalendar: <SiteCalendar />,
        }}
      />
      {creating && (
        <DeliveryForm
          delivery={null}
          onSaved={({ id }) => {
            setCreating(false)
            void navigate(`/order/delivery/${id}`)
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </div>
  )
}
