import { useTranslation } from 'react-i18next'
import { askEveryMs } from './polling-fallback.ts'
import { useLiveStore } from './live-stream.ts'
import './live-note.css'

/** Shows that live values come from polling, and why. */
export function LiveNote() {
  const { t } = useTranslation('shell')
  const isAsking = useLiveStore(({ link }) => link === 'asking')
  const isOneTooMany = useLiveStore((state) => state.isOneTooMany)
  return (
    <span className="live-note" role="status" title={isAsking && !isOneTooMany ? t('live.why') : undefined}>
      {isAsking && t(isOneTooMany ? 'live.tooMany' : 'live.asking', { seconds: askEveryMs / 1000 })}
    </span>
  )
}
