import {
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  BugOutlined,
} from '@ant-design/icons'
import { Suspense, useSyncExternalStore, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WorkQueueBadge } from '../../modules/production/production.public.tsx'
import { useAllowed } from '../../shared/permission.ts'
import { type Found, crumbsOf } from '../route-tree.ts'
import { UserMenu } from './user-menu.tsx'
import { Link } from 'react-router'
import { say } from '../../shared/ui/say.ts'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { useErrorLog } from '../errors/error-log.ts'
import { lazyThemed } from '../../shared/theme/lazy-themed.tsx'

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
}

export function TopBar({ found, sidebarOpen, onToggleSidebar, onSearch, fullPath }: Props) {
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
      <ErrorLogButton />
      <FullscreenButton />
      <UserMenu fullPath={fullPath} />
    </header>
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
