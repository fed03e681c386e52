import { CameraOutlined } from '@ant-design/icons'
import type { NcrDetail, NcrPhoto } from '@cloud-factory/contract/ncrs'
import { Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, download } from '../../../shared/api.ts'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../../shared/ui/reason-button.tsx'
import { useNcrsChanged } from './ncr.queries.ts'

/** Photos of a report; on a phone the button opens the camera. */
export function NcrPhotos({ ncr }: { readonly ncr: NcrDetail }) {
  const { t } = useTranslation('ncrs')
  const changed = useNcrsChanged()
  const input = useRef<HTMLInputElement>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const add = async (files: readonly File[]) => {
    if (files.length === 0) return
    setError(null)
    setPercent(0)
    try {
      await api('POST /api/ncrs/:id/photos', {
        params: { id: ncr.id },
        upload: { field: 'files', files },
        onProgress: setPercent,
      })
    } catch (failure) {
      setError(failure)
    } finally {
      setPercent(null)
      void changed()
    }
  }
  return (
    <section className="ncr-card" aria-label={t('photos')}>
      <h2>{t('photos')}</h2>
      {error !== null && <ProblemAlert error={error} />}
      <ul className="ncr-photos">
        {ncr.photos.map((photo) => (
          <li key={photo.id}>
            <Photo photo={photo} />
          </li>
        ))}
        <li>
          <ReasonButton
            className="ncr-photo-add"
            icon={<CameraOutlined />}
            may={ncr.can.photo}
            onClick={() => input.current?.click()}
          >
            {t('addPhotos')}
          </ReasonButton>
        </li>
      </ul>
      {percent !== null && <Progress percent={Math.round(percent)} />}
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        data-testid="ncr-photos"
        onChange={({ target }) => {
          void add([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </section>
  )
}

/** A link could not carry the token: the bytes are fetched and shown from memory. */
function Photo({ photo }: { readonly photo: NcrPhoto }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    let made: string | undefined
    const fetch = async () => {
      const { blob } = await download('GET /api/ncr-photos/:id/file', {
        params: { id: photo.id },
        signal: stop.signal,
      })
      if (stop.signal.aborted) return
      made = URL.createObjectURL(new Blob([blob], { type: photo.type }))
      setUrl(made)
    }
    // What cannot be fetched stays an empty frame with its name.
    fetch().catch(() => undefined)
    return () => {
      stop.abort()
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [photo.id, photo.type])
  if (url === null) return <span className="ncr-photo" role="img" aria-label={photo.name} />
  return (
    <a href={url} target="_blank" rel="noreferrer" title={`${photo.name} · ${photo.addedBy}`}>
      <img className="ncr-photo" src={url} alt={photo.name} />
    </a>
  )
}
