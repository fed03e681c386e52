import type { NdtResult } from '@cloud-factory/contract/welding/ndt'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useQualityChanged, oneQuery } from '../quality-records/quality.queries.ts'
import type { WeldRow } from '@cloud-factory/contract/welding/welds'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { Facts } from '../../shared/ui/facts.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, count, thousands } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { RecordDrawer } from '../../shared/ui/record-drawer.tsx'
import { RecordHead } from '../../shared/ui/record-head.tsx'
import { RepairForm, WeldForm } from './weld-forms.tsx'
import { VerdictTag, WeldStateTag } from './weld-labels.tsx'
import { type WeldAction, weldActions } from './welding-actions.rules.ts'
import { testedShown } from './welds.columns.tsx'

interface UndoResultProps {
  readonly result: NdtResult
  readonly onClose: () => void
}

/** Takes back the last result of a weld, with the reason. */
function UndoResult({ result, onClose }: UndoResultProps) {
  const { t } = useTranslation('welding')
  const changed = useQualityChanged()
  return (
    <ActionDialog
      title={t('undoTitle', { no: result.request.no })}
      action={t('action.undo')}
      danger
      reason="required"
      maxWords={300}
      act={(reason) =>
        api('POST /api/ndt/results/:id/undo', { params: { id: result.id }, body: { reason: reason ?? '' } })
      }
      onDone={() => {
        onClose()
        void changed()
      }}
      onClose={onClose}
    >
      {t('undoText')}
    </ActionDialog>
  )
}

interface WeldDrawerProps {
  readonly id: string
  readonly onClose: () => void
}

type OpenDialog = WeldAction | { readonly undo: NdtResult }

const takesAway: ReadonlySet<WeldAction> = new Set(['delete'])

/** One weld beside its list: data, tests, repairs and actions. Mount it when it opens. */
export function WeldDrawer({ id, onClose }: WeldDrawerProps) {
  const { t } = useTranslation('welding')
  const query = useQuery(oneQuery('GET /api/welds/:id', id))
  return (
    <RecordDrawer query={query} title={t('common:shape.weld')} onClose={onClose}>
      {(weld) => <WeldShown weld={weld} onGone={onClose} />}
    </RecordDrawer>
  )
}

function WeldShown({ weld, onGone }: Pick<DialogProps, 'weld' | 'onGone'>) {
  const { t } = useTranslation('welding')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const { order, piece, no, mark, grade, joint } = weld
  return (
    <>
      <RecordHead
        no={`${piece.serial} ${no}`}
        state={<WeldStateTag state={weld.state} />}
        about={
          <>
            <Link to={`/order/detail/${order.id}`}>{order.no}</Link> ·{' '}
            {[mark, grade, t(`joint.${joint}`)].filter(Boolean).join(' · ')}
          </>
        }
        actions={weldActions(weld)}
        wordOf={(action) => t(`action.${action}`)}
        danger={takesAway}
        onAct={setDialog}
        figures={[
          [t('field.class'), t('classOf', { word: weld.class })],
          [t('field.lengthMm'), count(weld.lengthMm)],
          [t('field.thicknessMm'), thousands(weld.thicknessMm)],
          [t('field.tested'), testedShown(weld)],
        ]}
      />
      <WeldFacts weld={weld} />
      <WeldTests id={weld.id} onUndo={(undo) => setDialog({ undo })} />
      {dialog !== null && (
        <OpenWeldDialog weld={weld} dialog={dialog} onGone={onGone} onClose={() => setDialog(null)} />
      )}
    </>
  )
}

interface DialogProps {
  readonly weld: WeldRow
  readonly dialog: OpenDialog
  readonly onGone: () => void
  readonly onClose: () => void
}

