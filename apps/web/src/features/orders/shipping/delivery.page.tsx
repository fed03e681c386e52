import type { DeliveryRow } from '@cloud-factory/contract/deliveries'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { count, tonnes } from '../../../shared/format/numbers.ts'
import { useCloseTab, useTabTitle } from '../../../shared/tabs/tab-hooks.ts'
import { lazyPart } from '../../../shared/ui/lazy-part.ts'
import { Overlay } from '../../../shared/ui/overlay.tsx'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { gramsShown } from '../figures.ts'
import { DeliveryActions, type DeliveryDialog } from './delivery-actions.tsx'
import { DeliveryFacts } from './delivery-facts.tsx'
import { DeliveryPackages } from './delivery-packages.tsx'
import { DeliveryReceipt } from './delivery-receipt.tsx'
import { KeyFacts } from './key-facts.tsx'
import { deliveryQuery } from './shipping.queries.ts'
import { DeliveryStatusTag, Difference } from './shipping-labels.tsx'
import { WeighBox } from './weigh-box.tsx'
import '../orders.css'
import './shipping.css'

const DeliveryForm = lazyPart(async () => (await import('./delivery-form.tsx')).DeliveryForm)
const DeliveryDialog = lazyPart(async () => (await import('./delivery-dialog.tsx')).DeliveryDialog)

/** One delivery: the truck, what is on it, what it weighs, and how it arrived. */
export function DeliveryPage() {
  const { t } = useTranslation('shipping')
  const { id = '' } = useParams()
  const { data: delivery, error, refetch } = useQuery(deliveryQuery(id))
  useTabTitle(delivery?.no)
  if (delivery !== undefined) return <DeliveryShown key={id} delivery={delivery} />
  return (
    <div className="page">
      {error === null ? (
        <Skeleton active />
      ) : (
        <>
          <ProblemAlert error={error} onRetry={() => void refetch()} />
          <Link to="/order/shipping">{t('toDeliveries')}</Link>
        </>
      )}
    </div>
  )
}

function DeliveryShown({ delivery }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('shipping')
  const closeTab = useCloseTab()
  const [asked, setAsked] = useState<DeliveryDialog | null>(null)
  const close = () => setAsked(null)
  const done = () => {
    close()
    if (asked === 'delete') void closeTab({ to: '/order/shipping', force: true })
  }
  const { status, project } = delivery
  return (
    <div className="page delivery-page">
      <PageHeader
        title={
          <span className="order-title">
            {delivery.no} <DeliveryStatusTag status={status} />
          </span>
        }
        note={[`${project.code} ${project.name}`, delivery.customer].join(' · ')}
      >
        <span className="page-actions" {...DeliveryDialog.early}>
          <DeliveryActions delivery={delivery} onAct={setAsked} />
        </span>
      </PageHeader>
      <KeyFacts
        facts={[
          [t('field.packages'), count(delivery.packages)],
          [t('field.pieces'), count(delivery.pieces)],
          [t('field.netTonnes'), tonnes(delivery.netKg)],
          [t('field.grossKg'), gramsShown(delivery.grossKg)],
          [t('field.bridgeNetKg'), gramsShown(delivery.weighedKg)],
          [t('field.difference'), <Difference key="difference" {...delivery} />],
        ]}
      />
      {status === 'received' && <DeliveryReceipt delivery={delivery} />}
      <div className="overview">
        <DeliveryFacts delivery={delivery} />
        {(status === 'draft' || status === 'loaded') && (
          <WeighBox key={delivery.version} delivery={delivery} />
        )}
      </div>
      <DeliveryPackages delivery={delivery} />
      <Overlay onClose={close}>
        {asked === 'edit' && <DeliveryForm delivery={delivery} onSaved={close} onClose={close} />}
        {asked !== null && asked !== 'edit' && (
          <DeliveryDialog delivery={delivery} action={asked} onDone={done} onClose={close} />
        )}
      </Overlay>
    </div>
  )
}
