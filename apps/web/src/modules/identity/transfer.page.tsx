import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { api } from '../../shared/api.ts'
import { ownPath } from '../../shared/own-path.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import { keptBrowserKey } from './browser-key.ts'
import { enterAndGo } from './enter-and-go.ts'
import { usePublicTitle } from './use-public-title.ts'

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
            body: { kind: 'wecom', code: code ?? '', ...(state ? { state } : {}), ...keptBrowserKey() },
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
