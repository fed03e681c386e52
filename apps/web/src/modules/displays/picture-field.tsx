import { DeleteOutlined, PictureOutlined } from '@ant-design/icons'
import { maxPictureBytes, pictureTypes } from '@cloud-factory/domain/displays/picture-words'
import { useQuery } from '@tanstack/react-query'
import { Button, ConfigProvider, Progress } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { pictureQuery } from './info.queries.ts'

interface Props {
  readonly label: string
  readonly value: string | null
  readonly onChange: (id: string | null) => void
}

/** A picture for the walls: select, upload with progress, preview, remove. */
export function PictureField({ label, value, onChange }: Props) {
  const { t } = useTranslation('display-info')
  const { componentDisabled: locked } = ConfigProvider.useConfig()
  const input = useRef<HTMLInputElement>(null)
  const { percent, error, isTooLarge, bring, cancel } = usePictureUpload(onChange)
  return (
    <fieldset className="picture-field">
      <legend>{label}</legend>
      <div className="picture-row">
        <StoredPicture id={value} label={label} className="picture-thumb" />
        {locked !== true && (
          <div className="picture-buttons">
            <Button
              icon={<PictureOutlined />}
              loading={percent !== null}
              onClick={() => input.current?.click()}
            >
              {t(value === null ? 'picture.choose' : 'picture.change')}
            </Button>
            {value !== null && percent === null && (
              <Button icon={<DeleteOutlined />} onClick={() => onChange(null)}>
                {t('picture.remove')}
              </Button>
            )}
            {percent !== null && (
              <>
                <Progress percent={Math.round(percent)} aria-label={t('picture.sending')} />
                <Button onClick={cancel}>{t('common:form.cancel')}</Button>
              </>
            )}
            <p className="page-note">{t('picture.taken', { megabytes: maxPictureBytes / 1_048_576 })}</p>
          </div>
        )}
      </div>
      {isTooLarge && (
        <p className="problem-line" role="alert">
          {t('picture.tooLarge', { megabytes: maxPictureBytes / 1_048_576 })}
        </p>
      )}
      {error !== null && <ProblemAlert error={error} />}
      <input
        ref={input}
        type="file"
        accept={pictureTypes.join(',')}
        hidden
        aria-label={label}
        data-testid="picture-file"
        onChange={({ target }) => {
          void bring(target.files?.[0])
          target.value = ''
        }}
      />
    </fieldset>
  )
}

/** Uploads a picture; `percent`: progress, null without an upload. */
function usePictureUpload(onChange: (id: string) => void) {
  const stop = useRef<AbortController | null>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  const bring = async (file: File | undefined) => {
    if (file === undefined) return
    setError(null)
    setTooLarge(file.size > maxPictureBytes)
    if (file.size > maxPictureBytes) return
    setPercent(0)
    stop.current = new AbortController()
    try {
      const { id } = await api('POST /api/display/pictures', {
        upload: { field: 'files', files: [file] },
        onProgress: setPercent,
        signal: stop.current.signal,
      })
      onChange(id)
    } catch (failure) {
      if (!stop.current.signal.aborted) setError(failure)
    } finally {
      setPercent(null)
    }
  }
  return { percent, error, isTooLarge, bring, cancel: () => stop.current?.abort() }
}

interface StoredProps {
  readonly id: string | null
  readonly label: string
  readonly className: string
}

/** An uploaded picture; an empty frame if there is none. */
export function StoredPicture({ id, label, className }: StoredProps) {
  const { data } = useQuery(pictureQuery(id))
  if (id === null || data === undefined) return <span className={className} aria-hidden />
  return <img className={className} src={data} alt={label} />
}
