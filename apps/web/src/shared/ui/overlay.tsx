import { type ReactNode, Suspense } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { LostBoundary } from './lost-boundary.tsx'

interface Props {
  /** Closes the overlay; absent for dialogs that must be answered. */
  readonly onClose?: () => void
  readonly children: ReactNode
}

/**
 * Shows dialogs that are loaded on demand. A failed download is reported and can be retried, instead of breaking the
 * page.
 */
export const Overlay = ({ onClose, children }: Props) => (
  <LostBoundary render={(again) => <MissingPart again={again} onClose={onClose} />}>
    <Suspense>{children}</Suspense>
  </LostBoundary>
)

interface MissingProps {
  readonly again: () => void
  readonly onClose: (() => void) | undefined
}

function MissingPart({ again, onClose }: MissingProps) {
  const { t } = useTranslation('lost')
  return (
    <div className="missing-part" role="alert">
      <span>
        <strong>{t('title')}</strong> {t('text')}
      </span>
      <button type="button" className="link-button" onClick={again}>
        {t('again')}
      </button>
      {onClose !== undefined && (
        <button
          type="button"
          className="link-button"
          onClick={() => {
            onClose()
            again()
          }}
        >
          {t('close')}
        </button>
      )}
    </div>
  )
}
