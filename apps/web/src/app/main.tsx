import { startTransition, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { watchConnection } from '../shared/connection.ts'
import { loadWords, startWords } from '../shared/i18n/i18n.ts'
import { useSettings } from '../shared/settings.ts'
import { watchStyleSheets, lazyComponent } from '../shared/ui/lazy-component.ts'
import './base.css'
import { App, fetchFirstPage, firstWords } from './app.tsx'
import { ErrorBoundary } from './errors/error-boundary.tsx'
import { watchErrors } from './errors/error-log.ts'

watchErrors()
watchStyleSheets()
watchConnection()
// Set before the first paint: a dark page must not start white. The shell keeps it up to date.
document.documentElement.dataset['theme'] = useSettings.getState().dark ? 'dark' : 'light'

const Main = lazyComponent(async () => {
  await loadWords('common', 'shell', ...firstWords(location.pathname))
  return App
})

void startWords().then(() => {
  const words = Main.load()
  // Failed requests are repeated where the data is shown, and the error appears there.
  return fetchFirstPage(location.pathname, words).then(draw, draw)
})

function draw(): void {
  const root = document.getElementById('root')
  if (root === null) return
  const app = (
    <StrictMode>
      <BrowserRouter>
        <ErrorBoundary page="" onStartOver={() => location.reload()}>
          <Suspense>
            <Main />
          </Suspense>
        </ErrorBoundary>
      </BrowserRouter>
    </StrictMode>
  )
  // In slices, so that network responses are not delayed.
  startTransition(() => createRoot(root).render(app))
}
