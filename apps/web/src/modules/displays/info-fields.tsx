import { FileInput } from '../../shared/ui/file-input.tsx'
import type { Language } from '@cloud-factory/contract/identity/access'
import { Input, Button, ConfigProvider, Progress } from 'antd'
import { useId, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { DeleteOutlined, PictureOutlined } from '@ant-design/icons'
import { maxPictureBytes, pictureTypes } from '@cloud-factory/domain/displays/display-enums'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { pictureQuery } from './info.queries.ts'

type Words = Readonly<Record<Language, string>>
const languages = ['zh', 'en', 'es'] as const

interface WordsFieldProps {
  readonly label: string
  readonly value: Words
  readonly onChange: (value: { zh: string; en: string; es: string }) => void
  readonly most: number
  /** More than one line. */
  readonly long?: boolean
}

/** Words in the three languages, one field each. */
export function WordsField({ label, value, onChange, most, long = false }: WordsFieldProps) {
  const { t } = useTranslation('display-info')
  const id = useId()
  return (
    <fieldset className="words-field">
      <legend>{label}</legend>
      {languages.map((language) => {
        const field = {
          id: `${id}-${language}`,
          value: value[language],
          maxLength: most,
          lang: language,
          onChange: (event: { readonly target: { readonly value: string } }) =>
            onChange({ ...value, [language]: event.target.value }),
        }
        return (
          <div key={language} className="words-row">
            <label htmlFor={field.id}>{t(`language.${language}`)}</label>
            {long ? (
              <Input.TextArea {...field} autoSize={{ minRows: 1, maxRows: 4 }} />
            ) : (
              <Input {...field} />
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

interface LabelledProps {
  readonly label: string
  readonly note?: string
  readonly children: (id: string) => ReactNode
}

/** A field with its label above it. */
export function Labelled({ label, note, children }: LabelledProps) {
  const id = useId()
  return (
    <div className="labelled">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {note !== undefined && <p className="page-note">{note}</p>}
    </div>
  )
}

interface PictureFieldProps {
  readonly label: string
  readonly value: string | null
  readonly onChange: (id: string | null) => void
}

/** A picture for the walls: select, upload with progress, preview, remove. */
export function PictureField({ label, value, onChange }: PictureFieldProps) {
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
      <FileInput
        ref={input}
        accept={pictureTypes.join(',')}
        aria-label={label}
        data-testid="picture-file"
        onFiles={(files) => void bring(files[0])}
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
