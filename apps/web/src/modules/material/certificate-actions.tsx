import type { MillCertificate } from '@cloud-factory/contract/material/mill-certificates'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCloseTab } from '../../shared/tabs/tab-hooks.ts'
import { api, download } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { DownloadDialog } from '../../shared/ui/download-dialog.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { RowMenu } from '../../shared/ui/row-menu.tsx'
import { say } from '../../shared/ui/say.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import { useQualityChanged } from '../quality-records/quality.queries.ts'
import { CertificateForm } from './certificate-form.tsx'

type OpenDialog = 'edit' | 'accept' | 'reject' | 'withdraw' | 'delete' | 'fetch'

/** Actions on a certificate. */
export function CertificateActions({ certificate }: { readonly certificate: MillCertificate }) {
  const { t } = useTranslation('material')
  const [asked, ask] = useState<OpenDialog | null>(null)
  const close = () => ask(null)
  const params = { id: certificate.id }
  return (
    <>
      {certificate.file !== null && (
        <ReasonButton allowed onClick={() => ask('fetch')}>
          {t('action.fetch')}
        </ReasonButton>
      )}
      <UploadButton certificate={certificate} />
      {certificate.status === 'draft' ? (
        <ReasonButton type="primary" allowed={certificate.can.accept} onClick={() => ask('accept')}>
          {t('action.accept')}
        </ReasonButton>
      ) : (
        <ReasonButton allowed={certificate.can.withdraw} onClick={() => ask('withdraw')}>
          {t('action.withdraw')}
        </ReasonButton>
      )}
      <RowMenu
        large
        label={t('moreOf', { name: certificate.no })}
        actions={(['edit', 'reject', 'delete'] as const).map((action) => ({
          key: action,
          word: t(`action.${action}`),
          allowed: certificate.can[action],
          danger: action !== 'edit',
          onChoose: () => ask(action),
        }))}
      />
      {asked === 'fetch' && (
        <DownloadDialog
          title={certificate.no}
          fetch={(options) => download('GET /api/mill-certificates/:id/file', { params, ...options })}
          onClose={close}
        />
      )}
      {asked === 'edit' && (
        <CertificateForm
          certificate={certificate}
          supplier={certificate.supplier}
          lots={[]}
          onClose={close}
        />
      )}
      {(asked === 'accept' || asked === 'reject' || asked === 'withdraw' || asked === 'delete') && (
        <CertificateDialog certificate={certificate} action={asked} onClose={close} />
      )}
    </>
  )
}

/** Uploads the file of the certificate. */
function UploadButton({ certificate: { id, can } }: { readonly certificate: MillCertificate }) {
  const { t } = useTranslation('material')
  const changed = useQualityChanged()
  const problem = useProblemMessage()
  const input = useRef<HTMLInputElement>(null)
  const keep = (file: File | undefined) => {
    if (file === undefined) return
    api('POST /api/mill-certificates/:id/file', { params: { id }, upload: { field: 'file', files: [file] } })
      .then(() => say('success', t('fileKept')))
      .catch((error: unknown) => say('warning', problem(error)))
      .finally(() => void changed())
  }
  return (
    <>
      <ReasonButton allowed={can.file} onClick={() => input.current?.click()}>
        {t('action.upload')}
      </ReasonButton>
      <input
        ref={input}
        type="file"
        hidden
        accept="application/pdf,image/png,image/jpeg,image/webp"
        onChange={({ target }) => {
          keep(target.files?.[0])
          target.value = ''
        }}
      />
    </>
  )
}

interface DialogProps {
  readonly certificate: MillCertificate
  readonly action: 'accept' | 'reject' | 'withdraw' | 'delete'
  readonly onClose: () => void
}

/** Asks before a certificate is decided on. */
function CertificateDialog({ certificate, action, onClose }: DialogProps) {
  const { t } = useTranslation('material')
  const changed = useQualityChanged()
  const closeTab = useCloseTab()
  const idempotencyKey = useRequestKey()
  const { id, version } = certificate
  const act = async (reason: string | undefined) => {
    const params = { id }
    const noted = { params, body: { version, note: reason ?? '' }, idempotencyKey }
    if (action === 'accept')
      await api('POST /api/mill-certificates/:id/accept', { params, body: { version }, idempotencyKey })
    if (action === 'reject') await api('POST /api/mill-certificates/:id/reject', noted)
    if (action === 'withdraw') await api('POST /api/mill-certificates/:id/withdraw', noted)
    if (action === 'delete') await api('DELETE /api/mill-certificates/:id', { params, query: { version } })
  }
  const done = () => {
    onClose()
    if (action === 'delete') void closeTab({ to: '/quality/incoming?part=certificates', force: true })
    void changed()
  }
  return (
    <ActionDialog
      title={t(`certificateTitle.${action}`, { no: certificate.no })}
      action={t(`action.${action}`)}
      danger={action === 'reject' || action === 'delete'}
      reason={action === 'reject' || action === 'withdraw' ? 'required' : undefined}
      act={act}
      onDone={done}
      onClose={onClose}
    >
      {t(`certificateText.${action}`)}
    </ActionDialog>
  )
}
