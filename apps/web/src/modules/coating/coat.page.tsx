import type { CoatRow } from '@cloud-factory/contract/coating/coatings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useParams } from 'react-router'
import { Facts } from '../../shared/ui/facts.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, rangeShown } from '../../shared/format/numbers.ts'
import { useCloseTab } from '../../shared/tabs/tab-hooks.ts'
import { placeActions } from '../../shared/ui/record-actions.rules.ts'
import { RecordHead, stepsOf } from '../../shared/ui/record-head.tsx'
import { RecordPage } from '../../shared/ui/record-page.tsx'
import { RecordDocument } from '../quality-documents/record-document.tsx'
import { oneQuery, useQualityChanged } from '../quality-records/quality.queries.ts'
import { CoatStatusTag } from './coat-labels.tsx'
import { FilmReadings } from './film-readings.tsx'
import '../quality-records/quality.css'

type OpenDialog = 'judge' | 'reopen' | 'delete'

const takesAway: ReadonlySet<OpenDialog> = new Set(['delete'])
const coatLife: readonly CoatRow['status'][] = ['draft', 'pass']

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
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  return (
    <div className="page is-filling">
      <CoatHead coat={coat} onAct={setDialog} />
      <CoatFacts coat={coat} />
      <FilmReadings coat={coat} />
      {dialog !== null && <OpenCoatDialog coat={coat} dialog={dialog} onClose={() => setDialog(null)} />}
    </div>
  )
}

interface HeadProps {
  readonly coat: CoatRow
  readonly onAct: (dialog: OpenDialog) => void
}

function CoatHead({ coat, onAct }: HeadProps) {
  const { t } = useTranslation('coating')
  const instant = useInstant()
  const { order, spec, status, limits } = coat
  const isDraft = status === 'draft'
  const about = [spec.code, t(`check.${coat.check}`), coat.note].filter((word) => word !== '').join(' · ')
  const allowance = limits.rule === 'spot' ? ` (−${limits.allowanceUm})` : ''
  const film = `${rangeShown(limits.minUm, limits.maxUm)} µm${allowance} · ${t(`rule.${limits.rule}`)}`
  const fire = limits.fire === null ? absent : `${t(`fire.${limits.fire.type}`)} ${limits.fire.designMm} mm`
  return (
    <RecordHead
      no={coat.no}
      state={<CoatStatusTag status={status} />}
      steps={stepsOf(coatLife, status, t('field.status'), (state) => t(`status.${state}`))}
      about={
        <>
          <Link to={`/order/detail/${order.id}`}>{order.no}</Link> · {about}
        </>
      }
      actions={placeActions<OpenDialog>(
        coat.can,
        isDraft ? { next: ['judge'], more: ['delete'] } : { more: ['reopen'] },
      )}
      wordOf={(action) => t(`action.${action}`)}
      danger={takesAway}
      onAct={onAct}
      figures={[
        [t('field.required'), coat.check === 'film' ? film : fire],
        [
          t('field.measured'),
          t('measuredOf', { measured: coat.measured, sample: coat.sample, pieces: coat.pieces }),
        ],
        [t('field.appliedAt'), instant(coat.appliedAt, '{y}-{m}-{d} {h}:{i}')],
        [t('field.judgedBy'), coat.judgedBy ?? absent],
      ]}
    >
      <RecordDocument kind="coat" id={coat.id} />
    </RecordHead>
  )
}

/** The climate while it was applied. */
function CoatFacts({ coat }: { readonly coat: CoatRow }) {
  const { t } = useTranslation('coating')
  const facts = [
    [t('field.airC'), `${coat.airC} °C`],
    [t('field.humidity'), `${coat.humidity} %`],
    [t('field.substrateC'), `${coat.substrateC} °C`],
    [t('field.dewPoint'), `${coat.dewPointC} °C`],
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