function OpenWeldDialog({ weld, dialog, onGone, onClose }: DialogProps) {
  const { t } = useTranslation('welding')
  const changed = useQualityChanged()
  const { id, version } = weld
  const name = `${weld.piece.serial} ${weld.no}`
  if (dialog === 'edit') return <WeldForm weld={weld} onClose={onClose} />
  if (dialog === 'repair') return <RepairForm weld={weld} onClose={onClose} />
  if (typeof dialog === 'object') return <UndoResult result={dialog.undo} onClose={onClose} />
  const isDeleted = dialog === 'delete'
  const act = (reason: string | undefined): Promise<unknown> =>
    isDeleted
      ? api('DELETE /api/welds/:id', { params: { id }, query: { version } })
      : api('POST /api/welds/:id/reopen', { params: { id }, body: { version, reason: reason ?? '' } })
  return (
    <ActionDialog
      title={t(isDeleted ? 'removeTitle' : 'reopenTitle', { name })}
      action={t(`action.${dialog}`)}
      danger={isDeleted}
      reason={isDeleted ? undefined : 'required'}
      maxWords={300}
      act={act}
      onDone={() => {
        onClose()
        if (isDeleted) onGone()
        void changed()
      }}
      onClose={onClose}
    >
      {t(isDeleted ? 'removeText' : 'reopenText')}
    </ActionDialog>
  )
}

function WeldFacts({ weld }: { readonly weld: WeldRow }) {
  const { t } = useTranslation('welding')
  const instant = useInstant()
  const facts = [
    [t('field.wps'), weld.wps ?? absent],
    [t('field.welders'), weld.welders.map(({ code, name }) => `${code} ${name}`).join(', ') || absent],
    [t('field.machine'), weld.machine ?? absent],
    [t('field.weldedAt'), instant(weld.weldedAt, '{y}-{m}-{d} {h}:{i}')],
  ] as const
  return <Facts className="quality-facts" facts={facts} />
}

interface TestsProps {
  readonly id: string
  readonly onUndo: (result: NdtResult) => void
}

/** Results and repairs, newest first. */
function WeldTests({ id, onUndo }: TestsProps) {
  const { t } = useTranslation('welding')
  const instant = useInstant()
  const { data, error, refetch } = useQuery(oneQuery('GET /api/welds/:id/tests', id))
  if (error !== null) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active />
  const { results, repairs, repairLimit } = data
  return (
    <>
      <h3>{t('tests.title')}</h3>
      {results.length === 0 && <p className="form-note">{t('tests.none')}</p>}
      <ul className="test-list">
        {results.map((result) => (
          <li key={result.id}>
            <span className={result.undone === null ? undefined : 'is-undone'}>
              <VerdictTag verdict={result.verdict} /> {result.request.no} · {t(`method.${result.method}`)} ·{' '}
              {count(result.testedMm)} mm · {result.tester} ·{' '}
              {instant(result.testedAt, '{y}-{m}-{d} {h}:{i}')}
            </span>{' '}
            {result.undone === null && (
              <ReasonButton type="link" size="small" allowed={result.can.undo} onClick={() => onUndo(result)}>
                {t('action.undo')}
              </ReasonButton>
            )}
            {result.defects.map((defect) => (
              <p key={`${defect.positionMm}-${defect.lengthMm}-${defect.type}`}>
                {t('tests.defect', {
                  type: t(`defect.${defect.type}`),
                  at: count(defect.positionMm),
                  length: count(defect.lengthMm),
                  grade: defect.grade,
                })}
                {defect.depthMm !== null && ` · ${t('tests.depth', { depth: defect.depthMm })}`}
              </p>
            ))}
            {result.undone !== null && (
              <p>{t('tests.undone', { by: result.undone.by, reason: result.undone.reason })}</p>
            )}
          </li>
        ))}
      </ul>
      <h3>{t('tests.repairs', { done: repairs.length, limit: repairLimit })}</h3>
      <ul className="test-list">
        {repairs.map((repair) => (
          <li key={repair.id}>
            {t('tests.repair', { number: repair.number })} · {repair.welders.join(', ')} ·{' '}
            {instant(repair.repairedAt, '{y}-{m}-{d} {h}:{i}')}
            {repair.note !== '' && <p>{repair.note}</p>}
          </li>
        ))}
      </ul>
    </>
  )
}
