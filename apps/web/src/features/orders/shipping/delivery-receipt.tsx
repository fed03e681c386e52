import type { DeliveryRow } from '@cloud-factory/contract/deliveries'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useInstant } from '../../../shared/format/dates.ts'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { signatureQuery } from './shipping.queries.ts'
import { exceptionsText } from './shipping-labels.tsx'
import { SiteExceptions } from './site-exceptions.tsx'

/** Who received it and when, with the signature and what was missing or damaged. */
export function DeliveryReceipt({ delivery }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('shipping')
  const instant = useInstant()
  const { id, missing, damaged, receivedBy, receivedAt, receiptNote } = delivery
  const signature = useQuery({ ...signatureQuery(id), enabled: delivery.hasSignature })
  return (
    <section className="overview-card receipt-card" aria-label={t('receipt.title')}>
      <div>
        <h2>{t('receipt.title')}</h2>
        <p>{t('receipt.by', { name: receivedBy, at: instant(receivedAt) })}</p>
        {receiptNote !== null && <p className="order-note">{receiptNote}</p>}
        <p>{missing + damaged === 0 ? t('receipt.complete') : exceptionsText(delivery, t)}</p>
        {missing + damaged > 0 && <SiteExceptions delivery={delivery} />}
      </div>
      {signature.error !== null && <ProblemAlert error={signature.error} />}
      {signature.data !== undefined && (
        <img
          className="signature"
          alt={t('receipt.signatureOf', { name: receivedBy })}
          src={`data:image/png;base64,${signature.data.png}`}
        />
      )}
    </section>
  )
}
