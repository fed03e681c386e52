import { FileInput } from './file-input.tsx'
import { useEffect, useEffectEvent, useState, useRef } from 'react'
import type { Download } from '../request.ts'
import { CameraOutlined } from '@ant-design/icons'
import { Progress } from 'antd'
import { useTranslation } from '../i18n/use-translation.tsx'
import { ProblemAlert } from './problem-alert.tsx'
import { ReasonButton } from './reason-button.tsx'
import './photo-strip.css'

interface FetchedPhotoProps {
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
export function FetchedPhoto({ photo, className, fetch }: FetchedPhotoProps) {
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

interface Photo {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly addedBy: string
}

interface PhotoStripProps {
  readonly photos: readonly Photo[]
  readonly allowed: true | string
  /** `onProgress` receives per cent. */
  readonly upload: (files: readonly File[], onProgress: (percent: number) => void) => Promise<unknown>
  readonly fetch: (photoId: string, signal: AbortSignal) => Promise<Download>
  /** Called after an upload, also a rejected one, because some of the files may have arrived. */
  readonly onChanged: () => unknown
  readonly testId: string
}

/** Photos of a record and a button to add some; on a phone it opens the camera. */
export function PhotoStrip({ photos, allowed, upload, fetch, onChanged, testId }: PhotoStripProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const add = async (files: readonly File[]) => {
    if (files.length === 0) return
    setError(null)
    setPercent(0)
    try {
      await upload(files, setPercent)
    } catch (failure) {
      setError(failure)
    } finally {
      setPercent(null)
      void onChanged()
    }
  }
  return (
    <div>
      {error !== null && <ProblemAlert error={error} />}
      <ul className="photo-strip">
        {photos.map((photo) => (
          <li key={photo.id}>
            <FetchedPhoto photo={photo} className="photo-frame" fetch={(signal) => fetch(photo.id, signal)} />
          </li>
        ))}
        <li>
          <ReasonButton icon={<CameraOutlined />} allowed={allowed} onClick={() => input.current?.click()}>
            {t('addPhotos')}
          </ReasonButton>
        </li>
      </ul>
      {percent !== null && <Progress percent={Math.round(percent)} />}
      <FileInput
        ref={input}
        accept="image/*"
        multiple
        data-testid={testId}
        onFiles={(files) => void add(files)}
      />
    </div>
  )
}
