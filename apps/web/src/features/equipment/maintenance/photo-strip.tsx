import { CameraOutlined } from '@ant-design/icons'
import type { MaintenancePhoto } from '@cloud-factory/contract/repairs'
import { Progress } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, download } from '../../../shared/api.ts'
import { FetchedPhoto } from '../../../shared/ui/fetched-photo.tsx'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../../shared/ui/reason-button.tsx'
import { useEquipmentChanged } from '../machines/machines.queries.ts'
import './maintenance.css'

interface Props {
  readonly photos: readonly MaintenancePhoto[]
  readonly may: true | string
  readonly target: {
    readonly key: 'POST /api/repairs/:id/photos' | 'POST /api/checks/:id/photos'
    readonly id: string
  }
}

/** Photos of a repair order or a spot check; on a phone the button opens the camera. */
export function PhotoStrip({ photos, may, target }: Props) {
  const { t } = useTranslation('maintenance')
  const changed = useEquipmentChanged()
  const input = useRef<HTMLInputElement>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const add = async (files: readonly File[]) => {
    if (files.length === 0) return
    setError(null)
    setPercent(0)
    try {
      await api(target.key, {
        params: { id: target.id },
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
    <div>
      {error !== null && <ProblemAlert error={error} />}
      <ul className="photo-strip">
        {photos.map((photo) => (
          <li key={photo.id}>
            <FetchedPhoto
              photo={photo}
              className="photo-frame"
              fetch={(signal) =>
                download('GET /api/maintenance-photos/:id/file', { params: { id: photo.id }, signal })
              }
            />
          </li>
        ))}
        <li>
          <ReasonButton icon={<CameraOutlined />} may={may} onClick={() => input.current?.click()}>
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
        data-testid="maintenance-photos"
        onChange={({ target: field }) => {
          void add([...(field.files ?? [])])
          field.value = ''
        }}
      />
    </div>
  )
}
