import { FileInput } from '../../shared/ui/file-input.tsx'
import type { MillCertificate } from '@cloud-factory/contract/material/mill-certificates'
import { useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useCloseTab } from '../../shared/tabs/tab-hooks.ts'
import { api, download } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { DownloadDialog } from '../../shared/ui/download-dialog.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { say } from '../../shared/ui/say.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import { useQualityChanged } from '../quality-records/quality.queries.ts'
import { CertificateForm } from './certificate-form.tsx'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Facts } from '../../shared/ui/facts.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, count } from '../../shared/format/numbers.ts'
import { placeActions } from '../../shared/ui/record-actions.rules.ts'
import { RecordHead, stepsOf } from '../../shared/ui/record-head.tsx'
import { RecordPage } from '../../shared/ui/record-page.tsx'
import { ReportedValues } from './certificate-list.tsx'
import { CertificateGrid } from './certificate-grid.tsx'
import { millCertificateQuery } from './material.queries.ts'
import { CertificateStatusTag } from './material-labels.tsx'
import './material.css'

/** A lot is turned away, a certificate is not accepted: Chinese has a word for each. */
const wordOf = <Action extends string>(action: Action) =>
  action === 'reject' ? ('action.notAccept' as const) : (`action.${action}` as const)

type Action = 'edit' | 'accept' | 'reject' | 'withdraw' | 'delete'

const takesAway: ReadonlySet<Action> = new Set(['reject', 'delete'])
const certificateLife: readonly MillCertificate['status'][] = ['draft', 'accepted']

/** The head of a certificate, with its actions and their dialogs. */
function CertificateHead({ certificate }: { readonly certificate: MillCertificate }) {
  const { t } = useTranslation('material')
  const [dialog, setDialog] = useState<Action | 'fetch' | null>(null)
  const close = () => setDialog(null)
  const { id, no, status, kind, lines, outside, missing } = certificate
  const params = { id }
  return (
    <>
      <RecordHead
        no={no}
        state={<CertificateStatusTag status={status} />}
        steps={stepsOf(certificateLife, status, t('field.status'), (state) =>
          t(`certificateStatus.${state}`),
        )}
        about={certificate.supplier}
        actions={placeActions<Action>(
          certificate.can,
          status === 'draft'
            ? { next: ['accept'], more: ['edit', 'reject', 'delete'] }
            : { more: ['withdraw'] },
        )}
        wordOf={(action) => t(wordOf(action))}
        danger={takesAway}
        onAct={setDialog}
        figures={[
          [t('field.kind'), t(`kind.${kind === 'retest' ? 'retest' : 'en'}`, { kind })],
          [t('field.issuedOn'), certificate.issuedOn],
          [t('field.heats'), count(lines.length)],
          [t('field.valuesShort'), <ReportedValues key="values" outside={outside} missing={missing} />],
        ]}
      >
        {certificate.file !== null && (
          <ReasonButton allowed onClick={() => setDialog('fetch')}>
            {t('action.fetch')}
          </ReasonButton>
        )}
        <UploadButton certificate={certificate} />
      </RecordHead>
      {dialog === 'fetch' && (
        <DownloadDialog
          title={no}
          fetch={(options) => download('GET /api/mill-certificates/:id/file', { params, ...options })}
          onClose={close}
        />
      )}
      {dialog === 'edit' && (
        <CertificateForm
          certificate={certificate}
          supplier={certificate.supplier}
          lots={[]}
          onClose={close}
        />
      )}
      {(dialog === 'accept' || dialog === 'reject' || dialog === 'withdraw' || dialog === 'delete') && (
        <CertificateDialog certificate={certificate} action={dialog} onClose={close} />
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
      .then(() => say('success', t('common:scanSaved')))
      .catch((error: unknown) => say('warning', problem(error)))
      .finally(() => void changed())
  }
  return (
    <>
      <ReasonButton allowed={can.file} onClick={() => input.current?.click()}>
        {t('action.upload')}
      </ReasonButton>
      <FileInput
        ref={input}
        accept="application/pdf,image/png,image/jpeg,image/webp"
        onFiles={(files) => keep(files[0])}
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
      action={t(wordOf(action))}
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

/** One certificate: values of its heats, judged one by one. */
export function CertificatePage() {
  const { t } = useTranslation('material')
  const { id = '' } = useParams()
  const query = useQuery(millCertificateQuery(id))
  return (
    <RecordPage
      query={query}
      title={({ no }) => no}
      list={{ to: '/quality/incoming?part=certificates', text: t('toList') }}
    >
      {(certificate) => <CertificateShown key={id} certificate={certificate} />}
    </RecordPage>
  )
}

function CertificateShown({ certificate }: { readonly certificate: MillCertificate }) {
  const { t } = useTranslation('material')
  const instant = useInstant()
  const { decidedAt, decidedBy, decidedNote, file, note } = certificate
  const decided = decidedAt === null ? absent : `${instant(decidedAt)} ${decidedBy ?? ''}`
  const facts = [
    [t('field.file'), file?.name ?? absent],
    [t('field.decidedBy'), [decided, decidedNote].filter((word) => word !== '').join(' · ')],
    [t('field.note'), note === '' ? absent : note],
  ] as const
  return (
    <div className="page material-page">
      <CertificateHead certificate={certificate} />
      <Facts className="material-facts" facts={facts} />
      <CertificateGrid certificate={certificate} />
    </div>
  )
}
