import type { DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { count, tonnes } from '../../shared/format/numbers.ts'
import { useTabTitle } from '../../shared/tabs/tab-hooks.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { ReceiptForm } from './receipt-form.tsx'
import { deliveryQuery } from './shipping.queries.ts'
import { DeliveryStatusTag } from './shipping-labels.tsx'
import '../../shared/ui/record.css'
import './shipping.css'

/** Receipt on site, designed for phones: exceptions, recipient and signature. */
export function ReceiptPage() {
  const { t } = useTranslation('shipping')
  const { id = '' } = useParams()
  const { data: delivery, error, refetch } = useQuery(deliveryQuery(id))
  useTabTitle(delivery === undefined ? undefined : t('receipt.tab', { no: delivery.no }))
  return (
    <div className="page receipt-page">
      {delivery !== undefined && <Receipt key={id} delivery={delivery} />}
      {delivery === undefined && error === null && <Skeleton active />}
      {delivery === undefined && error !== null && (
        <ProblemAlert error={error} onRetry={() => void refetch()} />
      )}
    </div>
  )
}

function Receipt({ delivery }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('shipping')
  const reasonText = useReasonText()
  const { id, no, can } = delivery
  return (
    <>
      <PageHeader
        title={
          <span className="order-title">
            {no} <DeliveryStatusTag status={delivery.status} />
          </span>
        }
        note={[delivery.truckPlate, delivery.consignee, delivery.address]
          .filter((word) => word !== '')
          .join(' · ')}
      />
      <p className="receipt-load">
        {t('receipt.load', {
          packages: count(delivery.packages),
          pieces: count(delivery.pieces),
          tonnes: tonnes(delivery.netKg),
        })}{' '}
        <Link to={`/order/delivery/${id}`}>{t('toDelivery')}</Link>
      </p>
      {can.receive === true ? (
        <ReceiptForm delivery={delivery} />
      ) : (
        <p role="status">{reasonText(can.receive)}</p>
      )}
    </>
  )
}
