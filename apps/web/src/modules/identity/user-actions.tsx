import type { UserRow } from '@cloud-factory/contract/identity/people'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { say } from '../../shared/ui/say.ts'
import type { HandOver } from './hand-over-dialog.tsx'
import { disableReason } from './user-values.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { RowMenu } from '../../shared/ui/row-menu.tsx'

interface UserActionDialogProps {
  readonly action: Exclude<UserAction, 'sessions'>
  readonly user: UserRow
  readonly onClose: () => void
  /** With the password to hand over, where there is one. */
  readonly onDone: (handOver: HandOver | null) => void
}

/** Asks before a password is reset, a lock ends, or somebody is disabled or let in again. */
export function UserActionDialog({ action, user, onClose, onDone }: UserActionDialogProps) {
  const { t } = useTranslation('identity')
  const { id, username, cnName, status, version } = user
  const word = action !== 'status' ? action : status === 'active' ? 'disable' : 'enable'
  const words = { name: `${cnName} (${username})` }
  const act = async () => {
    if (action === 'reset') {
      onDone({ username, ...(await api('POST /api/users/:id/reset', { params: { id } })) })
      return
    }
    if (action === 'unlock') {
      await api('POST /api/users/:id/unlock', { params: { id } })
      onDone(null)
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
      danger={word !== 'enable' && word !== 'unlock'}
      act={act}
      onDone={() => undefined}
      onClose={onClose}
    >
      {t(`ask.${word}`, words)}
    </ActionDialog>
  )
}

/** Things to do to a person, each in a dialog of its own. */
export type UserAction = 'reset' | 'unlock' | 'status' | 'sessions'

interface UserActionsProps {
  readonly user: UserRow
  readonly onChoose: (what: 'edit' | UserAction) => void
}

/** Edit button, and a menu of other actions; disabled actions stay visible with their reason. */
export function UserActions({ user, onChoose }: UserActionsProps) {
  const { t } = useTranslation('identity')
  const active = user.status === 'active'
  const action = (key: UserAction, word: string, allowed: true | string) => ({
    key,
    word,
    allowed,
    onChoose: () => onChoose(key),
  })
  return (
    <div className="row-actions">
      <ReasonButton type="link" size="small" allowed={user.can.edit} onClick={() => onChoose('edit')}>
        {t('action.edit')}
      </ReasonButton>
      <RowMenu
        label={t('action.more', { name: user.username })}
        actions={[
          action('reset', t('action.reset'), user.can.reset),
          ...(user.lockedUntil === null ? [] : [action('unlock', t('action.unlock'), true)]),
          action(
            'status',
            t(active ? 'action.disable' : 'action.enable'),
            active ? disableReason(user) : user.can.edit,
          ),
          action('sessions', t('action.sessions', { n: user.openSessions }), true),
        ]}
      />
    </div>
  )
}
