import type { NcrEvent } from '@cloud-factory/contract/ncr/ncr-parts'
import type { NcrDetail } from '@cloud-factory/contract/ncr/ncrs'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api, download } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useNcrsChanged, ncrQuery, ncrEventsQuery } from './ncr.queries.ts'
import './ncr.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { AssigneeField } from '../inbox/assignee.tsx'
import { ConversationButton } from '../inbox/conversation-button.tsx'
import { QueryState } from '../../shared/ui/problem-alert.tsx'
import { RecordHead, stepsOf } from '../../shared/ui/record-head.tsx'
import { RecordPage } from '../../shared/ui/record-page.tsx'
import { count, kilograms } from '../../shared/format/numbers.ts'
import { RecordDocument } from '../quality-documents/record-document.tsx'
import { type NcrAction, ncrActions, ncrLife } from './ncr-actions.rules.ts'
import { DueDay, NcrDecisions, NcrFacts, NcrPieces } from './ncr-facts.tsx'
import { NcrStatusTag, SeverityTag } from './ncr-labels.tsx'
import { PhotoStrip } from '../../shared/ui/photo-strip.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { ActionForm } from './action-form.tsx'
import { EditForm, DisposeForm } from './dispose-form.tsx'

type ConfirmedAction = 'reject' | 'start' | 'cancel'

interface AskDialogProps {
  readonly ncr: NcrDetail
  readonly action: ConfirmedAction
  readonly onDone: () => void
  readonly onClose: () => void
}

/**
 * Asks for confirmation before a disposition is rejected, work begins, or a report is withdrawn.
 */
function AskDialog({ ncr, action, onDone, onClose }: AskDialogProps) {
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
  const query = useQuery(ncrQuery(id))
  return (
    <RecordPage query={query} title={({ no }) => no} list={{ to: '/quality/ncrs', text: t('toList') }}>
      {(ncr) => <NcrShown key={id} ncr={ncr} />}
    </RecordPage>
  )
}

const takesAway: ReadonlySet<NcrAction> = new Set(['cancel'])

function NcrShown({ ncr }: { readonly ncr: NcrDetail }) {
  const { t } = useTranslation('ncr')
  const [dialog, setDialog] = useState<NcrAction | null>(null)
  const close = () => setDialog(null)
  const opened = { ncr, onSaved: close, onClose: close }
  return (
    <div className="page ncr-page">
      <RecordHead
        no={ncr.no}
        state={<NcrStatusTag status={ncr.status} />}
        marks={<SeverityTag severity={ncr.severity} />}
        about={ncr.description}
        steps={stepsOf(ncrLife, ncr.status, t('field.status'), (state) => t(`status.${state}`))}
        actions={ncrActions(ncr)}
        wordOf={(action) => t(`action.${action}`)}
        danger={takesAway}
        onAct={setDialog}
        figures={[
          [t('common:pieces'), count(ncr.pieces)],
          [t('field.kg'), kilograms(ncr.kg)],
          [t('field.daysOpen'), count(ncr.daysOpen)],
          [t('field.dueOn'), <DueDay key="due" ncr={ncr} />],
        ]}
      >
        <AssigneeField kind="ncr" record={ncr} allowed={ncr.can.edit} />
        <ConversationButton kind="ncr" id={ncr.id} history={<NcrHistory ncr={ncr} />} />
        <RecordDocument kind="ncr" id={ncr.id} />
      </RecordHead>
      <div className="ncr-columns">
        <NcrFacts ncr={ncr} />
        <NcrDecisions ncr={ncr} />
      </div>
      {ncr.pieces > 0 && <NcrPieces ncr={ncr} />}
      <NcrPhotos ncr={ncr} />
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

function NcrNote({ event: { action, note } }: { readonly event: NcrEvent }) {
  const { t } = useTranslation()
  const shown = action === 'assign' && note === '' ? t('common:assignee.none') : note
  return shown !== '' && <p className="ncr-said">{shown}</p>
}

/** History, newest first. */
function NcrHistory({ ncr }: { readonly ncr: NcrDetail }) {
  const { t } = useTranslation('ncr')
  const instant = useInstant()
  const query = useQuery(ncrEventsQuery(ncr.id))
  return (
    <>
      <QueryState query={query} />
      <ol className="ncr-history">
        {query.data?.items.map((event) => (
          <li key={event.id}>
            <time dateTime={event.at}>{instant(event.at)}</time>
            <span>
              <strong>{t(`event.${event.action}`)}</strong> {event.by}
              {event.action !== 'edit' && <NcrNote event={event} />}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
