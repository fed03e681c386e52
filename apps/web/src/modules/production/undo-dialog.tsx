import type { WorkReportRow } from '@cloud-factory/contract/production/work'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { useProcessName } from '../planning/plan.queries.ts'

interface Props {
  readonly report: WorkReportRow
  readonly onClose: () => void
}

/** Takes a report back, with a reason. Mount it when it opens. */
export function UndoDialog({ report, onClose }: Props) {
  const { t } = useTranslation('production')
  const processName = useProcessName()
  const changed = useOrdersChanged()
  const idempotencyKey = useRequestKey()
  const { id, serial, processId } = report
  const undo = async (reason: string | undefined) => {
    try {
      await api('POST /api/work-reports/:id/undo', {
        params: { id },
        body: { reason: (reason ?? '').slice(0, 300) },
        idempotencyKey,
      })
    } finally {
      void changed()
    }
  }
  return (
    <ActionDialog
      title={t('undo.title', { serial, process: processName(processId) })}
      action={t('undo.action')}
      danger
      reason="required"
      act={undo}
      onDone={onClose}
      onClose={onClose}
    >
      {t('undo.text')}
    </ActionDialog>
  )
}
