import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { publicPages } from '../modules/identity/identity.public.tsx'
import { loadWords, startWords } from '../shared/i18n/i18n.ts'
import { App, firstWords } from './app.tsx'
import { Frame } from './frame.tsx'

/**
 * The sign-in page in the language of the cookie, as HTML that the browser shows before any script has arrived. Runs in
 * the build. The browser's React takes the elements over, so the tree is that of `main.tsx`.
 */
export async function signInMarkup(): Promise<string> {
  const path = '/login'
  await startWords()
  await loadWords('shell', ...firstWords(path))
  await publicPages.find((page) => page.path === path)?.Page.load()
  return renderToString(
    <StrictMode>
      <StaticRouter location={path}>
        <Frame>
          <App />
        </Frame>
      </StaticRouter>
    </StrictMode>,
  )
}
