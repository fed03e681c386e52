import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useCalendarChanged } from './calendar.queries.ts'

interface Props {
  readonly workshopId: string
  readonly version: number
  readonly onClose: () => void
}

/** A workshop gives up a week of its own. */
export function FollowDialog({ workshopId, version, onClose }: Props) {
  const { t } = useTranslation('work-calendar')
  const changed = useCalendarChanged()
  return (
    <ActionDialog
      title={t('follow')}
      action={t('follow')}
      danger
      act={() =>
        api('DELETE /api/work-calendar/pattern', { query: { workshopId, version: String(version) } }).finally(
          () => void changed(),
        )
      }
      onDone={onClose}
      onClose={onClose}
    >
      {t('followText')}
    </ActionDialog>
  )
}
