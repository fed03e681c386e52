import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { usePart } from '../../../shared/ui/use-part.ts'
import { Allowed } from '../../../shared/ui/allowed.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.ts'
import { Overlay } from '../../../shared/ui/overlay.tsx'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { PartTabs } from '../../../shared/ui/part-tabs.tsx'
import { DeliveriesTable } from './deliveries-table.tsx'
import { PackagesTable } from './packages-table.tsx'
import '../orders.css'
import './shipping.css'

const DeliveryForm = lazyPart(async () => (await import('./delivery-form.tsx')).DeliveryForm)

const parts = ['deliveries', 'packages'] as const

/** What leaves the factory: deliveries, and the packages on them or waiting for them. */
export function ShippingPage() {
  const { t } = useTranslation('shipping')
  const navigate = useNavigate()
  const [part, show] = usePart(parts)
  const [creating, setCreating] = useState(false)
  return (
    <div className="page is-filling order-page">
      <PageHeader title={t('shell:route.shipping')} note={t('note')}>
        <Allowed permission="order.ship">
          <Button
            type="primary"
            icon={<PlusOutlined />}
            onClick={() => setCreating(true)}
            {...DeliveryForm.early}
          >
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
      <Overlay onClose={() => setCreating(false)}>
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
      </Overlay>
    </div>
  )
}
