import { useEffect } from 'react'
import type { LiveFrame } from './frames.rules.ts'
import { type LiveLink, listenTo, useLiveStore } from './live-stream.ts'
import type { StreamTopic } from '@cloud-factory/domain/live/live-enums'
import { useTranslation } from '../i18n/use-translation.tsx'
import { askEveryMs } from './polling-fallback.ts'
import './live-note.css'

/** Current content of a topic, and the state of the link; null until the first data arrive. */
export function useLive(topic: Exclude<StreamTopic, 'changes'>): {
  readonly frame: LiveFrame | null
  readonly link: LiveLink
} {
  useEffect(() => listenTo(topic), [topic])
  const frame = useLiveStore(({ frames }) => frames[topic] ?? null)
  const link = useLiveStore((state) => state.link)
  return { frame, link }
}

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
