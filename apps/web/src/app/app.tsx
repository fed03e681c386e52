import { Activity, Suspense, useEffect, useState } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { publicPages, publicWords } from '../features/access/access.public.tsx'
import { loginPathFor, ownPath } from '../shared/own-path.ts'
import { wallOf } from '../shared/own-device.ts'
import { useSession } from '../shared/session.ts'
import { useCover } from '../shared/tabs/cover.ts'
import { lazily } from '../shared/ui/lazy-part.ts'

const loadShell = () => import('./shell.tsx')
const Shell = lazily(async () => (await loadShell()).Shell)

const publicPage = (pathname: string) => publicPages.find(({ path }) => path === pathname)

/** The public page that the address leads to; undefined: one behind the sign-in. */
const firstPublicPage = (pathname: string) =>
  publicPage(pathname) ?? (useSession.getState().token === null ? publicPages[0] : undefined)

/** Words that the first page needs besides those of the shell. */
export const firstWords = (pathname: string): readonly string[] =>
  firstPublicPage(pathname) === undefined ? [] : [publicWords]

/** The shell is not drawn empty for a page that is nearly there; ms. */
const longestWait = 300

/**
 * Fetches what the address needs, beside the words instead of after them. Drawn when this resolves, the page is drawn in
 * one go: whatever React has to wait for it shows 300 ms later than it could.
 */
export async function fetchFirstPage(pathname: string, words: Promise<unknown>): Promise<void> {
  const page = firstPublicPage(pathname)
  if (page === undefined && wallOf(useSession.getState()) !== null) return
  if (page === undefined) {
    const [{ firstPage }] = await Promise.all([loadShell(), Shell.fetch(), words])
    const enough = new Promise((resolve) => setTimeout(resolve, longestWait))
    await Promise.race([firstPage, enough])
  } else {
    await Promise.all([page.load(), words])
    await page.Page.fetch()
  }
}

/** The guard: a few public pages, and the shell for whoever has a token. */
export function App() {
  const location = useLocation()
  const token = useSession((session) => session.token)
  const wall = useSession(wallOf)
  const page = publicPage(location.pathname)
  useCover('public', page !== undefined)
  const [inside, setInside] = useState(location)
  if (page === undefined && inside !== location) setInside(location)
  const isInside = publicPage(inside.pathname) === undefined
  if (token === null && page === undefined) {
    return <Navigate to={loginPathFor(location.pathname + location.search + location.hash)} replace />
  }
  if (wall !== null && page === undefined) return <ToWall path={wall} />
  return (
    <>
      {page !== undefined && <PublicPage page={page} />}
      {token !== null && isInside && (
        // A look at the not-found page must not cost what is open behind it.
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

/** A paired TV has nothing to do in the office: whatever it was switched on with leads to its screen. */
function ToWall({ path }: { readonly path: string }) {
  useEffect(() => location.replace(path), [path])
  return null
}

/** With a token the sign-in page leads to where the person wanted to go, else to `/`. */
function PublicPage({ page }: { readonly page: (typeof publicPages)[number] }) {
  const token = useSession((session) => session.token)
  const { search } = useLocation()
  const { path, Page } = page
  if (path !== '/login') return <Page />
  if (token === null) return <Page fetchShell={loadShell} />
  return <Navigate to={ownPath(new URLSearchParams(search).get('redirect'))} replace />
}
