import { QueryClientProvider } from '@tanstack/react-query'
import { Activity, Suspense, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import {
  type Location,
  NavigationType,
  Route,
  Routes,
  UNSAFE_LocationContext,
  useLocation,
  useNavigate,
} from 'react-router'
import { TabId } from '../../shared/tabs/tab-hooks.ts'
import { changeTabs, useTabs } from '../../shared/tabs/tabs-store.ts'
import { livePages, refresh, type Tab, type Tabs, visit } from '../../shared/tabs/tabs.rules.ts'
import { forgetFailures, type LazyComponent, useLoaded } from '../../shared/ui/lazy-component.ts'
import { ErrorBoundary } from '../errors/error-boundary.tsx'
import { findRoute, type Found } from '../route-tree.ts'
import { shellRoutes } from '../routes.tsx'
import { clientOfPage, forgetAnswers } from './page-data.ts'
import { Built, handOver, usePagesAhead } from './pages-ahead.tsx'
import { refreshTarget } from './shown-location.ts'
import { visitOf } from './restore-tabs.ts'

/**
 * The tabs of the current render: the page just navigated to has its tab at once, so no empty page
 * flashes. A page without a tab leaves none selected.
 */
export function useTabsAt(found: Found, location: Location): Tabs {
  const tabs = useTabs()
  return useMemo(() => {
    const visited = visitOf(found, location)
    return visited === null ? { ...tabs, current: null } : visit(tabs, visited)
  }, [tabs, found, location])
}

interface Props {
  readonly tabs: Tabs
  readonly found: Found
  readonly location: Location
}

/**
 * All live pages, one of them visible. Each has its own frozen location, scroll container and error
 * boundary.
 */
export function TabPages({ tabs, found, location }: Props) {
  useLayoutEffect(() => {
    const visited = visitOf(found, location)
    if (visited === null) return
    changeTabs((before) => visit(before, visited))
    handOver(visited.id)
  }, [found, location])
  const ahead = usePagesAhead()
  const open = livePages(tabs)
  const others = ahead.filter(({ tab }) => !open.some(({ id }) => id === tab.id))
  useRefreshHelper()
  useEffect(showAtOnce, [])
  const { name, page } = found.route
  return (
    <>
      {[...open.map((tab) => ({ tab, isDraft: false })), ...others].map(({ tab, isDraft }) => (
        <LivePage
          key={`${tab.id} ${isDraft ? 'draft' : tab.round}`}
          tab={tab}
          isDraft={isDraft}
          isShown={tab.id === tabs.current}
        />
      ))}
      {name === undefined && page !== undefined && (
        <section className="tab-page">
          <LoadedPage page={page} />
        </section>
      )}
    </>
  )
}

interface LivePageProps {
  readonly tab: Tab
  readonly isDraft: boolean
  readonly isShown: boolean
}

/**
 * A live page. `<Activity>` hides a page by `display: none`, after which showing it costs its whole layout and paint
 * again; here both are kept, and only its effects rest.
 */
function LivePage({ tab, isDraft, isShown }: LivePageProps) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = place
    if (current === null) return undefined
    setShown(current, isShown)
    return isShown ? undefined : keepLaidOut(current)
  }, [isShown])
  return (
    // Only here, after the paint, is it out of reach: that costs the style of each of its elements.
    <div className="tab-place" ref={place} inert={!isShown} aria-hidden={!isShown || undefined}>
      <Activity mode={isShown ? 'visible' : 'hidden'}>
        <TabPage tab={tab} isDraft={isDraft} />
      </Activity>
    </div>
  )
}

/** React hides what it renders in a hidden page, at first and whenever it renders something in it. */
function keepLaidOut(place: HTMLElement): () => void {
  const keep = () => {
    const page = place.firstElementChild
    if (!(page instanceof HTMLElement)) return
    page.style.removeProperty('display')
    watch.observe(page, { attributeFilter: ['style'] })
  }
  const watch = new MutationObserver(keep)
  // A page that is built ahead comes after its place.
  watch.observe(place, { childList: true })
  keep()
  return () => watch.disconnect()
}

