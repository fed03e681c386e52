import { CameraOutlined } from '@ant-design/icons'
import type { NcrDetail } from '@cloud-factory/contract/ncrs'
import { Progress } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, download } from '../../../shared/api.ts'
import { FetchedPhoto } from '../../../shared/ui/fetched-photo.tsx'
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
            <FetchedPhoto
              photo={photo}
              className="ncr-photo"
              fetch={(signal) =>
                download('GET /api/ncr-photos/:id/file', { params: { id: photo.id }, signal })
              }
            />
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
