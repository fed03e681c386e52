import type { NcrDetail } from '@cloud-factory/contract/ncr/ncrs'
import { useTranslation } from 'react-i18next'
import { api, download } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useNcrsChanged, ncrQuery, ncrEventsQuery } from './ncr.queries.ts'
import './ncr.css'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useTabTitle } from '../../shared/tabs/tab-hooks.ts'
import { ConversationButton } from '../inbox/conversation-button.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { RecordDocument } from '../quality-documents/record-document.tsx'
import { NcrDecisions, NcrFacts, NcrPieces } from './ncr-facts.tsx'
import { NcrStatusTag, SeverityTag } from './ncr-labels.tsx'
import { PhotoStrip } from '../../shared/ui/photo-strip.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { type FormAction, ActionForm } from './action-form.tsx'
import { EditForm, DisposeForm } from './dispose-form.tsx'

export type ConfirmedAction = 'reject' | 'start' | 'cancel'

interface AskDialogProps {
  readonly ncr: NcrDetail
  readonly action: ConfirmedAction
  readonly onDone: () => void
  readonly onClose: () => void
}

/**
 * Asks for confirmation before a disposition is rejected, work begins, or a report is withdrawn.
 */
export function AskDialog({ ncr, action, onDone, onClose }: AskDialogProps) {
  const { t } = useTranslation('ncr')
  const changed = useNcrsChanged()
  const idempotencyKey = useRequestKey()
  const act = async (reason: string | undefined) => {
    try {
      const sent = {
        params: { id: ncr.id },
        body: { version: ncr.version, note: reason ?? '' },
        idempotencyKey,
      }
      if (action === 'reject') await api('POST /api/ncrs/:id/reject', sent)
      if (action === 'start') await api('POST /api/ncrs/:id/start', sent)
      if (action === 'cancel') await api('POST /api/ncrs/:id/cancel', sent)
    } finally {
      void changed()
    }
  }
  return (
    <ActionDialog
      title={t(`actionTitle.${action}`, { no: ncr.no })}
      action={t(`action.${action}`)}
      danger={action !== 'start'}
      reason={action === 'start' ? 'optional' : 'required'}
      act={act}
      onDone={onDone}
      onClose={onClose}
    >
      {t(`ask.${action}`, { count: ncr.pieces })}
    </ActionDialog>
  )
}

/** One report: finding, decision, pieces and history. */
export function NcrPage() {
  const { t } = useTranslation('ncr')
  const { id = '' } = useParams()
  const { data: ncr, error, refetch } = useQuery(ncrQuery(id))
  useTabTitle(ncr?.no)
  if (ncr !== undefined) return <NcrShown key={id} ncr={ncr} />
  return (
    <div className="page">
      {error === null ? (
        <Skeleton active />
      ) : (
        <>
          <ProblemAlert error={error} onRetry={() => void refetch()} />
          <Link to="/quality/ncrs">{t('toList')}</Link>
        </>
      )}
    </div>
  )
}

function NcrShown({ ncr }: { readonly ncr: NcrDetail }) {
  const [dialog, setDialog] = useState<NcrDialog | null>(null)
  const close = () => setDialog(null)
  const opened = { ncr, onSaved: close, onClose: close }
  return (
    <div className="page ncr-page">
      <PageHeader
        title={
          <span className="ncr-title">
            {ncr.no} <NcrStatusTag status={ncr.status} /> <SeverityTag severity={ncr.severity} />
          </span>
        }
        note={ncr.description}
      >
        <ConversationButton kind="ncr" id={ncr.id} />
        <RecordDocument kind="ncr" id={ncr.id} />
        <NcrActions ncr={ncr} onAsk={setDialog} />
      </PageHeader>
      <div className="ncr-columns">
        <NcrFacts ncr={ncr} />
        <NcrDecisions ncr={ncr} />
      </div>
      {ncr.pieces > 0 && <NcrPieces ncr={ncr} />}
      <NcrPhotos ncr={ncr} />
      <NcrHistory ncr={ncr} />
      {dialog === 'edit' && <EditForm {...opened} />}
      {dialog === 'dispose' && <DisposeForm {...opened} />}
      {(dialog === 'approve' || dialog === 'finish' || dialog === 'verify') && (
        <ActionForm {...opened} action={dialog} />
      )}
      {(dialog === 'reject' || dialog === 'start' || dialog === 'cancel') && (
        <AskDialog ncr={ncr} action={dialog} onDone={close} onClose={close} />
      )}
    </div>
  )
}

/** Photos of a report. */
function NcrPhotos({ ncr }: { readonly ncr: NcrDetail }) {
  const { t } = useTranslation('ncr')
  return (
    <section className="fact-card" aria-label={t('common:field.photos')}>
      <h2>{t('common:field.photos')}</h2>
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

/** History, newest first. */
function NcrHistory({ ncr }: { readonly ncr: NcrDetail }) {
  const { t } = useTranslation('ncr')
  const instant = useInstant()
  const { data, error, refetch } = useQuery(ncrEventsQuery(ncr.id))
  return (
    <section className="fact-card" aria-label={t('history')}>
      <h2>{t('history')}</h2>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      <ol className="ncr-history">
        {data?.items.map((event) => (
          <li key={event.id}>
            <time dateTime={event.at}>{instant(event.at)}</time>
            <span>
              <strong>{t(`event.${event.action}`)}</strong> {event.by}
              {event.note !== '' && event.action !== 'edit' && <p className="ncr-said">{event.note}</p>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

type NcrDialog = 'edit' | 'dispose' | FormAction | ConfirmedAction

interface NcrActionsProps {
  readonly ncr: NcrDetail
  readonly onAsk: (action: NcrDialog) => void
}

/** The next step first, then the other actions of its status. */
function NcrActions({ ncr, onAsk }: NcrActionsProps) {
  const { t } = useTranslation('ncr')
  const [next, ...others] = actionsOf(ncr)
  return (
    <>
      {next !== undefined && (
        <ReasonButton type="primary" allowed={ncr.can[next]} onClick={() => onAsk(next)}>
          {t(`action.${next}`)}
        </ReasonButton>
      )}
      {others.map((action) => (
        <ReasonButton
          key={action}
          allowed={ncr.can[action]}
          danger={action === 'cancel'}
          onClick={() => onAsk(action)}
        >
          {t(`action.${action}`)}
        </ReasonButton>
      ))}
    </>
  )
}

function actionsOf({ status, disposition, can }: NcrDetail): readonly NcrDialog[] {
  switch (status) {
    case 'open':
      return ['dispose', 'edit', 'cancel']
    case 'dispositioned':
      return ['approve', 'reject', 'edit', 'cancel']
    case 'approved':
      return [disposition === 'concession' ? 'verify' : 'start', 'edit', 'cancel']
    case 'executing':
      return can.cancel === true ? ['finish', 'edit', 'cancel'] : ['finish', 'edit']
    case 'verify':
      return can.cancel === true ? ['verify', 'edit', 'cancel'] : ['verify', 'edit']
    case 'closed':
    case 'cancelled':
      return []
  }
}
