import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router'
import { api } from '../../shared/api.ts'
import { ownPath } from '../../shared/own-path.ts'
import { problemOf } from '../../shared/request.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import { keptBrowserKey } from './browser-key.ts'
import { enterAndGo } from './enter-and-go.ts'
import { usePublicTitle } from './use-public-title.ts'

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
      body: { kind: 'oidc', code, state, ...(iss ? { iss } : {}), ...keptBrowserKey() },
      quiet: true,
    }).then(
      (reply) => enterAndGo(reply, ownPath(reply.next)),
      (error: unknown) =>
        setFailure(problemOf(error)?.code === 'provider.off' ? 'login' : problemMessage(error)),
    )
  }, [code, state, iss, problemMessage])
  return failure
}
