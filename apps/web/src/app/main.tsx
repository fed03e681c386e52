import { startTransition, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { startWords } from '../shared/i18n/i18n.ts'
import { useSettings } from '../shared/settings.ts'
import './base.css'
import { App, fetchFirstPage, firstWords } from './app.tsx'
import { watchErrors } from './errors/error-log.ts'

watchErrors()
// Before anything is drawn: a dark page must not begin white. The shell keeps it in step.
document.documentElement.dataset['theme'] = useSettings.getState().dark ? 'dark' : 'light'
const words = startWords(['shell', 'problem', ...firstWords(location.pathname)])
// What could not be fetched is asked for again, and said, where it is shown.
void fetchFirstPage(location.pathname, words).then(draw, draw)

function draw(): void {
  const root = document.getElementById('root')
  if (root === null) return
  const app = (
    <StrictMode>
      <BrowserRouter>
        <Suspense>
          <App />
        </Suspense>
      </BrowserRouter>
    </StrictMode>
  )
  // In slices: what comes over the network meanwhile is not kept waiting.
  startTransition(() => createRoot(root).render(app))
}
