import type { NdtResult } from '@cloud-factory/contract/welding/ndt'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useQualityChanged } from '../quality-records/quality.queries.ts'

interface Props {
  readonly result: NdtResult
  readonly onClose: () => void
}

/** Takes back the last result of a weld, with the reason. */
export function UndoResult({ result, onClose }: Props) {
  const { t } = useTranslation('welding')
  const changed = useQualityChanged()
  return (
    <ActionDialog
      title={t('undoTitle', { no: result.request.no })}
      action={t('action.undo')}
      danger
      reason="required"
      maxWords={300}
      act={(reason) =>
        api('POST /api/ndt/results/:id/undo', { params: { id: result.id }, body: { reason: reason ?? '' } })
      }
      onDone={() => {
        onClose()
        void changed()
      }}
      onClose={onClose}
    >
      {t('undoText')}
    </ActionDialog>
  )
}
