import type { PlateJobDetail, PlateResult } from '@cloud-factory/contract/plates/plates'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useParams } from 'react-router'
import { api, download } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, count, kilograms } from '../../shared/format/numbers.ts'
import { RowTable } from '../../shared/list/row-table.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { DownloadDialog } from '../../shared/ui/download-dialog.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { placeActions } from '../../shared/ui/record-actions.rules.ts'
import { RecordHead } from '../../shared/ui/record-head.tsx'
import { RecordPage } from '../../shared/ui/record-page.tsx'
import { PlateNestingSection } from './plate-nesting.tsx'
import { partColumns, PlateJobTag, resultColumns } from './plate-labels.tsx'
import { plateJobQuery, usePlatesChanged } from './plates.queries.ts'

const ResultDialog = lazyDialog(async () => (await import('./result-dialog.tsx')).ResultDialog)

type Action = keyof PlateJobDetail['can']

const danger: ReadonlySet<Action> = new Set(['cancel'])

const actionsOf = ({ can, status, cut }: PlateJobDetail) =>
  placeActions<Action>(can, {
    next: status === 'open' ? ['report'] : status === 'cut' ? ['close'] : [],
    more: status === 'open' ? [cut === 0 ? 'cancel' : 'close'] : [],
  })

interface EndProps {
  readonly job: PlateJobDetail
  readonly step: 'close' | 'cancel'
  readonly onClose: () => void
}

function EndDialog({ job: { id, no, version }, step, onClose }: EndProps) {
  const { t } = useTranslation('plates')
  const changed = usePlatesChanged()
  const call = { params: { id }, body: { version } }
  return (
    <ActionDialog
      title={`${t(`action.${step}`)}: ${no}`}
      action={t(`action.${step}`)}
      danger={step === 'cancel'}
      act={(_reason, idempotencyKey) => api(`POST /api/plate-jobs/:id/${step}`, { ...call, idempotencyKey })}
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t(`actionText.${step}`)}</p>
    </ActionDialog>
  )
}

function UndoDialog({ result, onClose }: { readonly result: PlateResult; readonly onClose: () => void }) {
  const { t } = useTranslation('plates')
  const changed = usePlatesChanged()
  return (
    <ActionDialog
      danger
      title={`${t('action.undo')}: ${result.file}`}
      action={t('action.undo')}
      reason="required"
      maxWords={300}
      act={(reason, idempotencyKey) =>
        api('POST /api/plate-results/:id/undo', {
          params: { id: result.id },
          body: { reason: reason ?? '' },
          idempotencyKey,
        })
      }
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t('actionText.undo')}</p>
    </ActionDialog>
  )
}

function Results({ job }: { readonly job: PlateJobDetail }) {
  const { t } = useTranslation('plates')
  const instant = useInstant()
  const columns = useMemo(() => resultColumns(t, (at) => instant(at)), [t, instant])
  const [undo, setUndo] = useState<PlateResult | null>(null)
  return (
    <section>
      <h2>{t('results')}</h2>
      <RowTable
        label={t('results')}
        columns={columns}
        rows={job.results}
        empty={<p>{t('noResults')}</p>}
        rowActions={{
          width: { zh: 100, other: 140 },
          render: (row) =>
            row.undone === null && (
              <ReasonButton type="link" size="small" allowed={row.can.undo} onClick={() => setUndo(row)}>
                {t('action.undo')}
              </ReasonButton>
            ),
        }}
      />
      {undo !== null && <UndoDialog result={undo} onClose={() => setUndo(null)} />}
    </section>
  )
}

function Shown({ job }: { readonly job: PlateJobDetail }) {
  const { t } = useTranslation('plates')
  const columns = useMemo(() => partColumns(t), [t])
  const [action, setAction] = useState<Action | 'bundle' | null>(null)
  const { id, no, status, note, parts, pieces, cut, kg, due } = job
  const noFiles = parts.filter(({ file }) => file === null).length
  const close = () => setAction(null)
  return (
    <div className="page">
      <RecordHead<Action>
        no={no}
        state={<PlateJobTag status={status} />}
        about={note}
        actions={actionsOf(job)}
        wordOf={(word) => t(`action.${word}`)}
        danger={danger}
        onAct={setAction}
        figures={[
          [t('field.progress'), `${count(cut)} / ${count(pieces)}`],
          [t('common:field.kg'), kilograms(kg)],
          [t('nesting:field.due'), due ?? absent],
        ]}
      >
        <Button onClick={() => setAction('bundle')}>{t('action.bundle')}</Button>
      </RecordHead>
      {status === 'open' && noFiles > 0 && <Notice tone="warn" title={t('noFiles', { count: noFiles })} />}
      <PlateNestingSection jobId={id} open={pieces - cut} />
      <section>
        <h2>{t('partList')}</h2>
        <RowTable label={t('partList')} columns={columns} rows={parts} />
      </section>
      <Results job={job} />
      {action === 'bundle' && (
        <DownloadDialog
          title={`${t('action.bundle')}: ${no}`}
          fetch={(call) => download('GET /api/plate-jobs/:id/bundle', { params: { id }, ...call })}
          onClose={close}
        />
      )}
      {action === 'report' && <ResultDialog job={job} onClose={close} />}
      {(action === 'close' || action === 'cancel') && <EndDialog job={job} step={action} onClose={close} />}
    </div>
  )
}

/** One plate job: its parts, its bundle, and the results of the machine. */
export function PlateJobPage() {
  const { t } = useTranslation('plates')
  const { id = '' } = useParams()
  const query = useQuery(plateJobQuery(id))
  return (
    <RecordPage
      query={query}
      title={({ no }) => no}
      list={{ to: '/order/plates?part=jobs', text: t('toJobs') }}
    >
      {(job) => <Shown job={job} />}
    </RecordPage>
  )
}
