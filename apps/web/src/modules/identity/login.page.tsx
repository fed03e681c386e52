import './login.css'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { lazyComponent } from '../../shared/ui/lazy-component.ts'
import { LoginForm } from './login-form.tsx'
import type { PublicPageProps } from './public-page.ts'
import { usePublicTitle } from './use-public-title.ts'
import { switchLanguage } from '../../shared/i18n/i18n.ts'
import { languageNames, languageWords, useSettings } from '../../shared/settings.ts'
import { type Answer, api } from '../../shared/api.ts'
import { goTo } from './browser-key.ts'
import { ownPath } from '../../shared/own-path.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'

const TvPairing = lazyComponent(async () => (await import('./tv-pairing.tsx')).TvPairing)

/** Sign-in page. Does not use Ant Design; the shell loads while the user types. */
export function LoginPage({ fetchShell }: PublicPageProps) {
  const { t } = useTranslation('sign-in')
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

function LanguageSelect() {
  const { t } = useTranslation('sign-in')
  const { language } = useSettings()
  const [isLost, setLost] = useState(false)
  const change = async (name: string) => {
    const chosen = languageWords.find((word) => word === name)
    setLost(chosen !== undefined && !(await switchLanguage(chosen)))
  }
  return (
    <>
      {isLost && <span role="alert">{t('lost:title')} </span>}
      <select
        className="language-select"
        aria-label={t('login.language')}
        value={language}
        onChange={(event) => void change(event.target.value)}
      >
        {languageWords.map((word) => (
          <option key={word} value={word}>
            {languageNames[word]}
          </option>
        ))}
      </select>
    </>
  )
}

type Ways = Answer<'GET /api/auth/providers'>

/** Other ways to sign in; empty if none is set up or the server does not answer. */
function Providers({ next }: { readonly next: string | null }) {
  const { t } = useTranslation('sign-in')
  const problemMessage = useProblemMessage()
  const [ways, setWays] = useState<Ways | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    const asked = new AbortController()
    api('GET /api/auth/providers', { signal: asked.signal, quiet: true }).then(setWays, () => undefined)
    return () => asked.abort()
  }, [])
  const start = async () => {
    try {
      goTo(await api('POST /api/auth/oidc/start', { body: { next: ownPath(next) }, quiet: true }))
    } catch (error) {
      setFailure(problemMessage(error))
    }
  }
  const wecom = ways?.wecom ?? null
  if (ways === null || (wecom === null && ways.oidc === null)) return null
  return (
    <div className="login-others">
      <p>{t('login.others')}</p>
      {wecom !== null && (
        <button type="button" className="login-other" onClick={() => goTo(wecom)}>
          {t('login.wecom')}
        </button>
      )}
      {ways.oidc !== null && (
        <button type="button" className="login-other" onClick={() => void start()}>
          {ways.oidc.name}
        </button>
      )}
      {failure !== null && (
        <p className="login-failure" role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}
