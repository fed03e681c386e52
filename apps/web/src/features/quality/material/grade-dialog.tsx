import type { GradeDetail } from '@cloud-factory/contract/steel-grades'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { ActionDialog } from '../../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../../shared/form/request-key.ts'
import { useCloseTab } from '../../../shared/tabs/tab-hooks.ts'
import { useQualityChanged } from '../registers/quality.queries.ts'

export type GradeAction = 'approve' | 'retire' | 'delete'

interface Props {
  readonly grade: GradeDetail
  readonly action: GradeAction
  readonly onClose: () => void
}

/** Asks before an edition is approved, retired or deleted. */
export function GradeDialog({ grade, action, onClose }: Props) {
  const { t } = useTranslation('material')
  const changed = useQualityChanged()
  const closeTab = useCloseTab()
  const idempotencyKey = useRequestKey()
  const { id, version } = grade
  const act = async () => {
    const sent = { params: { id }, body: { version }, idempotencyKey }
    if (action === 'approve') await api('POST /api/steel-grades/:id/approve', sent)
    if (action === 'retire') await api('POST /api/steel-grades/:id/retire', sent)
    if (action === 'delete') await api('DELETE /api/steel-grades/:id', { params: { id }, query: { version } })
  }
  const done = () => {
    onClose()
    if (action === 'delete') void closeTab({ to: '/quality/grades', force: true })
    void changed()
  }
  return (
    <ActionDialog
      title={t(`gradeTitle.${action}`, { code: grade.code })}
      action={t(`action.${action}`)}
      danger={action === 'delete'}
      act={act}
      onDone={done}
      onClose={onClose}
    >
      {t(`gradeText.${action}`, { count: grade.unchecked })}
    </ActionDialog>
  )
}
