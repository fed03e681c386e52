import type { NcrDetail } from '@cloud-factory/contract/ncrs'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { useTabTitle } from '../../../shared/tabs/tab-hooks.ts'
import { lazyPart } from '../../../shared/ui/lazy-part.ts'
import { Overlay } from '../../../shared/ui/overlay.tsx'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { RecordDocument } from '../documents/record-document.tsx'
import { NcrActions, type NcrDialog } from './ncr-actions.tsx'
import { NcrDecisions, NcrFacts } from './ncr-facts.tsx'
import { NcrHistory } from './ncr-history.tsx'
import { NcrPhotos } from './ncr-photos.tsx'
import { NcrPieces } from './ncr-pieces.tsx'
import { ncrQuery } from './ncr.queries.ts'
import { NcrStatusTag, SeverityTag } from './ncr-labels.tsx'
import './ncr.css'

const EditForm = lazyPart(async () => (await import('./edit-form.tsx')).EditForm)
const DisposeForm = lazyPart(async () => (await import('./dispose-form.tsx')).DisposeForm)
const ActionForm = lazyPart(async () => (await import('./action-form.tsx')).ActionForm)
const AskDialog = lazyPart(async () => (await import('./ask-dialog.tsx')).AskDialog)

/** One report: what is wrong, what was decided, its pieces and its history. */
export function NcrPage() {
  const { t } = useTranslation('ncrs')
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
  const [asked, ask] = useState<NcrDialog | null>(null)
  const close = () => ask(null)
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
        <RecordDocument kind="ncr" id={ncr.id} />
        <NcrActions ncr={ncr} onAsk={ask} />
      </PageHeader>
      <div className="ncr-columns">
        <NcrFacts ncr={ncr} />
        <NcrDecisions ncr={ncr} />
      </div>
      {ncr.pieces > 0 && <NcrPieces ncr={ncr} />}
      <NcrPhotos ncr={ncr} />
      <NcrHistory ncr={ncr} />
      <Overlay onClose={close}>
        {asked === 'edit' && <EditForm {...opened} />}
        {asked === 'dispose' && <DisposeForm {...opened} />}
        {(asked === 'approve' || asked === 'finish' || asked === 'verify') && (
          <ActionForm {...opened} action={asked} />
        )}
        {(asked === 'reject' || asked === 'start' || asked === 'cancel') && (
          <AskDialog ncr={ncr} action={asked} onDone={close} onClose={close} />
        )}
      </Overlay>
    </div>
  )
}
