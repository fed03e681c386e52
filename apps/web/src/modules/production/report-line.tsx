import type { WorkReportRow } from '@cloud-factory/contract/production/work'
import { useTranslation } from 'react-i18next'
import { useInstant } from '../../shared/format/dates.ts'
import { kilograms } from '../../shared/format/numbers.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useProcessName } from '../planning/plan.queries.ts'

interface Props {
  readonly report: WorkReportRow
  /** False where the surrounding text names the piece. */
  readonly withPiece: boolean
  readonly onUndo: () => void
}

/** One report of work, with the way to take it back. */
export function ReportLine({ report, withPiece, onUndo }: Props) {
  const { t } = useTranslation('production')
  const instant = useInstant()
  const processName = useProcessName()
  const { undone, part, crew, worker, machine, hours, source } = report
  const who = [
    withPiece ? null : report.reportedBy,
    crew,
    worker,
    machine,
    hours === null ? null : t('worker.hoursShown', { hours }),
    source === 'earlier' ? t('source.earlier') : null,
  ]
  return (
    <li className={undone === null ? '' : 'is-undone'}>
      <div>
        {withPiece && <b>{report.serial} </b>}
        <span>{processName(report.processId)}</span>
        {part < 1 && ` ${Math.round(part * 100)}%`}
        <span className="report-kg"> {kilograms(report.kg)} kg</span>
        <small className="page-note">
          {' '}
          {[instant(report.doneAt, '{m}-{d} {h}:{i}'), ...who]
            .filter((word) => word !== null && word !== '')
            .join(' · ')}
        </small>
        {undone !== null && (
          <small className="page-note report-undone">
            {t('undo.was', {
              by: undone.by,
              at: instant(undone.at, '{m}-{d} {h}:{i}'),
              reason: undone.reason,
            })}
          </small>
        )}
      </div>
      {undone === null && (
        <ReasonButton size="small" allowed={report.can.undo} onClick={onUndo}>
          {t('undo.action')}
        </ReasonButton>
      )}
    </li>
  )
}
