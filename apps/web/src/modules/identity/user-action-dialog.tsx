import type { UserRow } from '@cloud-factory/contract/identity/people'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { say } from '../../shared/ui/say.ts'
import type { HandOver } from './hand-over-dialog.tsx'

interface Props {
  readonly action: 'reset' | 'status'
  readonly user: UserRow
  readonly onClose: () => void
  /** With the password to hand over, where there is one. */
  readonly onDone: (handOver: HandOver | null) => void
}

/** Asks before a password is reset, or somebody is disabled or let in again. */
export function UserActionDialog({ action, user, onClose, onDone }: Props) {
  const { t } = useTranslation('identity')
  const { id, username, cnName, status, version } = user
  const word = action === 'reset' ? 'reset' : status === 'active' ? 'disable' : 'enable'
  const words = { name: `${cnName} (${username})` }
  const act = async () => {
    if (action === 'reset') {
      onDone({ username, ...(await api('POST /api/users/:id/reset', { params: { id } })) })
      return
    }
    const body = { version, status: status === 'active' ? 'disabled' : 'active' } as const
    await api('POST /api/users/:id/status', { params: { id }, body })
    say('success', t(word === 'disable' ? 'common:state.off' : 'done.enable'))
    onDone(null)
  }
  return (
    <ActionDialog
      title={t(`action.${word}`)}
      action={t(`action.${word}`)}
      danger={word !== 'enable'}
      act={act}
      onDone={() => undefined}
      onClose={onClose}
    >
      {t(`ask.${word}`, words)}
    </ActionDialog>
  )
}
