import type { WorkPiece, WorkReportRow } from '@cloud-factory/contract/production/work'
import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { HoldDialog } from './hold-dialog.tsx'
import { PieceFacts } from './piece-facts.tsx'
import { ReportLine } from './report-line.tsx'
import { ScrapDialog } from './scrap-dialog.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import { pieceQuery, reportsQuery } from './work.queries.ts'
import './work.css'

interface Props {
  readonly id: string
  readonly onClose: () => void
}

/** Drawer of one piece: location, work reports, hold and scrap. Mount it when it opens. */
export function PieceDrawer({ id, onClose }: Props) {
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
  const [asked, ask] = useState<OpenDialog | null>(null)
  const close = () => ask(null)
  const { can, id, serial } = piece
  return (
    <div className="piece-drawer">
      <PieceFacts piece={piece} />
      <div className="piece-actions">
        {can.resume === true ? (
          <ReasonButton allowed={true} onClick={() => ask('resume')}>
            {t('common:action.resume')}
          </ReasonButton>
        ) : (
          <ReasonButton allowed={can.hold} onClick={() => ask('hold')}>
            {t('common:action.hold')}
          </ReasonButton>
        )}
        <ReasonButton danger allowed={can.scrap} onClick={() => ask('scrap')}>
          {t('scrap.action')}
        </ReasonButton>
      </div>
      <dl className="facts">
        <div>
          <dt>{t('piece.mark')}</dt>
          <dd>{piece.mark}</dd>
        </div>
        <div>
          <dt>{t('piece.qr')}</dt>
          <dd>
            <code>{piece.qr}</code>
          </dd>
        </div>
      </dl>
      <Reports pieceId={id} onUndo={ask} />
      {(asked === 'hold' || asked === 'resume') && (
        <HoldDialog subject={{ kind: 'piece', id, name: serial }} act={asked} onClose={close} />
      )}
      {asked === 'scrap' && <ScrapDialog piece={piece} onClose={close} />}
      {asked !== null && typeof asked === 'object' && <UndoDialog report={asked} onClose={close} />}
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
