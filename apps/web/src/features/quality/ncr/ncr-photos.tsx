import type { NcrDetail } from '@cloud-factory/contract/ncrs'
import { useTranslation } from 'react-i18next'
import { api, download } from '../../../shared/api.ts'
import { PhotoStrip } from '../../../shared/ui/photo-strip.tsx'
import { useNcrsChanged } from './ncr.queries.ts'

/** Photos of a report. */
export function NcrPhotos({ ncr }: { readonly ncr: NcrDetail }) {
  const { t } = useTranslation('ncrs')
  return (
    <section className="ncr-card" aria-label={t('photos')}>
      <h2>{t('photos')}</h2>
      <PhotoStrip
        photos={ncr.photos}
        allowed={ncr.can.photo}
        upload={(files, onProgress) =>
          api('POST /api/ncrs/:id/photos', {
            params: { id: ncr.id },
            upload: { field: 'files', files },
            onProgress,
          })
        }
        fetch={(id, signal) => download('GET /api/ncr-photos/:id/file', { params: { id }, signal })}
        onChanged={useNcrsChanged()}
        testId="ncr-photos"
      />
    </section>
  )
}
