import { MenuFoldOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { WorkQueueBadge } from '../../features/orders/orders.public.tsx'
import { useAllowed } from '../../shared/permission.ts'
import type { Found } from '../route-tree.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { ErrorLogButton } from './error-log-button.tsx'
import { FullscreenButton } from './fullscreen-button.tsx'
import { UserMenu } from './user-menu.tsx'

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
