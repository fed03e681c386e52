import type { MaintenancePhoto } from '@cloud-factory/contract/maintenance/repairs'
import { api, download } from '../../shared/api.ts'
import { PhotoStrip } from '../../shared/ui/photo-strip.tsx'
import { useEquipmentChanged } from '../machines/machines.queries.ts'

interface Props {
  readonly photos: readonly MaintenancePhoto[]
  readonly allowed: true | string
  readonly target: {
    readonly key: 'POST /api/repairs/:id/photos' | 'POST /api/checks/:id/photos'
    readonly id: string
  }
}

/** Photos of a repair order or an equipment inspection round. */
export function MaintenancePhotos({ photos, allowed, target }: Props) {
  return (
    <PhotoStrip
      photos={photos}
      allowed={allowed}
      upload={(files, onProgress) =>
        api(target.key, { params: { id: target.id }, upload: { field: 'files', files }, onProgress })
      }
      fetch={(id, signal) => download('GET /api/maintenance-photos/:id/file', { params: { id }, signal })}
      onChanged={useEquipmentChanged()}
      testId="maintenance-photos"
    />
  )
}
