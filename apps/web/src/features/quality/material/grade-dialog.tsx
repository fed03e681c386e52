import type { GradeDetail } from '@cloud-factory/contract/steel-grades'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { ActionDialog } from '../../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../../shared/form/request-key.ts'
import { useCloseTab } from '../../../shared/tabs/tab-hooks.ts'
import { useQualityChanged } from '../registers/quality.queries.ts'

export type GradeDeed = 'approve' | 'retire' | 'delete'

interface Props {
  readonly grade: GradeDetail
  readonly deed: GradeDeed
  readonly onClose: () => void
}

/** Asks before an edition is approved, retired or deleted. */
export function GradeDialog({ grade, deed, onClose }: Props) {
  const { t } = useTranslation('material')
  const changed = useQualityChanged()
  const closeTab = useCloseTab()
  const idempotencyKey = useRequestKey()
  const { id, version } = grade
  const act = async () => {
    const sent = { params: { id }, body: { version }, idempotencyKey }
    if (deed === 'approve') await api('POST /api/steel-grades/:id/approve', sent)
    if (deed === 'retire') await api('POST /api/steel-grades/:id/retire', sent)
    if (deed === 'delete') await api('DELETE /api/steel-grades/:id', { params: { id }, query: { version } })
  }
  const done = () => {
    onClose()
    if (deed === 'delete') void closeTab({ to: '/quality/grades', force: true })
    void changed()
  }
  return (
    <ActionDialog
      title={t(`gradeTitle.${deed}`, { code: grade.code })}
      deed={t(`deed.${deed}`)}
      danger={deed === 'delete'}
      act={act}
      onDone={done}
      onClose={onClose}
    >
      {t(`gradeText.${deed}`, { count: grade.unchecked })}
    </ActionDialog>
  )
}
