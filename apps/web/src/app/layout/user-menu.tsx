import {
  DownOutlined,
  LogoutOutlined,
  MobileOutlined,
  SettingOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSession } from '../../shared/session.ts'
import { canLeave } from '../../shared/tabs/leave-guard.ts'
import { type MenuChoice, type Point, PopupMenu } from '../../shared/ui/popup-menu.tsx'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { logOut } from '../person.ts'
import { lazyThemed } from '../../shared/theme/lazy-themed.tsx'

const Preferences = lazyThemed(async () => (await import('./preferences.tsx')).Preferences)
const PhoneTicket = lazyThemed(async () => (await import('./phone-ticket.tsx')).PhoneTicket)

type Panel = 'preferences' | 'phone' | null

/** The user's name with a menu: personal page, preferences, opening on a phone, log-out. */
export function UserMenu({ fullPath }: { readonly fullPath: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const user = useSession((session) => session.user)
  const [at, setAt] = useState<Point | null>(null)
  const [panel, setPanel] = useState<Panel>(null)
  const hide = useCallback(() => setAt(null), [])
  const close = () => setPanel(null)
  const leave = async () => {
    if (await canLeave()) await logOut()
  }
  return (
    <>
      <button
        type="button"
        className="user-button"
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={(event) => {
          const { right, bottom } = event.currentTarget.getBoundingClientRect()
          setAt({ x: right, y: bottom + 4, side: 'end' })
        }}
      >
        <span className="avatar" aria-hidden="true">
          {user?.cnName.slice(-1)}
        </span>
        <span className="user-name">{user?.cnName}</span>
        <DownOutlined />
      </button>
      {at !== null && (
        <PopupMenu
          label={user?.cnName ?? ''}
          at={at}
          onClose={hide}
          choices={[
            choice('personal', <UserOutlined />, t('route.personal'), () => void navigate('/personal')),
            choice('preferences', <SettingOutlined />, t('preferences.title'), () => setPanel('preferences')),
            choice('phone', <MobileOutlined />, t('phone.title'), () => setPanel('phone')),
            choice('logout', <LogoutOutlined />, t('user.logOut'), () => void leave()),
          ]}
        />
      )}
      <Overlay onClose={close}>
        {panel === 'preferences' && <Preferences onClose={close} />}
        {panel === 'phone' && <PhoneTicket next={fullPath} onClose={close} />}
      </Overlay>
    </>
  )
}

const choice = (key: string, icon: ReactNode, text: string, onChoose: () => void): MenuChoice => ({
  key,
  label: (
    <>
      {icon} {text}
    </>
  ),
  onChoose,
})
