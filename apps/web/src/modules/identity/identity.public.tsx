import type { ComponentType } from 'react'
import { loadWords } from '../../shared/i18n/i18n.ts'
import { lazyComponent } from '../../shared/ui/lazy-component.ts'
import { type PublicPageProps, publicWords, TerminalLock } from './sign-in.ts'

export { publicWords, TerminalLock }

/** A page that opens without a session, at a path or, if that ends with a slash, below it. */
export function publicPage(
  path: string,
  load: () => Promise<ComponentType<PublicPageProps>>,
  ...words: readonly string[]
) {
  const both = async () => {
    const [page] = await Promise.all([load(), loadWords(publicWords, ...words)])
    return page
  }
  return { path, load, Page: lazyComponent(both) }
}

/**
 * Pages that open without a session. Requests without a session are redirected to the first one.
 */
export const publicPages = [
  publicPage('/login', async () => (await import('./login.page.tsx')).LoginPage),
  publicPage('/404', async () => (await import('./public.page.tsx')).NotFoundPage),
  publicPage('/401', async () => (await import('./public.page.tsx')).NotAllowedPage),
  publicPage('/wx/transfer', async () => (await import('./public.page.tsx')).TransferPage),
  publicPage('/auth-redirect', async () => (await import('./public.page.tsx')).AuthRedirectPage),
]
