import { CameraOutlined } from '@ant-design/icons'
import { Progress } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Download } from '../request.ts'
import { FetchedPhoto } from './fetched-photo.tsx'
import { ProblemAlert } from './problem-alert.tsx'
import { ReasonButton } from './reason-button.tsx'
import './photo-strip.css'

interface Photo {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly addedBy: string
}

interface Props {
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
export function PhotoStrip({ photos, allowed, upload, fetch, onChanged, testId }: Props) {
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
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        data-testid={testId}
        onChange={({ target }) => {
          void add([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </div>
  )
}
