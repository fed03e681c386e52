import type { NcrDetail } from '@cloud-factory/contract/ncr/ncrs'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useNcrsChanged } from './ncr.queries.ts'

export type ConfirmedAction = 'reject' | 'start' | 'cancel'

interface Props {
  readonly ncr: NcrDetail
  readonly action: ConfirmedAction
  readonly onDone: () => void
  readonly onClose: () => void
}

/**
 * Asks for confirmation before a disposition is rejected, work begins, or a report is withdrawn.
 */
export function AskDialog({ ncr, action, onDone, onClose }: Props) {
  const { t } = useTranslation('ncr')
  const changed = useNcrsChanged()
  const idempotencyKey = useRequestKey()
  const act = async (reason: string | undefined) => {
    try {
      const sent = {
        params: { id: ncr.id },
        body: { version: ncr.version, note: reason ?? '' },
        idempotencyKey,
      }
      if (action === 'reject') await api('POST /api/ncrs/:id/reject', sent)
      if (action === 'start') await api('POST /api/ncrs/:id/start', sent)
      if (action === 'cancel') await api('POST /api/ncrs/:id/cancel', sent)
    } finally {
      void changed()
    }
  }
  return (
    <ActionDialog
      title={t(`actionTitle.${action}`, { no: ncr.no })}
      action={t(`action.${action}`)}
      danger={action !== 'start'}
      reason={action === 'start' ? 'optional' : 'required'}
      act={act}
      onDone={onDone}
      onClose={onClose}
    >
      {t(`ask.${action}`, { count: ncr.pieces })}
    </ActionDialog>
  )
}
