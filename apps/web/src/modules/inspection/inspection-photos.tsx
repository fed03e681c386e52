import { CameraOutlined, DeleteOutlined } from '@ant-design/icons'
import type { InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import { Button, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../../shared/api.ts'
import { useSettings } from '../../shared/settings.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { usePhotos } from './use-photos.ts'

/**
 * Photos of an inspection with their subjects: taken with the phone's camera or selected. Photos
 * added here show the whole.
 */
export function InspectionPhotos({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('inspection')
  const language = useSettings((settings) => settings.language)
  const field = useRef<HTMLInputElement>(null)
  const { add, remove, percent, error } = usePhotos(form.id)
  const canChange = form.can.read === true
  const shown = ({ itemId, pieceId }: InspectionForm['photos'][number]): string => {
    const words = [
      form.lot.find(({ id }) => id === pieceId)?.serial,
      form.items.find(({ id }) => id === itemId)?.names[language],
    ].filter((word) => word !== undefined)
    return words.length === 0 ? t('photo.whole') : words.join(' · ')
  }
  if (!canChange && form.photos.length === 0) return null
  return (
    <section className="photos" aria-label={t('common:field.photos')}>
      {error !== null && <ProblemAlert error={error} />}
      <ul>
        {form.photos.map((photo) => (
          <li key={photo.id}>
            <Photo id={photo.id} name={photo.fileName} />
            <small>{shown(photo)}</small>
            {canChange && (
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
      {canChange && (
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
