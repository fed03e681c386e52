import type { CoatRow } from '@cloud-factory/contract/coating/coatings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { Facts } from '../../shared/ui/facts.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, rangeShown } from '../../shared/format/numbers.ts'
import { useCloseTab } from '../../shared/tabs/tab-hooks.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { RecordPage } from '../../shared/ui/record-page.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { RecordDocument } from '../quality-documents/record-document.tsx'
import { oneQuery, useQualityChanged } from '../quality-records/quality.queries.ts'
import { CoatStatusTag } from './coat-labels.tsx'
import { FilmReadings } from './film-readings.tsx'
import '../quality-records/quality.css'

type OpenDialog = 'judge' | 'reopen' | 'delete'

/** One record of a coat: its climate, its readings, its verdict. */
export function CoatPage() {
  const { t } = useTranslation('coating')
  const { id = '' } = useParams()
  const query = useQuery(oneQuery('GET /api/coats/:id', id))
  return (
    <RecordPage query={query} title={({ no }) => no} list={{ to: '/quality/coating', text: t('toRecords') }}>
      {(coat) => <CoatShown key={id} coat={coat} />}
    </RecordPage>
  )
}

function CoatShown({ coat }: { readonly coat: CoatRow }) {
  const { t } = useTranslation('coating')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  return (
    <div className="page is-filling">
      <PageHeader
        title={
          <>
            {coat.no} <CoatStatusTag status={coat.status} />
          </>
        }
        note={[coat.order.no, coat.spec.code, t(`check.${coat.check}`), coat.note]
          .filter((word) => word !== '')
          .join(' · ')}
      >
        <RecordDocument kind="coat" id={coat.id} />
        <ReasonButton allowed={coat.can.delete} onClick={() => setDialog('delete')}>
          {t('action.delete')}
        </ReasonButton>
        <ReasonButton allowed={coat.can.reopen} onClick={() => setDialog('reopen')}>
          {t('action.reopen')}
        </ReasonButton>
        <ReasonButton type="primary" allowed={coat.can.judge} onClick={() => setDialog('judge')}>
          {t('action.judge')}
        </ReasonButton>
      </PageHeader>
      <CoatFacts coat={coat} />
      <FilmReadings coat={coat} />
      {dialog !== null && <OpenCoatDialog coat={coat} dialog={dialog} onClose={() => setDialog(null)} />}
    </div>
  )
}

function CoatFacts({ coat }: { readonly coat: CoatRow }) {
  const { t } = useTranslation('coating')
  const instant = useInstant()
  const { limits } = coat
  const allowance = limits.rule === 'spot' ? ` (−${limits.allowanceUm})` : ''
  const film = `${rangeShown(limits.minUm, limits.maxUm)} µm${allowance} · ${t(`rule.${limits.rule}`)}`
  const fire = limits.fire === null ? absent : `${t(`fire.${limits.fire.type}`)} ${limits.fire.designMm} mm`
  const facts = [
    [t('field.required'), coat.check === 'film' ? film : fire],
    [
      t('field.measured'),
      t('measuredOf', { measured: coat.measured, sample: coat.sample, pieces: coat.pieces }),
    ],
    [t('field.airC'), `${coat.airC} °C`],
    [t('field.humidity'), `${coat.humidity} %`],
    [t('field.substrateC'), `${coat.substrateC} °C`],
    [t('field.dewPoint'), `${coat.dewPointC} °C`],
    [t('field.appliedAt'), instant(coat.appliedAt, '{y}-{m}-{d} {h}:{i}')],
    [t('field.judgedBy'), coat.judgedBy ?? absent],
  ] as const
  return <Facts className="quality-facts" facts={facts} />
}

interface DialogProps {
  readonly coat: CoatRow
  readonly dialog: OpenDialog
  readonly onClose: () => void
}

function OpenCoatDialog({ coat, dialog, onClose }: DialogProps) {
  const { t } = useTranslation('coating')
  const closeTab = useCloseTab()
  const changed = useQualityChanged()
  const { version } = coat
  const params = { id: coat.id }
  const acts: Readonly<Record<OpenDialog, (reason: string | undefined) => Promise<unknown>>> = {
    judge: (reason) => api('POST /api/coats/:id/judge', { params, body: { version, reason } }),
    reopen: (reason = '') => api('POST /api/coats/:id/reopen', { params, body: { version, reason } }),
    delete: () => api('DELETE /api/coats/:id', { params, query: { version } }),
  }
  return (
    <ActionDialog
      title={t(`ask.${dialog}`, { no: coat.no })}
      action={t(`action.${dialog}`)}
      danger={dialog === 'delete'}
      reason={dialog === 'reopen' ? 'required' : undefined}
      maxWords={300}
      act={acts[dialog]}
      onDone={() => {
        onClose()
        if (dialog === 'delete') void closeTab({ to: '/quality/coating', force: true })
        void changed()
      }}
      onClose={onClose}
    >
      {t(`askText.${dialog}`, { sample: coat.sample, pieces: coat.pieces })}
    </ActionDialog>
  )
}
