import { CameraOutlined, DeleteOutlined } from '@ant-design/icons'
import type { InspectionForm } from '@cloud-factory/contract/inspection-forms'
import { Button, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, download } from '../../../shared/api.ts'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { useKnownInspection, useInspectionsChanged } from './inspections.queries.ts'

/** Photos of an inspection: taken with the phone's camera or chosen, shown as they are. */
export function InspectionPhotos({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('inspections')
  const field = useRef<HTMLInputElement>(null)
  const { add, remove, percent, error } = usePhotos(form.id)
  const mayChange = form.can.read === true
  if (!mayChange && form.photos.length === 0) return null
  return (
    <section className="photos" aria-label={t('photos')}>
      {error !== null && <ProblemAlert error={error} />}
      <ul>
        {form.photos.map((photo) => (
          <li key={photo.id}>
            <Photo id={photo.id} name={photo.fileName} />
            {mayChange && (
              <Button
                size="small"
                icon={<DeleteOutlined />}
                aria-label={t('removePhoto', { name: photo.fileName })}
                onClick={() => void remove(photo.id)}
              />
            )}
          </li>
        ))}
      </ul>
      {mayChange && (
        <>
          <input
            ref={field}
            type="file"
            hidden
            multiple
            accept="image/jpeg,image/png,image/webp"
            onChange={({ target }) => {
              void add([...(target.files ?? [])])
              target.value = ''
            }}
          />
          <Button icon={<CameraOutlined />} loading={percent !== null} onClick={() => field.current?.click()}>
            {t('addPhotos')}
          </Button>
          {percent !== null && <Progress percent={percent} size="small" aria-label={t('addPhotos')} />}
        </>
      )}
    </section>
  )
}

function usePhotos(id: string) {
  const known = useKnownInspection()
  const changed = useInspectionsChanged()
  const [percent, setPercent] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const add = async (files: readonly File[]) => {
    if (files.length === 0) return
    setError(null)
    setPercent(0)
    try {
      known(
        await api('POST /api/inspections/:id/photos', {
          params: { id },
          body: {},
          upload: { field: 'files', files },
          onProgress: setPercent,
        }),
      )
    } catch (failure) {
      setError(failure)
    } finally {
      setPercent(null)
    }
  }
  const remove = async (photo: string) => {
    setError(null)
    try {
      await api('DELETE /api/inspection-photos/:id', { params: { id: photo } })
    } catch (failure) {
      setError(failure)
    }
    await changed()
  }
  return { add, remove, percent, error }
}

/** A picture fetched with the person's token, which a plain address could not carry. */
function Photo({ id, name }: { readonly id: string; readonly name: string }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const ended = new AbortController()
    let made: string | null = null
    const fetchIt = async () => {
      const { blob } = await download('GET /api/inspection-photos/:id/file', {
        params: { id },
        signal: ended.signal,
      })
      made = URL.createObjectURL(blob)
      setUrl(made)
    }
    fetchIt().catch(() => undefined)
    return () => {
      ended.abort()
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [id])
  return url === null ? (
    <span className="photo-wait">{name}</span>
  ) : (
    <a href={url} target="_blank" rel="noreferrer">
      <img src={url} alt={name} />
    </a>
  )
}
