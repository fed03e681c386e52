import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { lazily } from '../../shared/ui/lazy-part.ts'
import { LanguageSelect } from './language-select.tsx'
import './login.css'
import { LoginForm } from './login-form.tsx'
import { Providers } from './providers.tsx'
import type { PublicPageProps } from './public-page.ts'
import { usePublicTitle } from './use-public-title.ts'

const TvPairing = lazily(async () => (await import('./tv-pairing.tsx')).TvPairing)

/** Sign-in. Free of Ant Design: the shell is fetched while the person types. */
export function LoginPage({ fetchShell }: PublicPageProps) {
  const { t } = useTranslation('access')
  const { search } = useLocation()
  const [isTv, setIsTv] = useState(false)
  usePublicTitle(t(isTv ? 'tv.title' : 'login.title'))
  useEffect(() => {
    const begin = () => void fetchShell?.()
    window.addEventListener('input', begin, { once: true })
    return () => window.removeEventListener('input', begin)
  }, [fetchShell])
  return (
    <div className="login">
      <header>
        <LanguageSelect />
      </header>
      <main className="login-card">
        <img src="/favicon.svg" alt="" width={48} height={48} />
        <h1>{t('shell:app.full')}</h1>
        {isTv ? (
          <Suspense fallback={<p>{t('tv.wait')}</p>}>
            <TvPairing onBack={() => setIsTv(false)} />
          </Suspense>
        ) : (
          <>
            <LoginForm />
            <Providers next={new URLSearchParams(search).get('redirect')} />
          </>
        )}
      </main>
      {!isTv && (
        <button type="button" className="login-tv" onClick={() => setIsTv(true)}>
          {t('tv.entry')}
        </button>
      )}
    </div>
  )
}
