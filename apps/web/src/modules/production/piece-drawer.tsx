import type { PieceDetail, WorkPiece, WorkReportRow } from '@cloud-factory/contract/production/work'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useNavigate } from 'react-router'
import { absent, kilograms, millimetres } from '../../shared/format/numbers.ts'
import { Allowed } from '../../shared/ui/allowed.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { useAllowed } from '../../shared/permission.ts'
import { QrButton } from '../../shared/ui/qr-button.tsx'
import { RecordDrawer } from '../../shared/ui/record-drawer.tsx'
import { RecordHead } from '../../shared/ui/record-head.tsx'
import { Conformity, OutsideTag, PieceStatusTag } from '../orders/order-labels.tsx'
import { type PieceAction, pieceActions } from './piece-actions.rules.ts'
import { stepSigns, stepsOf } from './matrix.rules.ts'
import { useProcessName } from '../planning/plan.queries.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { PieceContentsPart } from '../assemblies/piece-contents.tsx'
import { PieceDrawings } from '../drawings/piece-drawings.tsx'
import { PieceDialog, type PieceDialogName, UndoDialog } from './piece-dialogs.tsx'
import { pieceQuery, reportsQuery } from './work.queries.ts'
import './work.css'

/** A piece: what it is and how far it is on its route. */
export function PieceFacts({ piece }: { readonly piece: WorkPiece }) {
  const { t } = useTranslation('production')
  return (
    <>
      <div className="piece-head">
        <strong>{piece.serial}</strong>
        <PieceStatusTag status={piece.status} />
        {piece.held && <StatusTag tone="warn" text={t('piece.held')} />}
        {piece.outside !== null && <OutsideTag outside={piece.outside} />}
      </div>
      <p className="page-note">
        <PieceAbout piece={piece} />
      </p>
      <PieceDrawings pieceId={piece.id} />
      <RouteStrip piece={piece} />
      <PieceContentsPart pieceId={piece.id} />
      <Allowed {...raisers}>
        <p>
          <Link className="piece-ncr" to={raisePath(piece)}>
            {t('piece.raiseNcr')}
          </Link>
        </p>
      </Allowed>
    </>
  )
}

/** Who may raise an NCR on a piece. */
const raisers = {
  permission: 'quality.view',
  permissionOr: ['order.report', 'quality.inspect', 'quality.judge'],
} as const

const raisePath = ({ id, serial }: WorkPiece): string =>
  `/quality/ncrs?raise=${id}&as=${encodeURIComponent(serial)}`

/** Its order, and what it is made of. */
function PieceAbout({ piece }: { readonly piece: WorkPiece }) {
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
      <Link className="piece-order" to={`/order/detail/${piece.orderId}?part=matrix`}>
        {piece.orderNo}
      </Link>
      {' · '}
      {facts.filter((fact) => fact !== null && fact !== '').join(' · ')}
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
          {state === 'part' && ` ${Math.round(part * 100)} %`}
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
    source === 'earlier' || source === 'subcontract' ? t(`source.${source}`) : null,
  ]
  return (
    <li className={undone === null ? '' : 'is-undone'}>
      <div>
        {withPiece && <b>{report.serial} </b>}
        <span>{processName(report.processId)}</span>
        {part < 1 && ` ${Math.round(part * 100)} %`}
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

/** One piece beside its list: where it is, what it lacks, its work reports and actions. Mount it when it opens. */
export function PieceDrawer({ id, onClose }: PieceDrawerProps) {
  const { t } = useTranslation()
  const query = useQuery(pieceQuery(id))
  return (
    <RecordDrawer query={query} title={t('palette.kind.piece')} onClose={onClose}>
      {(piece) => <Shown piece={piece} />}
    </RecordDrawer>
  )
}

const reportsOf = (pieceId: string) => reportsQuery({ pieceId, pageSize: 100, sort: '-reportedAt' })

const takesAway: ReadonlySet<PieceAction> = new Set(['scrap'])

function Shown({ piece }: { readonly piece: PieceDetail }) {
  const { t } = useTranslation('production')
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<PieceDialogName | WorkReportRow | null>(null)
  const close = () => setDialog(null)
  const { serial, qr, id } = piece
  const canRaise = useAllowed(raisers)
  const wordOf: Readonly<Record<PieceAction, string>> = {
    report: t('common:action.report'),
    hold: t('common:action.hold'),
    resume: t('common:action.resume'),
    raise: t('piece.raiseNcr'),
    scrap: t('scrap.action'),
  }
  const act = (action: PieceAction) => {
    if (action === 'report') void navigate(`/order/work?code=${encodeURIComponent(qr)}`)
    else if (action === 'raise') void navigate(raisePath(piece))
    else setDialog(action)
  }
  return (
    <div className="piece-drawer">
      <RecordHead
        no={serial}
        state={<PieceStatusTag status={piece.status} />}
        marks={
          <>
            {piece.held && <StatusTag tone="warn" text={t('piece.held')} />}
            {piece.outside !== null && <OutsideTag outside={piece.outside} />}
          </>
        }
        about={<PieceAbout piece={piece} />}
        actions={pieceActions(piece, canRaise)}
        wordOf={(action) => wordOf[action]}
        danger={takesAway}
        onAct={act}
        figures={usePlaces(piece)}
      >
        <QrButton text={qr} of={serial} />
      </RecordHead>
      <PieceDrawings pieceId={id} />
      <RouteStrip piece={piece} />
      <PieceContentsPart pieceId={id} />
      <Reports pieceId={id} onUndo={setDialog} />
      {typeof dialog === 'string' && <PieceDialog piece={piece} dialog={dialog} onClose={close} />}
      {dialog !== null && typeof dialog === 'object' && <UndoDialog report={dialog} onClose={close} />}
    </div>
  )
}

/** Where a piece is: its next process, its workshop or delivery, its inspection, its package. */
function usePlaces({ nextProcessId, missing, pack, delivery, outside, id }: PieceDetail) {
  const { t } = useTranslation('production')
  const processName = useProcessName()
  const { data } = useQuery(reportsOf(id))
  const workshop = data?.items.find(({ undone, workshop }) => undone === null && workshop !== null)?.workshop
  return [
    [t('common:field.process'), nextProcessId === null ? absent : processName(nextProcessId)],
    [
      t('common:field.place'),
      delivery === null ? (
        <InFactory outside={outside} workshop={workshop ?? null} />
      ) : (
        <Link to={`/order/delivery/${delivery.id}`} title={delivery.consignee}>
          {delivery.no}
        </Link>
      ),
    ],
    [t('common:field.inspection'), missing === null ? absent : <Conformity missing={missing} />],
    [
      t('common:field.package'),
      pack === null ? absent : <Link to={`/order/package/${pack.id}`}>{pack.no}</Link>,
    ],
  ] as const
}

interface InFactoryProps {
  readonly outside: PieceDetail['outside']
  readonly workshop: string | null
}

/** The supplier that works on the piece, with its subcontract for who may see it; else its workshop. */
function InFactory({ outside, workshop }: InFactoryProps) {
  const seesSubcontracts = useAllowed({ permission: 'purchase.view' })
  if (outside === null) return workshop ?? absent
  const { subcontractId, no, supplier } = outside
  return seesSubcontracts ? <Link to={`/warehouse/subcontract/${subcontractId}`}>{no}</Link> : supplier
}

interface ReportsProps {
  readonly pieceId: string
  readonly onUndo: (report: WorkReportRow) => void
}

function Reports({ pieceId, onUndo }: ReportsProps) {
  const { t } = useTranslation('production')
  const { data, error, refetch } = useQuery(reportsOf(pieceId))
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
