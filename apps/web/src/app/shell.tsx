import { tabsNow } from '../shared/tabs/tabs-store.ts'
import { unsavedTabs } from '../shared/tabs/tabs.rules.ts'
import { useEffect, Suspense, Activity, useLayoutEffect, useMemo, useState } from 'react'
import { askServer, useConnection } from '../shared/connection.ts'
import { controlHeights, useSettings } from '../shared/settings.ts'
import { darkGround, lightGround, readableOn } from '../shared/theme/contrast.ts'
import { laterParts } from '../shared/ui/lazy-dialog.tsx'
import { loadLocale, useLocale } from '../shared/theme/locale.ts'
import { useTranslation } from '../shared/i18n/use-translation.tsx'
import { ErrorBoundary } from './errors/error-boundary.tsx'
import { Route, Routes, type Location, Navigate, useLocation } from 'react-router'
import {
  type Found,
  findRoute,
  landingOf,
  normalPath,
  normalSearch,
  routeAllowed,
  usualPages,
} from './route-tree.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../shared/query-client.ts'
import { useSession } from '../shared/session.ts'
import { fetchStart } from '../shared/start.ts'
import { usePermissionTags } from '../shared/permission.ts'
import { forgetFailures } from '../shared/ui/lazy-component.ts'
import { NoConnection } from '../shared/ui/lost-boundary.tsx'
import { registerTabWorker, keepForOffline } from '../shared/offline.ts'
import { useCover } from '../shared/tabs/cover.ts'
import { Layout } from './layout/layout.tsx'
import { Dialogs } from './layout/dialogs.tsx'
import { keepUserCurrent, readUser, usePersonUnknown } from './person.ts'
import { shellRoutes } from './routes.tsx'
import './parts.css'
import './shell.css'
import './print.css'
import { isWorthwhile, keepPagesAhead } from './tabs/pages-ahead.tsx'
import { free } from '../shared/free.ts'
import { refreshTarget, shownLocation } from './tabs/shown-location.ts'

/**
 * Makes the browser ask before it closes or leaves with unsaved work, also while a page without
 * tabs covers it.
 */
export function guardLeaving(): void {
  window.addEventListener('beforeunload', (event) => {
    if (unsavedTabs(tabsNow()).length > 0) event.preventDefault()
  })
}

/**
 * Writes the theme to the document's CSS variables, and keeps Ant Design's locale in step with the
 * language.
 */
export function useTheme(): void {
  const { color, dark, language, size } = useSettings()
  const hasAntWords = useLocale(({ locale }) => locale !== null)
  // Before the first paint, in which fields and buttons have their heights.
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement
    dataset['theme'] = dark ? 'dark' : 'light'
    style.setProperty('--theme', color)
    style.setProperty('--solid', readableOn(color, lightGround))
    style.setProperty('--link', readableOn(color, dark ? darkGround : lightGround))
    style.setProperty('--control', `${controlHeights[size]}px`)
  }, [dark, color, size])
  const { returns } = useConnection()
  useEffect(() => {
    // A locale that failed to load is requested again when the server is back.
    if (hasAntWords) void loadLocale().catch(() => undefined)
  }, [hasAntWords, language, returns])
}

/** A page without sidebar, top bar and tabs. */
export function FullScreenPage({ found }: { readonly found: Found }) {
  const { t } = useTranslation()
  const title = t(`route.${found.route.titleKey ?? ''}`)
  useEffect(() => {
    document.title = title
  }, [title])
  const { page: Page } = found.route
  return (
    <main className="full-screen">
      <ErrorBoundary page={found.route.name ?? ''} onStartOver={() => location.reload()}>
        <Suspense fallback={<div className="page-wait" aria-busy="true" />}>
          {Page && (
            <Routes>
              <Route path={found.route.path} element={<Page />} />
            </Routes>
          )}
        </Suspense>
      </ErrorBoundary>
    </main>
  )
}

guardLeaving()

/** Loads the page of the address, and what it asks of the person, in parallel with the first rendering of the layout. */
export const firstPage = Promise.resolve().then(() => {
  if (useSession.getState().token === null) return undefined
  fetchStart()
  return fetchPageOf(location.pathname)
})

function fetchPageOf(pathname: string): Promise<unknown> | undefined {
  const found = findRoute(shellRoutes(), pathname)
  const tags = useSession.getState().user?.permissionTags ?? []
  const elsewhere = leadsTo(pathname, found, tags)
  return (elsewhere === null ? found : findRoute(shellRoutes(), elsewhere))?.route.page?.load()
}

/** Everything that requires sign-in. */
export function Shell() {
  useEffect(keepUserCurrent, [])
  const canFollow = useSession(({ user }) => user !== null && !user.mustChangePassword)
  useEffect(() => (canFollow ? followOthers() : undefined), [canFollow])
  useEffect(() => (canFollow ? fetchAhead() : undefined), [canFollow])
  useEffect(keepInstalled, [])
  useEffect(checkServerLater, [])
  useTheme()
  const known = useSession((session) => session.user !== null)
  const isUnknown = usePersonUnknown()
  return (
    <QueryClientProvider client={queryClient}>
      {known ? <Page /> : isUnknown && <NoConnection again={() => void readUser()} />}
      <Dialogs after={firstPage} />
    </QueryClientProvider>
  )
}

