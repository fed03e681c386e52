import {
  DownOutlined,
  LockOutlined,
  LogoutOutlined,
  MobileOutlined,
  SettingOutlined,
  UserOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  BugOutlined,
  QuestionCircleOutlined,
  StarFilled,
  StarOutlined,
} from '@ant-design/icons'
import { type ReactNode, useCallback, useState, Suspense, useSyncExternalStore } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate, Link } from 'react-router'
import { useSession } from '../../shared/session.ts'
import { useAllowed } from '../../shared/permission.ts'
import { canLeave } from '../../shared/tabs/tabs-store.ts'
import { type MenuChoice, type Point, PopupMenu } from '../../shared/ui/popup-menu.tsx'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { logOut } from '../person.ts'
import { lazyThemed } from '../../shared/theme/lazy-themed.tsx'
import { MessageBell } from '../../modules/inbox/inbox.public.tsx'
import { WorkQueueBadge } from '../../modules/production/production.public.tsx'
import type { Tab } from '../../shared/tabs/tabs.rules.ts'
import { star, useVisits } from '../palette/visits.ts'
import { type Found, crumbsOf } from '../route-tree.ts'
import { say } from '../../shared/ui/say.ts'
import { lockTerminal, useTerminal } from '../../shared/terminal.ts'
import { useHelpOpen } from '../help/help-open.ts'
import { useErrorLog } from '../errors/error-log.ts'

const Preferences = lazyThemed(async () => (await import('./preferences.tsx')).Preferences)
const PhoneTicket = lazyThemed(async () => (await import('./phone-ticket.tsx')).PhoneTicket)

type Panel = 'preferences' | 'phone' | null

/** The user's name with a menu: personal page, preferences, opening on a phone, log-out. */
function UserMenu({ fullPath }: { readonly fullPath: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const user = useSession((session) => session.user)
  const [at, setAt] = useState<Point | null>(null)
  const [panel, setPanel] = useState<Panel>(null)
  const isTerminal = useTerminal((terminal) => terminal !== null)
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
            // A session on a shared terminal does not become one elsewhere.
            ...(isTerminal
              ? []
              : [choice('phone', <MobileOutlined />, t('phone.title'), () => setPanel('phone'))]),
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

const ErrorLogDialog = lazyThemed(async () => (await import('../errors/error-log-dialog.tsx')).ErrorLogDialog)

/** Shown only while the log has entries. */
function ErrorLogButton() {
  const { t } = useTranslation()
  const empty = useErrorLog(({ entries }) => entries.length === 0)
  const [open, setOpen] = useState(false)
  if (empty && !open) return null
  return (
    <>
      <button
        type="button"
        className="bug-button"
        aria-label={t('errorLog.open')}
        title={t('errorLog.open')}
        onClick={() => setOpen(true)}
      >
        <BugOutlined />
        <span className="bug-dot" />
      </button>
      {open && (
        <Overlay onClose={() => setOpen(false)}>
          <ErrorLogDialog onClose={() => setOpen(false)} />
        </Overlay>
      )}
    </>
  )
}

interface Props {
  readonly found: Found
  readonly sidebarOpen: boolean
  readonly onToggleSidebar: () => void
  readonly onSearch: () => void
  readonly fullPath: string
  readonly tab: Tab | undefined
}

export function TopBar({ found, sidebarOpen, onToggleSidebar, onSearch, fullPath, tab }: Props) {
  const { t } = useTranslation()
  const reports = useAllowed({ permission: 'order.report' })
  const toggle = t(sidebarOpen ? 'sidebar.close' : 'sidebar.open')
  return (
    <header className="top-bar">
      <button
        type="button"
        className="bar-button"
        aria-label={toggle}
        aria-expanded={sidebarOpen}
        title={toggle}
        onClick={onToggleSidebar}
      >
        {sidebarOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
      </button>
      <Breadcrumb found={found} />
      {tab !== undefined && <FavouriteButton tab={tab} />}
      <div className="bar-space" />
      <button type="button" className="bar-search" aria-keyshortcuts="Control+K" onClick={onSearch}>
        <SearchOutlined />
        <span className="bar-search-text">{t('palette.open')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      {reports && (
        <Suspense>
          <WorkQueueBadge />
        </Suspense>
      )}
      <Suspense>
        <MessageBell />
      </Suspense>
      <ErrorLogButton />
      <HelpButton />
      <FullscreenButton />
      <LockButton />
      <UserMenu fullPath={fullPath} />
    </header>
  )
}

/** On a shared terminal: ends the session and shows the lock screen. */
function LockButton() {
  const { t } = useTranslation()
  const isTerminal = useTerminal((terminal) => terminal !== null)
  if (!isTerminal) return null
  return (
    <button
      type="button"
      className="bar-button"
      aria-label={t('lockTerminal')}
      title={t('lockTerminal')}
      onClick={lockTerminal}
    >
      <LockOutlined />
    </button>
  )
}

function HelpButton() {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className="bar-button"
      aria-label={t('openHelp')}
      aria-keyshortcuts="?"
      title={`${t('openHelp')} (?)`}
      onClick={() => useHelpOpen.setState(true, true)}
    >
      <QuestionCircleOutlined />
    </button>
  )
}

/** Marks the page as a favourite, which the palette lists first. */
function FavouriteButton({ tab: { id: path, titleKey, title } }: { readonly tab: Tab }) {
  const { t } = useTranslation()
  const isStarred = useVisits((pages) => pages.some((page) => page.path === path && page.starred))
  const label = t(isStarred ? 'favourite.remove' : 'favourite.add')
  return (
    <button
      type="button"
      className="bar-button"
      aria-label={label}
      aria-pressed={isStarred}
      title={label}
      onClick={() => void star({ path, titleKey, title }, !isStarred)}
    >
      {isStarred ? <StarFilled className="is-starred" /> : <StarOutlined />}
    </button>
  )
}

function Breadcrumb({ found }: { readonly found: Found }) {
  const { t } = useTranslation()
  return (
    <nav className="breadcrumb" aria-label={t('breadcrumb')}>
      <ol>
        {crumbsOf(found).map(({ titleKey, path }) => (
          <li key={titleKey}>
            {path === null ? (
              <span aria-current="page">{t(`route.${titleKey}`)}</span>
            ) : (
              <Link to={path}>{t(`route.${titleKey}`)}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function onChange(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

/** Toggles full screen for the whole document; the icon also follows Esc. */
function FullscreenButton() {
  const { t } = useTranslation()
  const full = useSyncExternalStore(onChange, () => document.fullscreenElement !== null)
  const label = t(full ? 'fullscreen.leave' : 'fullscreen.enter')
  const toggle = async () => {
    if (!document.fullscreenEnabled) {
      say('warning', t('fullscreen.unsupported'))
      return
    }
    await (full ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  }
  return (
    <button
      type="button"
      className="bar-button desktop-only"
      aria-label={label}
      title={label}
      onClick={() => void toggle()}
    >
      {full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
    </button>
  )
}
