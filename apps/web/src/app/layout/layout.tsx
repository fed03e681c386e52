import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Location } from 'react-router'
import { changeSettings, useSettings } from '../../shared/settings.ts'
import { Overlay } from '../../shared/ui/overlay.tsx'
import type { Found } from '../route-tree.ts'
import { TabPages, useTabsAt } from '../tabs/tab-pages.tsx'
import { TabStrip } from '../tabs/tab-strip.tsx'
import { useKeptTabs } from '../tabs/use-kept-tabs.ts'
import { BackToTop } from './back-to-top.tsx'
import { Banners } from './banners.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { useIsMobile } from './use-device.ts'
import { usePalette } from './use-palette.ts'
import { lazyAnt } from '../../shared/theme/lazy-ant.tsx'

const Palette = lazyAnt(async () => (await import('../palette/palette.tsx')).Palette)

interface Props {
  readonly found: Found
  readonly location: Location
}

/** Sidebar, bar, tabs and the pages. */
export function Layout({ found, location }: Props) {
  useKeptTabs()
  const { t } = useTranslation()
  const tabs = useTabsAt(found, location)
  const palette = usePalette()
  const sidebar = useSidebar(location.pathname)
  usePageTitle(tabs.list.find(({ id }) => id === tabs.current)?.title ?? null, found)
  return (
    <div className={`layout ${sidebar.isMobile ? 'is-mobile' : ''}`}>
      <a className="skip-link" href="#main">
        {t('skipToMain')}
      </a>
      {sidebar.isMobile && sidebar.open && (
        <button
          type="button"
          className="drawer-mask"
          aria-label={t('sidebar.close')}
          onClick={sidebar.toggle}
        />
      )}
      <Sidebar found={found} pathname={location.pathname} open={sidebar.open} isMobile={sidebar.isMobile} />
      <div className="workspace">
        <Banners />
        <TopBar
          found={found}
          sidebarOpen={sidebar.open}
          onToggleSidebar={sidebar.toggle}
          onSearch={palette.show}
          fullPath={location.pathname + location.search + location.hash}
        />
        <TabStrip tabs={tabs} />
        <main id="main" tabIndex={-1}>
          <TabPages tabs={tabs} found={found} location={location} />
          <BackToTop current={tabs.current} />
        </main>
      </div>
      {palette.open && (
        <Overlay onClose={palette.hide}>
          <Palette onClose={palette.hide} />
        </Overlay>
      )}
    </div>
  )
}

/** On a desktop the cookie's state; on a phone a drawer of its own that every change of route closes. */
function useSidebar(pathname: string) {
  const isMobile = useIsMobile()
  const { sidebarOpen } = useSettings()
  const [drawer, setDrawer] = useState({ open: false, at: pathname })
  // A drawer opened on another page is closed on this one.
  const drawerOpen = drawer.open && drawer.at === pathname
  const toggle = () =>
    isMobile ? setDrawer({ open: !drawerOpen, at: pathname }) : changeSettings({ sidebarOpen: !sidebarOpen })
  useEffect(() => {
    if (!isMobile || !drawerOpen) return undefined
    const listen = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setDrawer({ open: false, at: pathname })
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isMobile, drawerOpen, pathname])
  return { isMobile, open: isMobile ? drawerOpen : sidebarOpen, toggle }
}

function usePageTitle(title: string | null, { route }: Found): void {
  const { t } = useTranslation()
  const page = title ?? (route.titleKey === undefined ? '' : t(`route.${route.titleKey}`))
  const app = t('app.name')
  useEffect(() => {
    document.title = page === '' ? app : `${page} - ${app}`
  }, [page, app])
}
