import '../../shared/ui/record.css'
import './shipping.css'
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { usePart } from '../../shared/ui/use-part.ts'
import { Allowed } from '../../shared/ui/allowed.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PartTabs } from '../../shared/ui/part-tabs.tsx'
import { PackagesTable } from './packages-table.tsx'
import { useQuery } from '@tanstack/react-query'
import { useInstant } from '../../shared/format/dates.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { ProjectSelect } from '../projects/project-select.tsx'
import { deliveryColumns } from './deliveries.columns.tsx'
import { deliveriesQuery } from './shipping.queries.ts'
import { deliveryStatusWords } from './shipping-labels.tsx'
import { DeliveryForm } from './delivery-form.tsx'

const filterNames = ['status', 'projectId'] as const

/** All deliveries. */
function DeliveriesTable() {
  const { t } = useTranslation('shipping')
  const navigate = useNavigate()
  const instant = useInstant()
  const list = useListState('GET /api/deliveries', filterNames)
  const query = useQuery(deliveriesQuery(list.query))
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
          <SelectFilter
            list={list}
            name="status"
            many
            label={t('field.status')}
            options={deliveryStatusWords.map((value) => ({ value, label: t(`deliveryStatus.${value}`) }))}
          />
          <ProjectSelect
            className="list-filter"
            label={t('field.project')}
            placeholder={t('field.project')}
            value={list.state.filters['projectId'] ?? null}
            onChange={(id) => list.filter({ projectId: id ?? undefined })}
          />
        </>
      }
    />
  )
}

const parts = ['deliveries', 'packages'] as const

/** Outgoing goods: deliveries, and packages on them or waiting for them. */
export function ShippingPage() {
  const { t } = useTranslation('shipping')
  const navigate = useNavigate()
  const [part, show] = usePart(parts)
  const [creating, setCreating] = useState(false)
  return (
    <div className="page is-filling order-page">
      <PageHeader title={t('shell:route.shipping')} note={t('note')}>
        <Allowed permission="order.ship">
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setCreating(true)}>
            {t('newDelivery')}
          </Button>
        </Allowed>
      </PageHeader>
      <PartTabs
        label={t('shell:route.shipping')}
        parts={parts.map((key) => ({ key, title: t(key) }))}
        shown={part}
        onShow={show}
      >
        {part === 'deliveries' ? (
          <DeliveriesTable />
        ) : (
          <PackagesTable empty={<span>{t('emptyPackages')}</span>} />
        )}
      </PartTabs>
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