/** A hidden page keeps its size: a window that is resized lays out one page, not all of them. */
function setShown(place: HTMLElement, isShown: boolean): void {
  if (place.classList.contains('is-hidden') !== isShown) return
  const { width, height } = isShown ? { width: '', height: '' } : getComputedStyle(place)
  place.classList.toggle('is-hidden', !isShown)
  Object.assign(place.style, { width, height })
}

/**
 * Shows a live page as soon as the address is its own. React follows after the paint, with the page's effects and
 * requests. Returns a function that ends it.
 */
function showAtOnce(): () => void {
  const show = () => {
    const page = document.getElementById(`page:${location.pathname}`)
    const place = page?.parentElement
    // One that was restored and never shown has no layout yet.
    if (!place?.matches('.tab-place.is-hidden') || page?.style.display === 'none') return
    for (const shown of document.querySelectorAll<HTMLElement>('.tab-place:not(.is-hidden)'))
      setShown(shown, false)
    setShown(place, true)
  }
  // After React, whose links and buttons change the address.
  document.addEventListener('click', show)
  window.addEventListener('popstate', show)
  return () => {
    document.removeEventListener('click', show)
    window.removeEventListener('popstate', show)
  }
}

function TabPage({ tab, isDraft }: Omit<LivePageProps, 'isShown'>) {
  const { t } = useTranslation()
  const { id, fullPath } = tab
  // Not rendered again when its tab changes, for instance when it comes to the front.
  const page = useMemo(() => <PageAt id={id} fullPath={fullPath} />, [id, fullPath])
  return (
    <section
      className="tab-page"
      role="tabpanel"
      // `showAtOnce` must not find a draft.
      id={isDraft ? undefined : `page:${id}`}
      aria-label={tab.title ?? t(`route.${tab.titleKey}`)}
    >
      <TabId value={id}>
        <QueryClientProvider client={clientOfPage(id)}>
          <ErrorBoundary page={tab.name} onStartOver={() => startOver(id)}>
            <Suspense fallback={wait}>{page}</Suspense>
          </ErrorBoundary>
          <Built id={id} />
        </QueryClientProvider>
      </TabId>
    </section>
  )
}

/**
 * The page of a tab at its own address, as the router's location. `<Routes location>` would make a new one
 * whenever the address of the window changes, and so render every link of every open page again.
 */
function PageAt({ id, fullPath }: Pick<Tab, 'id' | 'fullPath'>) {
  const { page: Page, path = id } = findRoute(shellRoutes(), id)?.route ?? {}
  const place = useMemo(() => {
    const { pathname, search, hash } = new URL(fullPath, 'http://own.invalid')
    const location: Location = { pathname, search, hash, state: null, key: 'default' }
    return { location, navigationType: NavigationType.Pop }
  }, [fullPath])
  return (
    <UNSAFE_LocationContext value={place}>
      <Routes>
        <Route path={path} element={Page && <LoadedPage page={Page} />} />
      </Routes>
    </UNSAFE_LocationContext>
  )
}

const wait = <div className="page-wait" aria-busy="true" />

function LoadedPage({ page: Page }: { readonly page: LazyComponent<object> }) {
  return useLoaded(Page) ? <Page /> : wait
}

/** Drops a page with its responses and saved state, so that it is rebuilt from scratch. */
function startOver(id: string): void {
  forgetFailures()
  forgetAnswers(id)
  changeTabs((tabs) => refresh(tabs, id))
}

/** On `/redirect/{path*}`: rebuilds the page and returns to its address. */
function useRefreshHelper(): void {
  const location = useLocation()
  const navigate = useNavigate()
  const target = refreshTarget(location)
  useLayoutEffect(() => {
    if (target === null) return
    const id = new URL(target, 'http://own.invalid').pathname
    startOver(id)
    void navigate(target, { replace: true })
  }, [target, navigate])
}
