import { AppstoreAddOutlined, PlusOutlined } from '@ant-design/icons'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Answer } from '../../shared/api.ts'
import { count, tonnes } from '../../shared/format/numbers.ts'
import { usePermissionTags } from '../../shared/permission.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { KeyFacts } from './key-facts.tsx'
import { PackagesTable } from './packages-table.tsx'
import { packingQuery } from './shipping.queries.ts'
import './shipping.css'
import { PackageForm } from './package-form.tsx'
import { PackingPlan } from './packing-plan.tsx'
import { DeliveryForm } from './delivery-form.tsx'

const stands = ['waiting', 'ready', 'packing', 'packed', 'shipped', 'received'] as const
type Packing = Answer<'GET /api/orders/:id/packing'>

/** Packing and shipping of an order: progress, its packages, and buttons for new ones. */
export function OrderShipping({ order }: { readonly order: OrderRow }) {
  const { data: packing, error, refetch } = useQuery(packingQuery(order.id))
  return (
    <div className="order-part shipping-part">
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {packing !== undefined && <Stand packing={packing} />}
      <Packages order={order} packing={packing} />
    </div>
  )
}

function Stand({ packing }: { readonly packing: Packing }) {
  const { t } = useTranslation('shipping')
  return (
    <KeyFacts
      facts={stands.map((stand) => [
        t(`stand.${stand}`),
        t('piecesAndTonnes', { pieces: count(packing[stand].pieces), tonnes: tonnes(packing[stand].kg) }),
      ])}
    />
  )
}

type Opened = 'package' | 'plan' | 'delivery'

function Packages({ order, packing }: { readonly order: OrderRow; readonly packing: Packing | undefined }) {
  const { t } = useTranslation('shipping')
  const navigate = useNavigate()
  const canShip = usePermissionTags().includes('order.ship') || 'permission.denied'
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const allowed = packing?.can.pack
  const start = packing && { orderId: order.id, limits: packing.limits, packingKg: packing.packingKg }
  return (
    <>
      <PackagesTable
        orderId={order.id}
        empty={<span>{t('emptyOrderPackages')}</span>}
        actions={
          <span className="page-actions">
            <ReasonButton allowed={canShip} onClick={() => setOpened('delivery')}>
              {t('newDelivery')}
            </ReasonButton>
            <ReasonButton allowed={allowed} icon={<AppstoreAddOutlined />} onClick={() => setOpened('plan')}>
              {t('plan.title')}
            </ReasonButton>
            <ReasonButton
              type="primary"
              allowed={allowed}
              icon={<PlusOutlined />}
              onClick={() => setOpened('package')}
            >
              {t('newPackage')}
            </ReasonButton>
          </span>
        }
      />
      {opened === 'package' && start !== undefined && (
        <PackageForm
          pack={start}
          onSaved={({ id }) => {
            close()
            void navigate(`/order/package/${id}`)
          }}
          onClose={close}
        />
      )}
      {opened === 'plan' && start !== undefined && <PackingPlan start={start} onClose={close} />}
      {opened === 'delivery' && (
        <DeliveryForm
          delivery={null}
          from={{ projectId: order.project.id, consignee: order.customer }}
          onSaved={({ id }) => {
            close()
            void navigate(`/order/delivery/${id}`)
          }}
          onClose={close}
        />
      )}
    </>
  )
}
