import type { WorkPiece } from '@cloud-factory/contract/production/work'
import { Checkbox, InputNumber, Select } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import type { ReportBody } from './queue.rules.ts'
import { ProcessSelect } from './process-select.tsx'
import { useMachineOf, useRemembered } from './use-remembered.ts'
import { useProcessName } from '../planning/plan.queries.ts'
import { WorkerFields } from './worker-fields.tsx'

/** Fields of a report besides its pieces. */
export type ReportWords = Omit<ReportBody, 'clientKey' | 'pieces' | 'source' | 'doneAt'>

interface Props {
  /** Null where the piece cannot be looked at. */
  readonly piece: WorkPiece | null
  /** The process that all of several pieces wait for. */
  readonly next?: string | null
  readonly onReport: (words: ReportWords) => void
}

/** The next step is chosen already: one tap reports it. */
export function ReportForm({ piece, next = null, onReport }: Props) {
  const { t } = useTranslation('production')
  const processName = useProcessName()
  const [remembered, remember] = useRemembered()
  const [chosen, setChosen] = useState<string | null>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const processId = chosen ?? piece?.nextProcessId ?? next ?? (piece === null ? remembered.processId : null)
  const { crewId, worker, hours, withEarlier } = remembered
  const machine = useMachineOf(remembered, processId)
  const report = () => {
    if (processId === null) return
    remember({ processId })
    onReport({
      processId,
      ...(percent === null ? {} : { part: percent / 100 }),
      withEarlier,
      crewId,
      worker: worker.trim() === '' ? null : worker.trim(),
      hours,
      machineId: machine.id,
    })
  }
  return (
    <div className="report-form">
      <ReasonButton
        block
        type="primary"
        className="report-button"
        allowed={canReport(piece, processId)}
        onClick={report}
      >
        {processId === null
          ? t('report.choose')
          : t(percent === null ? 'report.confirm' : 'report.confirmPart', {
              process: processName(processId),
              percent,
            })}
      </ReasonButton>
      <div className="report-fields">
        <label className="report-field">
          {t('common:field.process')}
          <ProcessSelect value={processId} onChange={setChosen} first={piece?.route ?? []} />
        </label>
        <PartField percent={percent} left={leftOf(piece, processId)} onChange={setPercent} />
        <Checkbox checked={withEarlier} onChange={({ target }) => remember({ withEarlier: target.checked })}>
          {t('report.withEarlier')}
        </Checkbox>
      </div>
      <WorkerFields processId={processId} />
    </div>
  )
}

/** Only the next step's reason is known here; any other process is judged by the server. */
function canReport(piece: WorkPiece | null, processId: string | null): true | string | undefined {
  if (processId === null) return piece !== null && piece.can.report !== true ? piece.can.report : undefined
  if (piece === null || processId !== piece.nextProcessId) return true
  return piece.can.report
}

const leftOf = (piece: WorkPiece | null, processId: string | null): number =>
  piece !== null && piece.nextProcessId === processId
    ? Math.max(1, Math.round((1 - piece.stepPart) * 100))
    : 100

interface PartProps {
  readonly percent: number | null
  /** Per cent of the step that are left. */
  readonly left: number
  readonly onChange: (percent: number | null) => void
}

const quarters = [25, 50, 75]

function PartField({ percent, left, onChange }: PartProps) {
  const { t } = useTranslation('production')
  const id = useId()
  return (
    <div className="report-field">
      <label htmlFor={id}>{t('report.part')}</label>
      <div className="report-part">
        <Select<number>
          id={id}
          value={percent === null ? 0 : (quarters.find((share) => share === percent) ?? -1)}
          onChange={(value) => onChange(value === 0 ? null : value === -1 ? Math.min(10, left) : value)}
          options={[
            { value: 0, label: t('report.all', { left }) },
            ...quarters
              .filter((share) => share < left)
              .map((share) => ({ value: share, label: `${share}%` })),
            { value: -1, label: t('report.other') },
          ]}
        />
        {percent !== null && (
          <InputNumber<number>
            aria-label={t('report.percent')}
            min={1}
            max={left}
            precision={0}
            suffix="%"
            value={percent}
            onChange={(value) => value !== null && onChange(value)}
          />
        )}
      </div>
    </div>
  )
}
