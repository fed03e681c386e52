import type { CertificateRow } from '@cloud-factory/contract/welding/welders'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, download } from '../../shared/api.ts'
import { DownloadDialog } from '../../shared/ui/download-dialog.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { say } from '../../shared/ui/say.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import { useQualityChanged } from '../quality-records/quality.queries.ts'

/** The scan of a certificate: download if there is one, upload with permission. */
export function CertificateFile({ certificate }: { readonly certificate: CertificateRow }) {
  const { t } = useTranslation('welding')
  const changed = useQualityChanged()
  const problem = useProblemMessage()
  const input = useRef<HTMLInputElement>(null)
  const [fetching, setFetching] = useState(false)
  const params = { id: certificate.id }
  const keep = (file: File | undefined) => {
    if (file === undefined) return
    api('POST /api/welder-certificates/:id/file', { params, upload: { field: 'file', files: [file] } })
      .then(() => say('success', t('certificate.kept')))
      .catch((error: unknown) => say('warning', problem(error)))
      .finally(() => void changed())
  }
  return (
    <>
      {certificate.file !== null && (
        <ReasonButton type="link" size="small" allowed onClick={() => setFetching(true)}>
          {t('certificate.fetch')}
        </ReasonButton>
      )}
      <ReasonButton
        type="link"
        size="small"
        allowed={certificate.can.edit}
        onClick={() => input.current?.click()}
      >
        {t('certificate.upload')}
      </ReasonButton>
      <input
        ref={input}
        type="file"
        hidden
        accept="application/pdf,image/png,image/jpeg"
        onChange={({ target }) => {
          keep(target.files?.[0])
          target.value = ''
        }}
      />
      {fetching && (
        <DownloadDialog
          title={certificate.no}
          fetch={(options) => download('GET /api/welder-certificates/:id/file', { params, ...options })}
          onClose={() => setFetching(false)}
        />
      )}
    </>
  )
}
