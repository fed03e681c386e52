import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Answer, api } from '../../shared/api.ts'
import { goTo } from './browser-key.ts'
import { ownPath } from '../../shared/own-path.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'

type Ways = Answer<'GET /api/auth/providers'>

/** Other ways to sign in; nothing when none is set up or the server does not say. */
export function Providers({ next }: { readonly next: string | null }) {
  const { t } = useTranslation('access')
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