/** Delay after the first page, ms; the stream starts with the changes made in between. */
const followedAfter = 1500
/** Delay before the script is loaded again after a failure, ms. */
const retriedAfter = 10_000

/** Follows changes by other users once the first page is loaded, so as not to slow it down. */
function followOthers(): () => void {
  let timer: ReturnType<typeof setTimeout>
  let stop: (() => void) | null = () => clearTimeout(timer)
  const follow = async () => {
    const { followChanges } = await import('../shared/live/follow-changes.ts')
    if (stop !== null) stop = followChanges(queryClient)
  }
  const later = (ms: number) => {
    timer = setTimeout(() => void follow().catch(() => stop !== null && later(retriedAfter)), ms)
  }
  void Promise.allSettled([firstPage]).then(() => stop !== null && later(followedAfter))
  return () => {
    stop?.()
    stop = null
  }
}

/** Asks which build the server has, once the first page is loaded; a request that fails asks at once. */
function checkServerLater(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  void Promise.allSettled([firstPage]).then(() => {
    if (!isOver) timer = setTimeout(() => void askServer(), followedAfter)
  })
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** Delay after the first page before others are fetched, ms: those who are at work have turned to their own by then. */
const aheadAfter = 5000

/**
 * Fetches the dialogs of the open page, then the pages of the person's menu and their dialogs, one after the other while
 * nothing else is to be done.
 */
function fetchAhead(): () => void {
  let isOver = false
  const inTurn = async (parts: readonly (() => Promise<unknown>)[]) => {
    for (const load of parts) {
      await free()
      if (isOver) return
      await load()
    }
  }
  const fetchAll = async () => {
    const pages = usualPages(shellRoutes(), useSession.getState().user?.permissionTags ?? [])
    await inTurn(laterParts())
    await inTurn(pages.map(({ load }) => load))
    await inTurn(laterParts())
  }
  let timer: ReturnType<typeof setTimeout>
  let endPages: (() => void) | undefined
  void Promise.allSettled([firstPage]).then(() => {
    if (isOver) return
    endPages = keepPagesAhead()
    // Without the server a page tries again when it is opened.
    timer = setTimeout(() => void fetchAll().catch(forgetFailures), aheadAfter)
  })
  return () => {
    isOver = true
    clearTimeout(timer)
    endPages?.()
  }
}

/**
 * An app that is installed on a phone or terminal starts without the server. In a browser's tab nothing stands between
 * the office and its server; only files that never change come from the browser's cache, compiled.
 */
function keepInstalled(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = () => keepForOffline('office', ['/'])
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  void Promise.allSettled([firstPage]).then(() => {
    if (isInstalled) keep()
    else if (isWorthwhile()) timer = setTimeout(() => void free().then(registerTabWorker), followedAfter)
  })
  window.addEventListener('appinstalled', keep)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('appinstalled', keep)
  }
}

interface Shown {
  readonly found: Found
  readonly location: Location
}

/**
 * The page of the address. Redirects and full-screen pages keep the open pages behind them alive.
 */
function Page() {
  const { elsewhere, requested, fullScreen, shown } = usePlace()
  useCover('fullScreen', fullScreen !== null || shown?.found.route.name === undefined)
  return (
    <>
      {elsewhere !== null && <Navigate to={elsewhere} replace state={requested} />}
      {fullScreen !== null && <FullScreenPage found={fullScreen} />}
      {shown !== null && (
        <Activity mode={fullScreen === null ? 'visible' : 'hidden'}>
          <Layout found={shown.found} location={shown.location} />
        </Activity>
      )}
    </>
  )
}

function usePlace() {
  const tags = usePermissionTags()
  const here = useLocation()
  const { elsewhere, fullScreen, inLayout } = useMemo(() => placeOf(here, tags), [here, tags])
  const [last, setLast] = useState(inLayout)
  if (inLayout !== null && inLayout !== last) setLast(inLayout)
  // The pages for missing addresses say which one was meant.
  const requested = elsewhere === '/404' || elsewhere === '/401' ? { requested: here.pathname } : undefined
  return { elsewhere, requested, fullScreen, shown: inLayout ?? last }
}

function placeOf(here: Location, tags: readonly string[]) {
  const location = shownLocation(here)
  const found = findRoute(shellRoutes(), location.pathname)
  const elsewhere = normalAddress(here) ?? leadsTo(here.pathname, found, tags)
  if (found === null || elsewhere !== null) return { elsewhere, fullScreen: null, inLayout: null }
  return found.route.fullScreen === true
    ? { elsewhere, fullScreen: found, inLayout: null }
    : { elsewhere, fullScreen: null, inLayout: { found, location } satisfies Shown }
}

/** Canonical address of this page; null if the address is canonical already. */
function normalAddress(here: Location): string | null {
  const path = normalPath(shellRoutes(), here.pathname)
  const search = normalSearch(here.search)
  const isNormal = path === here.pathname && search === here.search
  return isNormal || refreshTarget(here) !== null ? null : path + search + here.hash
}

/** Redirect target of an address; null for a page that this user may open. */
function leadsTo(pathname: string, found: Found | null, tags: readonly string[]): string | null {
  if (pathname === '/' || pathname === '/redirect' || pathname === '/redirect/') return '/dashboard'
  if (found === null) return '/404'
  if (!routeAllowed(found.chain, tags)) return '/401'
  return landingOf(found.route, tags)
}
