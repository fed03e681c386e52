import type { PairedDevice, PairingReply } from '@cloud-factory/contract/displays/screen-devices'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { localStore, tokenKey, userInfoKey } from '../../shared/storage.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'

/** Interval at which a TV polls whether its code was confirmed, ms; longer after an error. */
const askMs = 2_000
const refusedMs = 15_000

/** 256 random bits, base64url: the secret of this TV, required to receive its token. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/**
 * The token replaces a user's token. A full page load shows the screen, and nothing of this page
 * stays in memory.
 */
function enterAsTv({ token, user, screen }: PairedDevice): void {
  localStore.set(tokenKey, token)
  localStore.set(userInfoKey, user)
  const wall = screen.source === 'live' ? '/realData' : '/virtualData'
  location.replace(`${wall}?screen=${screen.id}`)
}

const physical = (pixels: number): number => Math.max(1, Math.round(pixels * devicePixelRatio))

/** The code of this TV, until an administrator has confirmed it. */
export function TvPairing({ onBack }: { readonly onBack: () => void }) {
  const { t } = useTranslation('sign-in')
  const problemMessage = useProblemMessage()
  const [reply, setReply] = useState<PairingReply | null>(null)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    const gone = new AbortController()
    const secret = newSecret()
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      let wait = askMs
      try {
        const body = { secret, width: physical(screen.width), height: physical(screen.height) }
        const answer = await api('POST /api/screens/pairing', { body, signal: gone.signal, quiet: true })
        if (answer.state === 'paired') return enterAsTv(answer.paired)
        setReply(answer)
        setError(null)
      } catch (failure) {
        if (gone.signal.aborted) return
        setError(failure)
        wait = refusedMs
      }
      timer = setTimeout(() => void ask(), wait)
    }
    void ask()
    return () => {
      gone.abort()
      clearTimeout(timer)
    }
  }, [])
  return (
    <section className="tv-pairing" aria-labelledby="tv-title">
      <h2 id="tv-title">{t('tv.title')}</h2>
      <p>{t('tv.text')}</p>
      <p className="tv-code" role="status">
        {reply?.state === 'waiting' ? `${reply.code.slice(0, 3)} ${reply.code.slice(3)}` : t('tv.wait')}
      </p>
      <p className="tv-soft">{t('tv.until')}</p>
      {error !== null && (
        <p className="login-failure" role="alert">
          {t('tv.failed', { reason: problemMessage(error) })}
        </p>
      )}
      <button type="button" className="login-other" onClick={onBack}>
        {t('tv.back')}
      </button>
    </section>
  )
}
