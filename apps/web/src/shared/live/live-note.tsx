import { useTranslation } from 'react-i18next'
import { askEveryMs } from './ask-instead.ts'
import { useLiveStore } from './live-stream.ts'
import './live-note.css'

/** Says when what is live comes by asking, since no stream gets through. */
export function LiveNote() {
  const { t } = useTranslation('shell')
  const isAsking = useLiveStore(({ link }) => link === 'asking')
  return (
    <span className="live-note" role="status" title={isAsking ? t('live.why') : undefined}>
      {isAsking && t('live.asking', { seconds: askEveryMs / 1000 })}
    </span>
  )
}
