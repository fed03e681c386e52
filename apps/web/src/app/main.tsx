import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { watchConnection } from '../shared/connection.ts'
import { loadWords, startWords } from '../shared/i18n/i18n.ts'
import { readSettings, useSettings } from '../shared/settings.ts'
import { watchStyleSheets, lazyComponent } from '../shared/ui/lazy-component.ts'
import './base.css'
import { App, fetchFirstPage, firstWords } from './app.tsx'
import { watchErrors } from './errors/error-log.ts'
import { Frame } from './frame.tsx'

watchErrors()
watchStyleSheets()
watchConnection()
document.documentElement.dataset['started'] = ''

const Main = lazyComponent(async () => {
  await loadWords('shell', ...firstWords(location.pathname))
  return App
})

// After this file: for each request that starts while it runs, the browser would parse it again.
void Promise.resolve().then(start).then(draw, draw)

async function start(): Promise<void> {
  readSettings()
  // Before the first paint: a dark page must not start white. The shell keeps it up to date.
  document.documentElement.dataset['theme'] = useSettings.getState().dark ? 'dark' : 'light'
  await startWords()
  // Failed requests are repeated where the data is shown, and the error appears there.
  await fetchFirstPage(location.pathname, Main.load())
}

function draw(): void {
  const root = document.getElementById('root')
  if (root === null) return
  const app = (
    <StrictMode>
      <BrowserRouter>
        <Frame>
          <Main />
        </Frame>
      </BrowserRouter>
    </StrictMode>
  )
  // In slices, so that network responses are not delayed. The sign-in page is there already, see `sign-in-markup.tsx`.
  startTransition(() => {
    if (root.hasChildNodes()) hydrateRoot(root, app)
    else createRoot(root).render(app)
  })
}
