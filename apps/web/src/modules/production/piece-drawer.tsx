import type { WorkPiece, WorkReportRow } from '@cloud-factory/contract/production/work'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { kilograms, millimetres } from '../../shared/format/numbers.ts'
import { Allowed } from '../../shared/ui/allowed.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { PieceStatusTag } from '../orders/order-labels.tsx'
import { stepSigns, stepsOf } from './matrix.rules.ts'
import { useProcessName } from '../planning/plan.queries.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { HoldDialog, ScrapDialog, UndoDialog } from './piece-dialogs.tsx'
import { pieceQuery, reportsQuery } from './work.queries.ts'
import './work.css'

/** A piece: what it is and how far it is on its route. */
export function PieceFacts({ piece }: { readonly piece: WorkPiece }) {
  const { t } = useTranslation('production')
  const { markName, profile, grade, lengthMm, netKg, productionLot } = piece
  const facts = [
    markName,
    profile,
    grade,
    lengthMm === null ? null : `${millimetres(lengthMm)} mm`,
    netKg === null ? null : `${kilograms(netKg)} kg`,
    productionLot === null ? null : t('piece.productionLot', { no: productionLot.no }),
  ]
  return (
    <>
      <div className="piece-head">
        <strong>{piece.serial}</strong>
        <PieceStatusTag status={piece.status} />
        {piece.held && <StatusTag tone="warn" text={t('piece.held')} />}
      </div>
      <p className="page-note">
        <Link className="piece-order" to={`/order/detail/${piece.orderId}?part=matrix`}>
          {piece.orderNo}
        </Link>
        {' · '}
        {facts.filter((fact) => fact !== null && fact !== '').join(' · ')}
      </p>
      <RouteStrip piece={piece} />
      <Allowed permission="quality.view" permissionOr={['order.report', 'quality.inspect', 'quality.judge']}>
        <p>
          <Link
            className="piece-ncr"
            to={`/quality/ncrs?raise=${piece.id}&as=${encodeURIComponent(piece.serial)}`}
          >
            {t('piece.raiseNcr')}
          </Link>
        </p>
      </Allowed>
    </>
  )
}

function RouteStrip({ piece }: { readonly piece: WorkPiece }) {
  const { t } = useTranslation('production')
  const processName = useProcessName()
  if (piece.route.length === 0) return <p className="page-note">{t('piece.noRoute')}</p>
  return (
    <ol className="route-strip" aria-label={t('piece.route')}>
      {stepsOf(piece.route, piece.stepsDone, piece.stepPart).map(({ processId, state, part }) => (
        <li key={processId} className={`is-${state}`}>
          <span aria-hidden="true">{stepSigns[state]}</span> {processName(processId)}
          {state === 'part' && ` ${Math.round(part * 100)}%`}
          <span className="sr-only"> {t(`step.${state}`)}</span>
        </li>
      ))}
    </ol>
  )
}

interface ReportLineProps {
  readonly report: WorkReportRow
  /** False where the surrounding text names the piece. */
  readonly withPiece: boolean
  readonly onUndo: () => void
}

/** One report of work, with the way to take it back. */
export function ReportLine({ report, withPiece, onUndo }: ReportLineProps) {
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

interface PieceDrawerProps {
  readonly id: string
  readonly onClose: () => void
}

/** Drawer of one piece: location, work reports, hold and scrap. Mount it when it opens. */
export function PieceDrawer({ id, onClose }: PieceDrawerProps) {
  const { t } = useTranslation('production')
  const { data: piece, error, refetch } = useQuery(pieceQuery(id))
  return (
    <Drawer
      open
      size={560}
      rootClassName="form-drawer"
      title={t('piece.title', { serial: piece?.serial ?? '' })}
      onClose={onClose}
    >
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {piece === undefined && error === null && <Skeleton active />}
      {piece !== undefined && <Shown piece={piece} />}
    </Drawer>
  )
}

type OpenDialog = 'hold' | 'resume' | 'scrap' | WorkReportRow

function Shown({ piece }: { readonly piece: WorkPiece }) {
  const { t } = useTranslation('production')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  const { can, id, serial } = piece
  return (
    <div className="piece-drawer">
      <PieceFacts piece={piece} />
      <div className="piece-actions">
        {can.resume === true ? (
          <ReasonButton allowed={true} onClick={() => setDialog('resume')}>
            {t('common:action.resume')}
          </ReasonButton>
        ) : (
          <ReasonButton allowed={can.hold} onClick={() => setDialog('hold')}>
            {t('common:action.hold')}
          </ReasonButton>
        )}
        <ReasonButton danger allowed={can.scrap} onClick={() => setDialog('scrap')}>
          {t('scrap.action')}
        </ReasonButton>
      </div>
      <dl className="facts">
        <div>
          <dt>{t('common:field.mark')}</dt>
          <dd>{piece.mark}</dd>
        </div>
        <div>
          <dt>{t('piece.qr')}</dt>
          <dd>
            <code>{piece.qr}</code>
          </dd>
        </div>
      </dl>
      <Reports pieceId={id} onUndo={setDialog} />
      {(dialog === 'hold' || dialog === 'resume') && (
        <HoldDialog subject={{ kind: 'piece', id, name: serial }} act={dialog} onClose={close} />
      )}
      {dialog === 'scrap' && <ScrapDialog piece={piece} onClose={close} />}
      {dialog !== null && typeof dialog === 'object' && <UndoDialog report={dialog} onClose={close} />}
    </div>
  )
}

interface ReportsProps {
  readonly pieceId: string
  readonly onUndo: (report: WorkReportRow) => void
}

function Reports({ pieceId, onUndo }: ReportsProps) {
  const { t } = useTranslation('production')
  const { data, error, refetch } = useQuery(reportsQuery({ pieceId, pageSize: 100, sort: '-reportedAt' }))
  return (
    <section aria-label={t('piece.reports')}>
      <h2>{t('piece.reports')}</h2>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton active />}
      {data?.items.length === 0 && <p className="page-note">{t('piece.noReports')}</p>}
      <ul className="report-lines">
        {data?.items.map((report) => (
          <ReportLine key={report.id} report={report} withPiece={false} onUndo={() => onUndo(report)} />
        ))}
      </ul>
    </section>
  )
}
