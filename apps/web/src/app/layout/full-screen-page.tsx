import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBoundary } from '../errors/error-boundary.tsx'
import { Route, Routes } from 'react-router'
import type { Found } from '../route-tree.ts'

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
