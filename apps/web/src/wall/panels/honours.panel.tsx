import { useEffect, useState } from 'react'
import { request } from '../../shared/request.ts'
import type { Download } from '../../shared/receive-file.ts'
import { Nothing } from '../charts/charts.tsx'
import { useTurn } from '../link/clock.ts'
import { useSpeech } from '../labels.ts'
import type { PanelProps } from '../screen.types.ts'

/** Awards of the factory, one at a time, with a picture if available. */
export function HonoursPanel({ data, height, zoom }: PanelProps<'honours'>) {
  const { t, names } = useSpeech()
  const turn = useTurn(data.honours.length, 10)
  const honour = data.honours[turn]
  if (honour === undefined) return <Nothing>{t('honours.none')}</Nothing>
  return (
    <figure className="honour">
      <Picture key={honour.picture} path={honour.picture} size={Math.max(24, height - 70 * zoom)} />
      <figcaption>
        <b>{names(honour.names)}</b>
        <span className="is-soft">{honour.year}</span>
      </figcaption>
    </figure>
  )
}

/** Loads a picture that requires the token. */
export function usePicture(path: string | null) {
  const [address, setAddress] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (path === null) return
    const stop = new AbortController()
    let made: string | null = null
    request<Download>(path, { file: true, signal: stop.signal, quiet: true }).then(
      ({ blob }) => {
        if (stop.signal.aborted) return
        made = URL.createObjectURL(blob)
        setAddress(made)
      },
      () => setFailed(!stop.signal.aborted),
    )
    return () => {
      stop.abort()
      setAddress(null)
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [path])
  return { address, failed, fail: () => setFailed(true) }
}

/** A picture that requires the token; a laurel if there is no picture or it cannot be shown. */
export function Picture({ path, size }: { readonly path: string | null; readonly size: number }) {
  const { address, failed, fail } = usePicture(path)
  // The place stays empty while the picture loads: a laurel replaced by a picture would flicker.
  if (path !== null && !failed)
    return address === null ? (
      <span style={{ display: 'block', width: size, height: size }} />
    ) : (
      <img src={address} alt="" style={{ maxHeight: size }} onError={fail} />
    )
  const laurel = Math.min(size, 320)
  return (
    <svg className="chart laurel" width={laurel} height={laurel} viewBox="-24 -24 48 48" aria-hidden="true">
      <path d="M-6 20C-22 14 -24 -6 -14 -18M6 20C22 14 24 -6 14 -18" />
      <path d="M0 -12L3.5 -4.5L11.5 -3.6L5.6 1.9L7.2 9.8L0 5.8L-7.2 9.8L-5.6 1.9L-11.5 -3.6L-3.5 -4.5Z" />
    </svg>
  )
}
