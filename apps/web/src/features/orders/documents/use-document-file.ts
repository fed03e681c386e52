import type { DocumentVersionRow } from '@cloud-factory/contract/order-documents'
import { useEffect, useState } from 'react'
import { download } from '../../../shared/api.ts'

interface Loaded {
  readonly versionId: string
  /** 0 to 100. */
  readonly percent: number
  /** Address of the bytes within this page; lives as long as the preview. */
  readonly url?: string
  readonly text?: string
  readonly error?: unknown
}

/** So much of a text is looked at; the whole of it can be saved. */
const textShown = 200_000

/**
 * Fetches a version to be looked at. Its address carries the type that the server told from the bytes, so that nothing
 * is ever opened as a page of ours.
 */
export function useDocumentFile({ id, type }: DocumentVersionRow, wanted: boolean): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ versionId: id, percent: 0 })
  useEffect(() => {
    if (!wanted) return undefined
    const stop = new AbortController()
    let url: string | undefined
    const fetch = async () => {
      const { blob } = await download('GET /api/document-versions/:id/file', {
        params: { id },
        signal: stop.signal,
        onReceived: ({ bytes, total }) =>
          setLoaded({ versionId: id, percent: total === null ? 0 : Math.floor((bytes / total) * 100) }),
      })
      const text = type === 'text/plain' ? await blob.slice(0, textShown).text() : undefined
      if (stop.signal.aborted) return
      url = URL.createObjectURL(new Blob([blob], { type }))
      setLoaded({ versionId: id, percent: 100, url, ...(text === undefined ? {} : { text }) })
    }
    fetch().catch((error: unknown) => {
      if (!stop.signal.aborted) setLoaded({ versionId: id, percent: 0, error })
    })
    return () => {
      stop.abort()
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [id, type, wanted])
  return loaded.versionId === id ? loaded : { versionId: id, percent: 0 }
}
