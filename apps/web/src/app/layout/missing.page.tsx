import { useEffect } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useLocation } from 'react-router'
import { useTabs } from '../../shared/tabs/tabs-store.ts'
import { usePaletteOpen } from '../palette/palette-open.ts'

export const NotFoundPage = () => <Missing status="404" />
export const NotAllowedPage = () => <Missing status="401" />

/** Within the layout, so that signed-in people keep their menu and tabs. */
function Missing({ status }: { readonly status: '404' | '401' }) {
  const { t } = useTranslation('sign-in')
  const title = t(`missing.${status}.title`)
  const requested = (useLocation().state as { readonly requested?: unknown } | null)?.requested
  // The page that was shown before.
  const tab = useTabs(({ list, current }) => list.find(({ id, affix }) => id === current && !affix))
  const app = t('shell:app.name')
  useEffect(() => {
    document.title = `${title} - ${app}`
  }, [title, app])
  return (
    <div className="plain-page">
      <p className="plain-status">{status}</p>
      <h1>{title}</h1>
      <p>{t(`missing.${status}.text`)}</p>
      {typeof requested === 'string' && <p>{t('missing.address', { path: requested })}</p>}
      <p className="missing-ways">
        {tab !== undefined && (
          <Link to={tab.fullPath} replace>
            {t('missing.back', { title: tab.title ?? t(`shell:route.${tab.titleKey}`) })}
          </Link>
        )}
        <Link to="/dashboard" replace>
          {t('missing.home')}
        </Link>
        <button type="button" className="link-button" onClick={() => usePaletteOpen.setState(true, true)}>
          {t('missing.search')}
        </button>
      </p>
    </div>
  )
}
