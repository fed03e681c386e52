import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { api } from '../../shared/api.ts'
import { useSession } from '../../shared/session.ts'
import { ownBuild } from '../errors/stale-build.ts'

const minute = 60_000

/** Lines above the bar that say what concerns every page: no server, a newer build, a password to change. */
export function Banners() {
  const { t } = useTranslation()
  const health = useHealth()
  const newer = health.data !== undefined && ownBuild() !== 'development' && health.data.build !== ownBuild()
  const mustChange = useMustChangePassword()
  return (
    <div role="status">
      {health.offline && <Banner tone="bad">{t('banner.offline')}</Banner>}
      {newer && !health.offline && (
        <Banner tone="note">
          {t('banner.newBuild')}{' '}
          <button type="button" className="link-button" onClick={() => location.reload()}>
            {t('banner.reload')}
          </button>
        </Banner>
      )}
      {mustChange && (
        <Banner tone="warn">
          {t('banner.mustChangePassword')} <Link to="/personal">{t('route.personal')}</Link>
        </Banner>
      )}
    </div>
  )
}

function Banner({
  tone,
  children,
}: {
  readonly tone: 'bad' | 'warn' | 'note'
  readonly children: ReactNode
}) {
  return <p className={`banner is-${tone}`}>{children}</p>
}

/** Asked rarely while all is well, often while the server is away. */
function useHealth() {
  const online = useSyncExternalStore(onConnection, () => navigator.onLine)
  const { data, error, refetch } = useQuery({
    queryKey: ['health'],
    queryFn: () => api('GET /api/health', { quiet: true }),
    refetchInterval: (query) => (query.state.status === 'error' ? minute / 12 : 5 * minute),
    refetchIntervalInBackground: false,
    retry: 1,
    retryDelay: 300,
  })
  useEffect(() => {
    void refetch()
  }, [online, refetch])
  return { data, offline: error !== null && error instanceof TypeError }
}

function onConnection(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

let ledToPersonal = false

/** A first or reset password leads to the personal page once; after that the banner reminds. */
function useMustChangePassword(): boolean {
  const mustChange = useSession((session) => session.user?.mustChangePassword === true)
  const navigate = useNavigate()
  useEffect(() => {
    if (!mustChange || ledToPersonal) return
    ledToPersonal = true
    void navigate('/personal')
  }, [mustChange, navigate])
  return mustChange
}
