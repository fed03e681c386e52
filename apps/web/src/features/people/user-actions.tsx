import { MoreOutlined } from '@ant-design/icons'
import type { UserRow } from '@cloud-factory/contract/people'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
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
  const reasonText = useReasonText()
  const active = user.status === 'active'
  const item = (key: UserDeed, word: string, may: true | string) => ({
    key,
    disabled: may !== true,
    label:
      may === true ? (
        word
      ) : (
        <>
          {word}
          <small className="deed-reason">{reasonText(may)}</small>
        </>
      ),
  })
  const items = [
    item('reset', t('deed.reset'), user.can.reset),
    item('status', t(active ? 'deed.disable' : 'deed.enable'), active ? disableReason(user) : user.can.edit),
    item('sessions', t('deed.sessions', { n: user.openSessions }), true),
  ]
  return (
    <div className="row-actions">
      <ReasonButton type="link" size="small" may={user.can.edit} onClick={() => onChoose('edit')}>
        {t('deed.edit')}
      </ReasonButton>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{ items, onClick: ({ key }) => onChoose(key as UserDeed) }}
      >
        <Button
          type="text"
          size="small"
          icon={<MoreOutlined />}
          aria-haspopup="menu"
          aria-label={t('deed.more', { name: user.username })}
        />
      </Dropdown>
    </div>
  )
}
