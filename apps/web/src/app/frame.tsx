import { type ReactNode, Suspense } from 'react'
import { LanguageProvider } from '../shared/i18n/use-translation.tsx'
import { ErrorBoundary } from './errors/error-boundary.tsx'

/** What is around the whole app: it reports what breaks, and waits for what is loaded. */
export function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <LanguageProvider>
      <ErrorBoundary page="" onStartOver={() => location.reload()}>
        <Suspense>{children}</Suspense>
      </ErrorBoundary>
    </LanguageProvider>
  )
}
