import { type ReactNode, useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { type Location, Link, useLocation, useNavigate } from 'react-router'
import { changeSettings, useSettings } from '../../shared/settings.ts'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { HelpOverlay } from '../help/help-overlay.tsx'
import type { Tab } from '../../shared/tabs/tabs.rules.ts'
import type { Found } from '../route-tree.ts'
import { TabPages, useTabsAt } from '../tabs/tab-pages.tsx'
import { TabStrip } from '../tabs/tab-strip.tsx'
import { useStoredTabs } from '../tabs/use-stored-tabs.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Sidebar, sidebarClass } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { lazyThemed } from '../../shared/theme/lazy-themed.tsx'
import { VerticalAlignTopOutlined } from '@ant-design/icons'
import { useConnection } from '../../shared/connection.ts'
import { useSession } from '../../shared/session.ts'
import { loadWords } from '../../shared/i18n/i18n.ts'
import { usePaletteOpen } from '../palette/palette-open.ts'
import { readVisits, recordVisit } from '../palette/visits.ts'
import { isNewer } from '../../shared/ui/lost-boundary.tsx'

/**
 * Lines above the top bar that concern every page: server unreachable, newer build, password must
 * be changed.
 */
function Banners() {
  const { t } = useTranslation()
  const { isAway, build } = useConnection()
  const mustChange = useMustChangePassword()
  const { pathname } = useLocation()
  return (
    <div role="status">
      {isAway && <Banner tone="bad">{t('banner.offline')}</Banner>}
      {isNewer(build) && !isAway && (
        <Banner tone="note">
          {t('banner.newBuild')}{' '}
          <button type="button" className="link-button" onClick={() => location.reload()}>
            {t('banner.reload')}
          </button>
        </Banner>
      )}
      {/* That page says so itself. */}
      {mustChange && pathname !== '/personal' && (
        <Banner tone="warn">
          {t('banner.mustChangePassword')} <Link to="/personal">{t('route.personal')}</Link>
        </Banner>
      )}
    </div>
  )
}

function Banner({
  tone,
  children,
}: {
  readonly tone: 'bad' | 'warn' | 'note'
  readonly children: ReactNode
}) {
  return <p className={`banner is-${tone}`}>{children}</p>
}

let ledToPersonal = false

/**
 * An initial or reset password redirects to the personal page once; afterwards the banner reminds
 * the user.
 */
function useMustChangePassword(): boolean {
  const mustChange = useSession((session) => session.user?.mustChangePassword === true)
  const navigate = useNavigate()
  useEffect(() => {
    if (!mustChange || ledToPersonal) return
    ledToPersonal = true
    void navigate('/personal')
  }, [mustChange, navigate])
  return mustChange
}

/** The button appears when the main area is scrolled by more than this many px. */
const shownFrom = 400
/** The user prefers reduced motion. */
const still = matchMedia('(prefers-reduced-motion: reduce)')

interface Scrolled {
  readonly scroller: Element
  readonly at: string | null
}

/** Scrolls the visible page of the main area to the top. */
function BackToTop({ current }: { readonly current: string | null }) {
  const { t } = useTranslation()
  const [scrolled, setScrolled] = useState<Scrolled | null>(null)
  useEffect(() => {
    const main = document.getElementById('main')
    const check = ({ target }: Event) => {
      if (target instanceof Element)
        setScrolled(target.scrollTop > shownFrom ? { scroller: target, at: current } : null)
    }
    // Scroll events do not bubble, but they can be captured: pages and their tables have their own
    // scroll containers.
    main?.addEventListener('scroll', check, { capture: true, passive: true })
    return () => main?.removeEventListener('scroll', check, { capture: true })
  }, [current])
  // Ignore the scroll position of another tab.
  if (scrolled === null || scrolled.at !== current) return null
  return (
    <button
      type="button"
      className="back-to-top"
      aria-label={t('backToTop')}
      title={t('backToTop')}
      onClick={() => scrolled.scroller.scrollTo({ top: 0, behavior: still.matches ? 'instant' : 'smooth' })}
    >
      <VerticalAlignTopOutlined />
    </button>
  )
}

/** Below this width in px the sidebar is a drawer. */
const desktopFrom = 992
const query = typeof matchMedia === 'undefined' ? null : matchMedia(`(min-width: ${desktopFrom}px)`)

/** Only the width counts: an on-screen keyboard changes the height and must not close anything. */
function useIsMobile(): boolean {
  return useSyncExternalStore(
    (changed) => {
      query?.addEventListener('change', changed)
      return () => query?.removeEventListener('change', changed)
    },
    () => query?.matches === false,
  )
}

const Palette = lazyThemed(async () => {
  const [{ Palette: Loaded }] = await Promise.all([import('../palette/palette.tsx'), loadWords('orders')])
  return Loaded
})

/** What is around the first page follows after the paint of the page, in the place that is left for it. */
function AfterPage({ place, children }: { readonly place: ReactNode; readonly children: ReactNode }) {
  return useDeferredValue(true, false) ? children : place
}

interface Props {
  readonly found: Found
  readonly location: Location
}

/** Sidebar, top bar, tabs and pages. */
export function Layout({ found, location }: Props) {
  useStoredTabs(found, location)
  const { t } = useTranslation()
  const tabs = useTabsAt(found, location)
  const palette = usePalette()
  const sidebar = useSidebar(location.pathname)
  const tab = tabs.list.find(({ id }) => id === tabs.current)
  usePageTitle(tab?.title ?? null, found)
  useVisitedRecord(tab)
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
      <AfterPage place={<nav className={sidebarClass(sidebar.open)} />}>
        <Sidebar found={found} pathname={location.pathname} open={sidebar.open} isMobile={sidebar.isMobile} />
      </AfterPage>
      <div className="workspace">
        <Banners />
        <AfterPage place={<header className="top-bar" />}>
          <TopBar
            found={found}
            sidebarOpen={sidebar.open}
            onToggleSidebar={sidebar.toggle}
            onSearch={palette.show}
            tab={tab}
            fullPath={location.pathname + location.search + location.hash}
          />
        </AfterPage>
        <AfterPage place={<div className="tab-strip" />}>
          <TabStrip tabs={tabs} />
        </AfterPage>
        <main id="main" tabIndex={-1}>
          <TabPages tabs={tabs} found={found} location={location} />
          <BackToTop current={tabs.current} />
        </main>
        <BottomBar pathname={location.pathname} />
      </div>
      <HelpOverlay found={found} />
      {palette.open && (
        <Overlay onClose={palette.hide}>
          <Palette onClose={palette.hide} />
        </Overlay>
      )}
    </div>
  )
}

/**
 * On a desktop, the state in the cookie; on a phone, a separate drawer that every change of route
 * closes.
 */
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
  const isTab = route.name !== undefined
  useEffect(() => {
    // A page without a tab has its own title.
    if (isTab) document.title = page === '' ? app : `${page} - ${app}`
  }, [isTab, page, app])
}

/** Remembers the record of the shown tab on this device, once its page knows its title. */
function useVisitedRecord(tab: Tab | undefined): void {
  useEffect(() => void readVisits(), [])
  const { id: path, titleKey, title = null } = tab ?? {}
  useEffect(() => {
    if (path !== undefined && titleKey !== undefined && title !== null)
      void recordVisit({ path, titleKey, title })
  }, [path, titleKey, title])
}

/** Ctrl+K (⌘K) opens the palette on every page. */
function usePalette() {
  const open = usePaletteOpen()
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      usePaletteOpen.setState((was) => !was, true)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  const set = (isOpen: boolean) => () => usePaletteOpen.setState(isOpen, true)
  return { open, show: set(true), hide: set(false) }
}
