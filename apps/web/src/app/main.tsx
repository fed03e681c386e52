import { startTransition, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { watchConnection } from '../shared/connection.ts'
import { loadWords, startWords } from '../shared/i18n/i18n.ts'
import { useSettings } from '../shared/settings.ts'
import { watchStyleSheets } from '../shared/style-sheets.ts'
import { lazily } from '../shared/ui/lazy-part.ts'
import './base.css'
import { App, fetchFirstPage, firstWords } from './app.tsx'
import { ErrorBoundary } from './errors/error-boundary.tsx'
import { watchErrors } from './errors/error-log.ts'

watchErrors()
watchStyleSheets()
watchConnection()
// Before anything is drawn: a dark page must not begin white. The shell keeps it in step.
document.documentElement.dataset['theme'] = useSettings.getState().dark ? 'dark' : 'light'

const Main = lazily(async () => {
  await loadWords('shell', 'problem', ...firstWords(location.pathname))
  return App
})

void startWords().then(() => {
  const words = Main.fetch()
  // What could not be fetched is asked for again, and said, where it is shown.
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
  // In slices: what comes over the network meanwhile is not kept waiting.
  startTransition(() => createRoot(root).render(app))
}
