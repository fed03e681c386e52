import type { UserRow } from '@cloud-factory/contract/identity/people'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { RowMenu } from '../../shared/ui/row-menu.tsx'
import { disableReason } from './user-reasons.ts'

/** Things to do to a person, each in a dialog of its own. */
export type UserAction = 'reset' | 'status' | 'sessions'

interface Props {
  readonly user: UserRow
  readonly onChoose: (what: 'edit' | UserAction) => void
}

/** Edit button, and a menu of other actions; disabled actions stay visible with their reason. */
export function UserActions({ user, onChoose }: Props) {
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
