import { Activity, lazy, Suspense, useState } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { publicPages } from '../features/access/access.public.tsx'
import { loginPathFor, ownPath } from '../shared/own-path.ts'
import { useSession } from '../shared/session.ts'
import { useCover } from '../shared/tabs/cover.ts'

const loadShell = () => import('./shell.tsx')
const Shell = lazy(async () => ({ default: (await loadShell()).Shell }))

const publicPage = (pathname: string) => publicPages.find(({ path }) => path === pathname)

/** Starts fetching what the address needs, beside the words instead of after them. */
export function fetchFirstPage(pathname: string): void {
  const page = publicPage(pathname)
  if (page !== undefined) void page.load()
  else if (useSession.getState().token === null) void publicPages[0]?.load()
  else void loadShell()
}

/** The guard: a few public pages, and the shell for whoever has a token. */
export function App() {
  const location = useLocation()
  const token = useSession((session) => session.token)
  const page = publicPage(location.pathname)
  useCover('public', page !== undefined)
  const [inside, setInside] = useState(location)
  if (page === undefined && inside !== location) setInside(location)
  const isInside = publicPage(inside.pathname) === undefined
  if (token === null && page === undefined) {
    return <Navigate to={loginPathFor(location.pathname + location.search + location.hash)} replace />
  }
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

/** With a token the sign-in page leads to where the person wanted to go, else to `/`. */
function PublicPage({ page }: { readonly page: (typeof publicPages)[number] }) {
  const token = useSession((session) => session.token)
  const { search } = useLocation()
  const { path, Page } = page
  if (path !== '/login') return <Page />
  if (token === null) return <Page fetchShell={loadShell} />
  return <Navigate to={ownPath(new URLSearchParams(search).get('redirect'))} replace />
}
