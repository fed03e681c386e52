import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { askServer, useConnection } from '../../shared/connection.ts'
import { useSession } from '../../shared/session.ts'
import { isNewer } from '../../shared/stale-build.ts'

/** Lines above the bar that say what concerns every page: no server, a newer build, a password to change. */
export function Banners() {
  const { t } = useTranslation()
  const { isAway, build } = useConnection()
  useEffect(() => void askServer(), [])
  const mustChange = useMustChangePassword()
  return (
    <div role="status">
      {isAway && <Banner tone="bad">{t('banner.offline')}</Banner>}
      {isNewer(build) && !isAway && (
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
