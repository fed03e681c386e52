import {
  type FormEvent,
  type ReactNode,
  useState,
  Suspense,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api, type Answer } from '../../shared/api.ts'
import { enterSession } from '../../shared/session.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import './login.css'
import { logo } from '../../shared/ui/logo.ts'
import { useLocation } from 'react-router'
import { lazyComponent } from '../../shared/ui/lazy-component.ts'
import { goTo, type PublicPageProps, TerminalLock, usePublicTitle } from './sign-in.ts'
import { fieldText } from '../../shared/form/field-text.ts'
import { LanguageSelect } from '../../shared/ui/language-select.tsx'
import { ownPath } from '../../shared/own-path.ts'
import { readTerminal, useTerminal } from '../../shared/terminal.ts'

/**
 * User name and password. The guard redirects after sign-in, when it sees the token. People type before this script has
 * arrived, so the fields hold their text themselves; a form that was sent by then is marked, see `vite/first-files.ts`.
 */
function LoginForm() {
  const { t } = useTranslation('sign-in')
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ReactNode>(null)
  useEffect(() => {
    if (form.current?.dataset['sent'] !== undefined) form.current.requestSubmit()
  }, [])

  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const typed = { username: fieldText(fields, 'username'), password: fieldText(fields, 'password') }
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
    <form ref={form} className="login-form" noValidate onSubmit={(event) => void signIn(event)}>
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
      />
      <label htmlFor="password">{t('login.password')}</label>
      <PasswordBox isWrong={failure !== null} />
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

function PasswordBox({ isWrong }: { readonly isWrong: boolean }) {
  const { t } = useTranslation('sign-in')
  const isHydrated = useHydrated()
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
      />
      <button
        type="button"
        className="show-password"
        aria-pressed={shown}
        disabled={!isHydrated}
        onClick={() => setShown(!shown)}
      >
        {t(shown ? 'login.hide' : 'login.show')}
      </button>
    </div>
  )
}

const neverChanges = () => () => undefined

/** False while React has not taken the page over from the build's HTML: a click would be lost. */
const useHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )

const TvPairing = lazyComponent(async () => (await import('./tv-pairing.tsx')).TvPairing)

/** Sign-in page. Does not use Ant Design; the shell loads while the user types. */
export function LoginPage({ fetchShell }: PublicPageProps) {
  const { t } = useTranslation('sign-in')
  const { search } = useLocation()
  const [isTv, setIsTv] = useState(false)
  const isHydrated = useHydrated()
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
        <LanguageSelect disabled={!isHydrated} />
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
        <button type="button" className="login-tv" disabled={!isHydrated} onClick={() => setIsTv(true)}>
          {t('tv.entry')}
        </button>
      )}
    </div>
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
