import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'

export interface HoldSubject {
  readonly kind: 'mark' | 'piece'
  readonly id: string
  /** Mark or serial. */
  readonly name: string
}

interface Props {
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
export function HoldDialog({ subject: { kind, id, name }, act, onClose }: Props) {
  const { t } = useTranslation('production')
  const changed = useOrdersChanged()
  const idempotencyKey = useRequestKey()
  const run = async (reason: string | undefined) => {
    try {
      await api(keys[kind][act], { params: { id }, body: { reason: reason ?? '' }, idempotencyKey })
    } finally {
      void changed()
    }
  }
  return (
    <ActionDialog
      title={t(titles[kind][act], { mark: name, serial: name })}
      action={t(act === 'hold' ? 'common:action.hold' : 'common:action.resume')}
      danger={act === 'hold'}
      reason="required"
      act={run}
      onDone={onClose}
      onClose={onClose}
    >
      {t(act === 'hold' ? texts[kind] : 'hold.askResumeText')}
    </ActionDialog>
  )
}
