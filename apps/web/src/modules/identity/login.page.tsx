import { type FormEvent, type ReactNode, useState, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Answer } from '../../shared/api.ts'
import { enterSession } from '../../shared/session.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import './login.css'
import { logo } from '../../shared/ui/logo.ts'
import { useLocation } from 'react-router'
import { lazyThemed } from '../../shared/theme/lazy-themed.tsx'
import { lazyComponent } from '../../shared/ui/lazy-component.ts'
import { type PublicPageProps, usePublicTitle, goTo } from './sign-in.ts'
import { switchLanguage } from '../../shared/i18n/i18n.ts'
import { languageNames, languageWords, useSettings } from '../../shared/settings.ts'
import { ownPath } from '../../shared/own-path.ts'
import { readTerminal, useTerminal } from '../../shared/terminal.ts'

/** User name and password. The guard redirects after sign-in, when it sees the token. */
function LoginForm() {
  const { t } = useTranslation('sign-in')
  const [typed, setTyped] = useState({ username: '', password: '' })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ReactNode>(null)

  const signIn = async (event: FormEvent) => {
    event.preventDefault()
    if (typed.username.trim() === '' || typed.password === '') return setFailure(t('login.incomplete'))
    setBusy(true)
    setFailure(null)
    try {
      enterSession(await api('POST /api/auth/login', { body: typed, quiet: true }))
    } catch (error) {
      setFailure(<Failure error={error} />)
      setBusy(false)
    }
  }
  return (
    <form className="login-form" noValidate onSubmit={(event) => void signIn(event)}>
      <label htmlFor="username">{t('login.username')}</label>
      <input
        id="username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has one purpose
        autoFocus
        aria-describedby={failure === null ? undefined : 'login-failure'}
        value={typed.username}
        onChange={({ target }) => setTyped({ ...typed, username: target.value })}
      />
      <label htmlFor="password">{t('login.password')}</label>
      <PasswordBox
        value={typed.password}
        isWrong={failure !== null}
        onChange={(password) => setTyped({ ...typed, password })}
      />
      <p id="login-failure" className="login-failure" role="alert">
        <Suspense>{failure}</Suspense>
      </p>
      <button type="submit" className="login-button" disabled={busy}>
        {t(busy ? 'login.busy' : 'login.go')}
      </button>
    </form>
  )
}

/** The sentence of a refused request; its texts are loaded once something was typed. */
function Failure({ error }: { readonly error: unknown }) {
  return useProblemMessage()(error)
}

interface PasswordProps {
  readonly value: string
  readonly isWrong: boolean
  readonly onChange: (password: string) => void
}

function PasswordBox({ value, isWrong, onChange }: PasswordProps) {
  const { t } = useTranslation('sign-in')
  const [shown, setShown] = useState(false)
  return (
    <div className="password-box">
      <input
        id="password"
        name="password"
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        required
        aria-describedby={isWrong ? 'login-failure' : undefined}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <button type="button" className="show-password" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {t(shown ? 'login.hide' : 'login.show')}
      </button>
    </div>
  )
}

const TerminalLock = lazyThemed(async () => (await import('./terminal-lock.tsx')).TerminalLock)
const TvPairing = lazyComponent(async () => (await import('./tv-pairing.tsx')).TvPairing)

/** Sign-in page. Does not use Ant Design; the shell loads while the user types. */
export function LoginPage({ fetchShell }: PublicPageProps) {
  const { t } = useTranslation('sign-in')
  const { search } = useLocation()
  const [isTv, setIsTv] = useState(false)
  const isTerminal = useTerminal((terminal) => terminal !== null)
  useEffect(() => void readTerminal(), [])
  usePublicTitle(t(isTv ? 'tv.title' : 'login.title'))
  useEffect(() => {
    const begin = () => void fetchShell?.()
    window.addEventListener('input', begin, { once: true })
    return () => window.removeEventListener('input', begin)
  }, [fetchShell])
  if (isTerminal && new URLSearchParams(search).get('way') !== 'password')
    return (
      <Suspense>
        <TerminalLock />
      </Suspense>
    )
  return (
    <div className="login">
      <header>
        <LanguageSelect />
      </header>
      <main className="login-card">
        <img src={logo} alt="" width={48} height={48} />
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
  const [ways, setWays] = useState<Ways | null>(null)
  const [failure, setFailure] = useState<ReactNode>(null)
  useEffect(() => {
    const abort = new AbortController()
    api('GET /api/auth/providers', { signal: abort.signal, quiet: true }).then(setWays, () => undefined)
    return () => abort.abort()
  }, [])
  const start = async () => {
    try {
      goTo(await api('POST /api/auth/oidc/start', { body: { next: ownPath(next) }, quiet: true }))
    } catch (error) {
      setFailure(<Failure error={error} />)
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
          <Suspense>{failure}</Suspense>
        </p>
      )}
    </div>
  )
}
