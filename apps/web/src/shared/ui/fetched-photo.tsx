import { useEffect, useEffectEvent, useState } from 'react'
import type { Download } from '../request.ts'

interface Props {
  readonly photo: {
    readonly id: string
    readonly name: string
    readonly type: string
    readonly addedBy: string
  }
  readonly className: string
  readonly fetch: (signal: AbortSignal) => Promise<Download>
}

/** A link could not carry the token, so the bytes are downloaded and shown from memory. */
export function FetchedPhoto({ photo, className, fetch }: Props) {
  const [url, setUrl] = useState<string | null>(null)
  const fetched = useEffectEvent(fetch)
  useEffect(() => {
    const stop = new AbortController()
    let made: string | undefined
    const show = async () => {
      const { blob } = await fetched(stop.signal)
      if (stop.signal.aborted) return
      made = URL.createObjectURL(new Blob([blob], { type: photo.type }))
      setUrl(made)
    }
    // A photo that cannot be loaded stays an empty frame with its name.
    show().catch(() => undefined)
    return () => {
      stop.abort()
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [photo.id, photo.type])
  if (url === null) return <span className={className} role="img" aria-label={photo.name} />
  return (
    <a href={url} target="_blank" rel="noreferrer" title={`${photo.name} · ${photo.addedBy}`}>
      <img className={className} src={url} alt={photo.name} />
    </a>
  )
}
