import type { WorkPiece, WorkReportRow } from '@cloud-factory/contract/production/work'
import { Checkbox, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { useQuery } from '@tanstack/react-query'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { HoldDialog } from './hold-dialog.tsx'
import { PieceFacts } from './piece-facts.tsx'
import { ReportLine } from './report-line.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import { pieceQuery, reportsQuery } from './work.queries.ts'
import './work.css'

interface ScrapDialogProps {
  readonly piece: Pick<WorkPiece, 'id' | 'serial'>
  readonly onClose: () => void
}

/** Scraps a piece, with a reason, and asks for another in its place. Mount it when it opens. */
function ScrapDialog({ piece: { id, serial }, onClose }: ScrapDialogProps) {
  const { t } = useTranslation('production')
  const changed = useOrdersChanged()
  const idempotencyKey = useRequestKey()
  const [replace, setReplace] = useState(true)
  const scrap = async (reason: string | undefined) => {
    try {
      const body = { reason: reason ?? '', replace }
      await api('POST /api/pieces/:id/scrap', { params: { id }, body, idempotencyKey })
    } finally {
      void changed()
    }
  }
  return (
    <ActionDialog
      title={t('scrap.title', { serial })}
      action={t('scrap.action')}
      danger
      reason="required"
      act={scrap}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t('scrap.text')}</p>
      <Checkbox checked={replace} onChange={({ target }) => setReplace(target.checked)}>
        {t('scrap.replace')}
      </Checkbox>
    </ActionDialog>
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
