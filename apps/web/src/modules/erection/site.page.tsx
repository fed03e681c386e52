import type { ScannedSitePiece, SiteReport } from '@cloud-factory/contract/erection/site-reports'
import { needsNote, type SiteReportKind, siteReportKinds } from '@cloud-factory/domain/erection/site-states'
import { useQuery } from '@tanstack/react-query'
import { CameraOutlined } from '@ant-design/icons'
import { Alert, Button, Input, type InputRef, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { api } from '../../shared/api.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { kilograms } from '../../shared/format/numbers.ts'
import { PieceProblem } from '../../shared/scan/piece-tags.tsx'
import { useSession } from '../../shared/session.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { QueuePanel } from '../production/queue-panel.tsx'
import { startQueue } from '../production/queue.ts'
import { ReportResult } from '../production/report-result.tsx'
import { ScanField } from '../production/scan-field.tsx'
import {
  type FindPiece,
  type Scan,
  useLinkedCode,
  useScan,
  useSendReport,
  useWedge,
} from '../production/use-scan.ts'
import { useRemembered } from '../production/worker-fields.tsx'
import '../../shared/ui/record.css'
import '../production/work.css'
import { SiteStateTag } from './erection-labels.tsx'
import { myReportsQuery } from './erection.queries.ts'
import { ReportPhotos, UndoReport } from './site-report-list.tsx'

interface Words {
  readonly kind: SiteReportKind
  readonly note: string
}

const findPiece: FindPiece<ScannedSitePiece> = (code, signal) =>
  api('GET /api/site-piece', { query: { code }, signal })
const bodyOf = (words: Words, pieces: string[]) => ({ ...words, pieces, source: 'scan' as const })

/** Reports from the site, piece by piece; without a network they wait on this device. */
export function SitePage() {
  const { t } = useTranslation('erection')
  const person = useSession(({ user }) => user?.id)
  useEffect(() => (person === undefined ? undefined : startQueue(person)), [person])
  const { scan, look, clear } = useScan(findPiece)
  const field = useRef<InputRef>(null)
  const { keys, forget, send } = useSendReport(field, bodyOf)
  const [{ sound }] = useRemembered()
  const onCode = (code: string) => {
    forget()
    void look(code)
  }
  useWedge(onCode)
  useLinkedCode(onCode)
  const report = (words: Words) => {
    if (scan.state !== 'piece' && scan.state !== 'unseen') return
    const piece = scan.state === 'piece' ? scan.piece : null
    clear()
    void send(words, [{ code: piece?.qr ?? scan.code, serial: piece?.serial ?? scan.code }])
  }
  return (
    <div className="page is-filling work-page">
      <PageHeader title={t('shell:route.site')} note={t('site.note')} />
      <QueuePanel />
      <div className="work-columns">
        <div className="work-scan">
          <ScanField busy={scan.state === 'looking'} onCode={onCode} field={field} />
          {keys.length > 0 && <ReportResult keys={keys} sound={sound} />}
          <Scanned scan={scan} onReport={report} onClear={clear} onRetry={onCode} />
        </div>
        <LatestReports />
      </div>
    </div>
  )
}

interface ScannedProps {
  readonly scan: Scan<ScannedSitePiece>
  readonly onReport: (words: Words) => void
  readonly onClear: () => void
  readonly onRetry: (code: string) => void
}

function Scanned({ scan, onReport, onClear, onRetry }: ScannedProps) {
  const { t } = useTranslation('erection')
  if (scan.state === 'none') return null
  if (scan.state === 'looking') return <Skeleton active className="work-card" />
  if (scan.state === 'failed')
    return (
      <div className="work-card">
        <b>{scan.code}</b>
        <PieceProblem
          error={scan.error}
          code={scan.code}
          gone
          onChoose={onRetry}
          onRetry={() => onRetry(scan.code)}
        />
      </div>
    )
  const piece = scan.state === 'piece' ? scan.piece : null
  return (
    <section className="work-card" aria-label={piece?.serial ?? scan.code}>
      {piece === null ? (
        <>
          <div className="piece-head">
            <strong>{scan.code}</strong>
          </div>
          <Alert type="warning" showIcon title={t('site.unseen')} />
        </>
      ) : (
        <PieceFacts piece={piece} />
      )}
      <ReportButtons key={piece?.id ?? scan.code} piece={piece} onReport={onReport} />
      <Button type="text" onClick={onClear}>
        {t('common:form.cancel')}
      </Button>
    </section>
  )
}

function PieceFacts({ piece }: { readonly piece: ScannedSitePiece }) {
  const { t } = useTranslation('erection')
  const { lot, sequence, order, delivery } = piece
  return (
    <>
      <div className="piece-head">
        <strong>{piece.serial}</strong>
        <SiteStateTag state={piece.state} t={t} />
      </div>
      <p className="site-facts">
        {lot !== null && <b>{t('site.place', { lot: lot.code, sequence: sequence ?? '' })}</b>}
        {lot !== null && lot.area !== '' && <span>{lot.area}</span>}
        {lot !== null && lot.plannedOn !== null && <span>{lot.plannedOn}</span>}
        <span>{piece.profile}</span>
        <span>{kilograms(piece.kg)} kg</span>
        {delivery !== null && <span>{delivery.no}</span>}
        <Link to={`/order/detail/${order.id}?part=erection`}>{t('site.openOrder', { no: order.no })}</Link>
      </p>
      {piece.report !== null && piece.report.note !== '' && <p className="page-note">{piece.report.note}</p>}
    </>
  )
}

interface ButtonsProps {
  /** Null: not looked up. */
  readonly piece: ScannedSitePiece | null
  readonly onReport: (words: Words) => void
}

/** Erection first, because it is reported for every piece. */
const order: readonly SiteReportKind[] = ['erected', ...siteReportKinds.filter((kind) => kind !== 'erected')]

function ReportButtons({ piece, onReport }: ButtonsProps) {
  const { t } = useTranslation('erection')
  const [note, setNote] = useState('')
  const [chosen, setChosen] = useState<SiteReportKind | null>(null)
  const tap = (kind: SiteReportKind) => {
    if (needsNote(kind) && note.trim() === '') setChosen(kind)
    else onReport({ kind, note: note.trim() })
  }
  return (
    <>
      <div className="site-reports">
        {order.map((kind) => (
          <ReasonButton
            key={kind}
            {...(kind === 'erected' ? { type: 'primary' as const, className: 'report-button' } : {})}
            size="large"
            allowed={piece === null ? true : piece.can[kind]}
            onClick={() => tap(kind)}
          >
            {t(`kind.${kind}`)}
          </ReasonButton>
        ))}
      </div>
      <label className="report-field">
        {t('site.noteLabel')}
        <Input
          size="large"
          maxLength={500}
          value={note}
          {...(chosen !== null && note.trim() === '' ? { status: 'error' as const } : {})}
          onChange={({ target }) => setNote(target.value)}
        />
      </label>
      {chosen !== null && note.trim() === '' && (
        <Alert type="warning" showIcon title={t('problem:reason.site.note_missing')} />
      )}
      <p className="page-note">{t('site.photosLater')}</p>
    </>
  )
}

/** This user's latest reports, each with an undo button. */
function LatestReports() {
  const { t } = useTranslation('erection')
  const instant = useInstant()
  const { data, error, refetch } = useQuery(myReportsQuery)
  const [undone, setUndone] = useState<SiteReport | null>(null)
  const [shown, setShown] = useState<SiteReport | null>(null)
  return (
    <section className="done-list" aria-label={t('site.latest')}>
      <h2>{t('site.latest')}</h2>
      {error !== null && data === undefined && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton active paragraph={{ rows: 3 }} />}
      {data?.items.length === 0 && <p className="page-note">{t('empty.reports')}</p>}
      <ul className="site-latest">
        {data?.items.map((report) => (
          <li key={report.id}>
            <span className={report.undone === null ? '' : 'site-undone'}>
              <b>{report.piece.serial}</b> {t(`kind.${report.kind}`)}{' '}
              <small className="page-note">
                {instant(report.doneAt, '{m}-{d} {h}:{i}')} {report.note}
              </small>
            </span>
            {(report.photos.length > 0 || (report.undone === null && needsNote(report.kind))) && (
              <Button type="link" size="small" icon={<CameraOutlined />} onClick={() => setShown(report)}>
                {t('common:field.photos')}
                {report.photos.length > 0 && ` ${report.photos.length}`}
              </Button>
            )}
            {report.undone === null && (
              <ReasonButton
                type="link"
                size="small"
                allowed={report.can.undo}
                onClick={() => setUndone(report)}
              >
                {t('production:undo.action')}
              </ReasonButton>
            )}
          </li>
        ))}
      </ul>
      {undone !== null && <UndoReport report={undone} onClose={() => setUndone(null)} />}
      {shown !== null && <ReportPhotos report={shown} onClose={() => setShown(null)} />}
    </section>
  )
}
