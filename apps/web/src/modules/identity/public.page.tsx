import { useEffect, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, Navigate, useLocation } from 'react-router'
import { api } from '../../shared/api.ts'
import { ownPath } from '../../shared/own-path.ts'
import { problemOf } from '../../shared/request.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import { storedBrowserKey, enterAndGo, usePublicTitle } from './sign-in.ts'
import { useSession } from '../../shared/session.ts'

/**
 * Return from the identity provider: exchanges its code. Without a code or a provider it redirects
 * to the sign-in page.
 */
export function AuthRedirectPage() {
  const { t } = useTranslation('sign-in')
  const { search } = useLocation()
  const failure = useExchange(search)
  usePublicTitle(t('authRedirect.title'))
  if (failure === 'login') return <Navigate to="/login" replace />
  return (
    <main className="plain-page is-alone">
      <h1>{t('authRedirect.title')}</h1>
      <p role="status">{failure ?? t('authRedirect.text')}</p>
      {failure !== null && <Link to="/login">{t('missing.login')}</Link>}
    </main>
  )
}

let exchanged: string | null = null

function useExchange(search: string): string | null {
  const query = new URLSearchParams(search)
  const [code, state, iss] = [query.get('code'), query.get('state'), query.get('iss')]
  const problemMessage = useProblemMessage()
  const [failure, setFailure] = useState<string | null>(code && state ? null : 'login')
  useEffect(() => {
    // A code works once: an effect that runs twice must not spend it twice.
    if (!code || !state || exchanged === code) return
    exchanged = code
    api('POST /api/auth/provider', {
      body: { kind: 'oidc', code, state, ...(iss ? { iss } : {}), ...storedBrowserKey() },
      quiet: true,
    }).then(
      (reply) => enterAndGo(reply, ownPath(reply.next)),
      (error: unknown) =>
        setFailure(problemOf(error)?.code === 'provider.off' ? 'login' : problemMessage(error)),
    )
  }, [code, state, iss, problemMessage])
  return failure
}

/**
 * Landing page for links from the messaging app, with a one-time ticket or WeCom's code. Opening
 * the address alone does nothing: messaging apps fetch links for previews, and that must not
 * consume the ticket.
 */
export function TransferPage() {
  const { t } = useTranslation('sign-in')
  const { search } = useLocation()
  const problemMessage = useProblemMessage()
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const query = new URLSearchParams(search)
  const [ticket, code, state, next] = ['ticket', 'code', 'state', 'next'].map((name) => query.get(name))
  usePublicTitle(t('transfer.title'))

  const redeem = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const reply = ticket
        ? await api('POST /api/auth/transfer', { body: { ticket }, quiet: true })
        : await api('POST /api/auth/provider', {
            body: { kind: 'wecom', code: code ?? '', ...(state ? { state } : {}), ...storedBrowserKey() },
            quiet: true,
          })
      enterAndGo(reply, ownPath(reply.next ?? next))
    } catch (error) {
      setFailure(problemMessage(error))
      setBusy(false)
    }
  }
  return (
    <main className="plain-page is-alone">
      <h1>{t('transfer.title')}</h1>
      {ticket || code ? (
        <>
          <p>{t('transfer.text')}</p>
          <button type="button" className="plain-button" disabled={busy} onClick={() => void redeem()}>
            {t('transfer.go')}
          </button>
        </>
      ) : (
        <p>{t('transfer.nothing')}</p>
      )}
      <p className="login-failure" role="alert">
        {failure}
      </p>
      <Link to="/login">{t('transfer.password')}</Link>
    </main>
  )
}

export const NotFoundPage = () => <Missing status="404" />
export const NotAllowedPage = () => <Missing status="401" />

function Missing({ status }: { readonly status: '404' | '401' }) {
  const { t } = useTranslation('sign-in')
  const signedIn = useSession((session) => session.token !== null)
  const title = t(`missing.${status}.title`)
  usePublicTitle(title)
  return (
    <main className="plain-page is-alone">
      <p className="plain-status">{status}</p>
      <h1>{title}</h1>
      <p>{t(`missing.${status}.text`)}</p>
      <Link to={signedIn ? '/dashboard' : '/login'} replace>
        {t(signedIn ? 'missing.home' : 'missing.login')}
      </Link>
    </main>
  )
}
