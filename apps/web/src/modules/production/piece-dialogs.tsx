import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import type { WorkPiece, WorkReportRow } from '@cloud-factory/contract/production/work'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { useProcessName } from '../planning/plan.queries.ts'
import type { PieceAction } from './piece-actions.rules.ts'

export interface HoldSubject {
  readonly kind: 'mark' | 'piece'
  readonly id: string
  /** Mark or serial. */
  readonly name: string
}

interface HoldDialogProps {
  readonly subject: HoldSubject
  readonly act: 'hold' | 'resume'
  readonly onClose: () => void
}

const keys = {
  mark: { hold: 'POST /api/marks/:id/hold', resume: 'POST /api/marks/:id/resume' },
  piece: { hold: 'POST /api/pieces/:id/hold', resume: 'POST /api/pieces/:id/resume' },
} as const
const titles = {
  mark: { hold: 'hold.askMark', resume: 'hold.askResumeMark' },
  piece: { hold: 'hold.askPiece', resume: 'hold.askResumePiece' },
} as const
const texts = { mark: 'hold.askMarkText', piece: 'hold.askPieceText' } as const

/** Stops work on a mark or a piece, or lets it go on, with a reason. Mount it when it opens. */
export function HoldDialog({ subject: { kind, id, name }, act, onClose }: HoldDialogProps) {
  const { t } = useTranslation('production')
  const changed = useOrdersChanged()
  return (
    <ActionDialog
      title={t(titles[kind][act], { mark: name, serial: name })}
      action={t(act === 'hold' ? 'common:action.hold' : 'common:action.resume')}
      danger={act === 'hold'}
      reason="required"
      act={(reason, idempotencyKey) =>
        api(keys[kind][act], { params: { id }, body: { reason: reason ?? '' }, idempotencyKey })
      }
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      {t(act === 'hold' ? texts[kind] : 'hold.askResumeText')}
    </ActionDialog>
  )
}

interface ScrapDialogProps {
  readonly piece: Pick<WorkPiece, 'id' | 'serial'>
  readonly onClose: () => void
}

/** Scraps a piece, with a reason, and asks for another in its place. */
function ScrapDialog({ piece: { id, serial }, onClose }: ScrapDialogProps) {
  const { t } = useTranslation('production')
  const changed = useOrdersChanged()
  const [replace, setReplace] = useState(true)
  return (
    <ActionDialog
      title={t('scrap.title', { serial })}
      action={t('scrap.action')}
      danger
      reason="required"
      act={(reason, idempotencyKey) => {
        const body = { reason: reason ?? '', replace }
        return api('POST /api/pieces/:id/scrap', { params: { id }, body, idempotencyKey })
      }}
      changed={changed}
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

/** Actions on a piece that ask first. */
export type PieceDialogName = Exclude<PieceAction, 'report' | 'raise'>

interface PieceDialogProps extends ScrapDialogProps {
  readonly dialog: PieceDialogName
}

/** The dialog of an action on a piece. Mount it when it opens. */
export function PieceDialog({ piece, dialog, onClose }: PieceDialogProps) {
  if (dialog === 'scrap') return <ScrapDialog piece={piece} onClose={onClose} />
  const { id, serial } = piece
  return <HoldDialog subject={{ kind: 'piece', id, name: serial }} act={dialog} onClose={onClose} />
}

interface UndoDialogProps {
  readonly report: WorkReportRow
  readonly onClose: () => void
}

/** Takes a report back, with a reason. Mount it when it opens. */
export function UndoDialog({ report, onClose }: UndoDialogProps) {
  const { t } = useTranslation('production')
  const processName = useProcessName()
  const changed = useOrdersChanged()
  const { id, serial, processId } = report
  return (
    <ActionDialog
      title={t('undo.title', { serial, process: processName(processId) })}
      action={t('undo.action')}
      danger
      reason="required"
      act={(reason, idempotencyKey) => {
        const body = { reason: (reason ?? '').slice(0, 300) }
        return api('POST /api/work-reports/:id/undo', { params: { id }, body, idempotencyKey })
      }}
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      {t('undo.text')}
    </ActionDialog>
  )
}
