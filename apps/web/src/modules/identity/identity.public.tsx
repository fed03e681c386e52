import type { ComponentType } from 'react'
import { loadWords } from '../../shared/i18n/i18n.ts'
import { lazyThemed } from '../../shared/theme/lazy-themed.tsx'
import { lazyComponent } from '../../shared/ui/lazy-component.ts'
import type { PublicPageProps } from './sign-in.ts'

function publicPage(path: string, load: () => Promise<ComponentType<PublicPageProps>>) {
  const both = async () => {
    const [page] = await Promise.all([load(), loadWords(publicWords)])
    return page
  }
  return { path, load, Page: lazyComponent(both) }
}

export const publicWords = 'sign-in'

/** The lock screen of a shared terminal over the pages of the person who locked it. */
export const TerminalLock = lazyThemed(async () => {
  const [{ TerminalLock: Lock }] = await Promise.all([import('./terminal-lock.tsx'), loadWords(publicWords)])
  return Lock
})

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
