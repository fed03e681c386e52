import { Activity, Suspense, useEffect, useState } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { publicPage, publicPages, publicWords } from '../modules/identity/identity.public.tsx'
import { loginPathFor, ownPath } from '../shared/own-path.ts'
import { wallOf } from '../shared/own-device.ts'
import { loadWords } from '../shared/i18n/i18n.ts'
import { useSession } from '../shared/session.ts'
import { useCover } from '../shared/tabs/cover.ts'
import { lazyComponent } from '../shared/ui/lazy-component.ts'

/** What the sign-in page does without: texts of several modules, and the sentences of refused requests. */
const insideWords = ['common', 'problem']
const loadShell = async () => (await Promise.all([import('./shell.tsx'), loadWords(...insideWords)]))[0]
const Shell = lazyComponent(async () => (await loadShell()).Shell)

/** Pages that signed-in people see within the shell, with their menu and tabs. */
const insideToo: readonly string[] = ['/404', '/401']

const outerPages = [
  ...publicPages,
  publicPage(
    '/customer/',
    async () => (await import('../modules/customer-links/customer.page.tsx')).CustomerPage,
    ...insideWords,
    'customer-links',
    'model',
    'orders',
    'inspection',
    'views',
  ),
]

const isAt = (path: string, pathname: string): boolean =>
  path === pathname || (path.endsWith('/') && pathname.startsWith(path))

/** The page at an address that is shown without the shell. */
const outerPage = (pathname: string, token: string | null) =>
  outerPages.find(({ path }) => isAt(path, pathname) && (token === null || !insideToo.includes(path)))

/** The public page at an address; undefined: the page requires sign-in. */
function firstPublicPage(pathname: string) {
  const { token } = useSession.getState()
  return outerPage(pathname, token) ?? (token === null ? publicPages[0] : undefined)
}

/** Dictionaries that the first page needs in addition to those of the shell. */
export const firstWords = (pathname: string): readonly string[] =>
  firstPublicPage(pathname) === undefined ? insideWords : [publicWords]

/** Longest wait for a page that is almost loaded before the empty shell is shown, ms. */
const longestWait = 300

/**
 * Fetches the page of the address in parallel with the dictionaries. If the page is rendered when
 * this resolves, it renders in one pass: React delays everything that suspends by another 300 ms.
 */
export async function fetchFirstPage(pathname: string, words: Promise<unknown>): Promise<void> {
  const page = firstPublicPage(pathname)
  if (page === undefined && wallOf(useSession.getState()) !== null) return
  if (page === undefined) {
    const [{ firstPage }] = await Promise.all([loadShell(), Shell.load(), words])
    const enough = new Promise((resolve) => setTimeout(resolve, longestWait))
    await Promise.race([firstPage, enough])
  } else {
    await Promise.all([page.load(), words])
    await page.Page.load()
  }
}

/** The guard: shows public pages to everyone and the shell to users with a token. */
export function App() {
  const location = useLocation()
  const token = useSession((session) => session.token)
  const wall = useSession(wallOf)
  const page = outerPage(location.pathname, token)
  useCover('public', page !== undefined)
  const [inside, setInside] = useState(location)
  if (page === undefined && inside !== location) setInside(location)
  const isInside = outerPage(inside.pathname, token) === undefined
  if (token === null && page === undefined) {
    return <Navigate to={loginPathFor(location.pathname + location.search + location.hash)} replace />
  }
  if (wall !== null && page === undefined) return <ToWall path={wall} />
  return (
    <>
      {page !== undefined && <PublicPage page={page} />}
      {token !== null && isInside && (
        // A public page must not discard the open pages behind it.
        <Activity mode={page === undefined ? 'visible' : 'hidden'}>
          <Suspense>
            <Routes location={inside}>
              <Route path="*" element={<Shell />} />
            </Routes>
          </Suspense>
        </Activity>
      )}
    </>
  )
}

/** A paired TV has no access to the office: every address redirects to its screen. */
function ToWall({ path }: { readonly path: string }) {
  useEffect(() => location.replace(path), [path])
  return null
}

/** With a token, the sign-in page redirects to the requested page, or to `/`. */
function PublicPage({ page }: { readonly page: (typeof outerPages)[number] }) {
  const token = useSession((session) => session.token)
  const { search } = useLocation()
  const { path, Page } = page
  if (path !== '/login') return <Page />
  if (token === null) return <Page fetchShell={loadShell} />
  return <Navigate to={ownPath(new URLSearchParams(search).get('redirect'))} replace />
}
