import { spanOf } from '../figures.ts'
import { useSilence, useWall } from '../link/wall.store.ts'
import { useSpeech } from '../labels.ts'
import { idleTimeoutMs } from './trust.rules.ts'

/** Says in words that what is shown is old, and how old, as soon as the stream has been silent too long. */
export function LinkBanner() {
  const { t, time } = useSpeech()
  const silent = useSilence()
  const heardAt = useWall((state) => state.heardAt)
  const kept = useWall((state) => state.kept)
  const isOneTooMany = useWall((state) => state.isOneTooMany)
  if (silent < idleTimeoutMs && !kept) return null
  return (
    <p className="link-banner" role="status" data-testid="link-banner">
      <i aria-hidden="true">▲</i>
      {isOneTooMany
        ? t('banner.tooMany')
        : heardAt === null
          ? t('banner.nothing')
          : t(kept ? 'banner.cached' : 'banner.lost', {
              at: time(heardAt, '{h}:{i}:{s}'),
              age: spanOf(silent / 1000),
            })}
    </p>
  )
}
