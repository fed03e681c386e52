import { FileInput } from '../../shared/ui/file-input.tsx'
import { CameraOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { say } from '../../shared/ui/say.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import { api, download } from '../../shared/api.ts'
import { useInspectionsChanged, useKnownInspection } from './inspections.queries.ts'
import type { InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useSettings } from '../../shared/settings.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'

interface Props {
  readonly inspectionId: string
  readonly where: PhotoOf
  /** Photos that show it already. */
  readonly count: number
  readonly name: string
}

/** Takes photos of one item at one piece; on a phone or a tablet it opens the camera. */
export function PhotoButton({ inspectionId, where, count, name }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const message = useProblemMessage()
  const { add, percent, error } = usePhotos(inspectionId)
  const notify = useEffectEvent((failure: unknown) => say('warning', message(failure)))
  useEffect(() => {
    if (error !== null) notify(error)
  }, [error])
  return (
    <>
      <FileInput
        ref={field}
        multiple
        accept="image/jpeg,image/png,image/webp"
        onFiles={(files) => void add(files, where)}
      />
      <Button
        type="text"
        icon={<CameraOutlined />}
        loading={percent !== null}
        aria-label={name}
        title={name}
        onClick={() => field.current?.click()}
      >
        {count > 0 && count}
      </Button>
    </>
  )
}

/** Subject of a photo; omitted: no particular subject. */
interface PhotoOf {
  readonly itemId?: string
  readonly pieceId?: string
}

/**
 * Adds photos to an inspection and removes them. `percent` is the upload progress, null without an
 * upload.
 */
function usePhotos(id: string) {
  const known = useKnownInspection()
  const changed = useInspectionsChanged()
  const [percent, setPercent] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const add = async (files: readonly File[], where: PhotoOf = {}) => {
    if (files.length === 0) return
    setError(null)
    setPercent(0)
    try {
      const upload = { field: 'files', files } as const
      const body = { ...where }
      known(
        await api('POST /api/inspections/:id/photos', {
          params: { id },
          body,
          upload,
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
          <FileInput
            ref={field}
            multiple
            accept="image/jpeg,image/png,image/webp"
            onFiles={(files) => void add(files)}
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
