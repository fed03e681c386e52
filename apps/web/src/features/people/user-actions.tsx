import type { UserRow } from '@cloud-factory/contract/people'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { RowMenu } from '../../shared/ui/row-menu.tsx'
import { disableReason } from './user-reasons.ts'

/** Things to do to a person, each in a dialog of its own. */
export type UserDeed = 'reset' | 'status' | 'sessions'

interface Props {
  readonly user: UserRow
  readonly onChoose: (what: 'edit' | UserDeed) => void
}

/** Edit, and a menu of the rarer deeds; what cannot be done stays and says why. */
export function UserActions({ user, onChoose }: Props) {
  const { t } = useTranslation('people')
  const active = user.status === 'active'
  const deed = (key: UserDeed, word: string, may: true | string) => ({
    key,
    word,
    may,
    onChoose: () => onChoose(key),
  })
  return (
    <div className="row-actions">
      <ReasonButton type="link" size="small" may={user.can.edit} onClick={() => onChoose('edit')}>
        {t('deed.edit')}
      </ReasonButton>
      <RowMenu
        label={t('deed.more', { name: user.username })}
        deeds={[
          deed('reset', t('deed.reset'), user.can.reset),
          deed(
            'status',
            t(active ? 'deed.disable' : 'deed.enable'),
            active ? disableReason(user) : user.can.edit,
          ),
          deed('sessions', t('deed.sessions', { n: user.openSessions }), true),
        ]}
      />
    </div>
  )
}
