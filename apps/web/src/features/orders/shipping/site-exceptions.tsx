import type { DeliveryPiece, DeliveryRow } from '@cloud-factory/contract/deliveries'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInstant } from '../../../shared/format/dates.ts'
import { lazyPart } from '../../../shared/ui/lazy-part.ts'
import { Overlay } from '../../../shared/ui/overlay.tsx'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../../shared/ui/reason-button.tsx'
import { deliveryPiecesQuery } from './shipping.queries.ts'

const FoundDialog = lazyPart(async () => (await import('./found-dialog.tsx')).FoundDialog)

/** What was missing or damaged at the receipt; what was missing may have turned up since. */
export function SiteExceptions({ delivery }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('shipping')
  const instant = useInstant()
  const { data, error } = useQuery(deliveryPiecesQuery(delivery.id, 'true'))
  const [found, setFound] = useState<DeliveryPiece | null>(null)
  const close = () => setFound(null)
  return (
    <>
      {error !== null && <ProblemAlert error={error} />}
      <ul className="receipt-exceptions">
        {data?.map((piece) => {
          const { id, serial, packageNo, exception } = piece
          if (exception === null) return null
          const later = exception.found
          return (
            <li key={id}>
              <b>{serial}</b> ({packageNo}) {t(`exception.${exception.kind}`)} {exception.note}{' '}
              {later !== null && (
                <span>
                  {'→ '}
                  {t('found.at', { by: later.by, at: instant(later.at) })} {later.note}
                </span>
              )}
              {exception.kind === 'missing' && later === null && (
                <ReasonButton
                  size="small"
                  allowed={delivery.can.find}
                  aria-label={`${t('action.found')}: ${serial}`}
                  onClick={() => setFound(piece)}
                >
                  {t('action.found')}
                </ReasonButton>
              )}
            </li>
          )
        })}
      </ul>
      <Overlay onClose={close}>
        {found !== null && <FoundDialog deliveryId={delivery.id} piece={found} onClose={close} />}
      </Overlay>
    </>
  )
}
