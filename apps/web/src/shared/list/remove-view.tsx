import type { SavedView } from '@cloud-factory/contract/views/views'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { ActionDialog } from '../form/action-dialog.tsx'
import type { Views } from './use-views.ts'

interface Props {
  readonly view: SavedView
  readonly views: Views
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Asks for confirmation before deleting a view. */
export function RemoveView({ view, views, onDone, onClose }: Props) {
  const { t } = useTranslation('views')
  const { id, name, version, shared } = view
  return (
    <ActionDialog
      title={t('deleteAsk', { name })}
      action={t('delete')}
      danger
      act={() =>
        api('DELETE /api/me/views/:id', { params: { id }, query: { version } }).finally(
          () => void views.refresh(),
        )
      }
      onDone={onDone}
      onClose={onClose}
    >
      {t(shared ? 'deleteShared' : 'deleteText')}
    </ActionDialog>
  )
}
