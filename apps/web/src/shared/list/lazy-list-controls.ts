import { startTransition, useEffect, useState } from 'react'
import { loadWords } from '../i18n/i18n.ts'
import { lazyThemed } from '../theme/lazy-themed.tsx'
import type { Loadable } from '../ui/lazy-component.ts'

const load = () => import('./list-controls.tsx')

/** What surrounds the rows and needs Ant Design, which takes longer to run than the rows take to render. */
export const ListControls = lazyThemed(async () => (await load()).ListControls)
export const ListPager = lazyThemed(async () => (await load()).ListPager)
export const ListEmpty = lazyThemed(async () => (await load()).ListEmpty)
export const ListProblem = lazyThemed(async () => (await load()).ProblemAlert)

const all: readonly Loadable[] = [ListControls, ListPager, ListEmpty, ListProblem]

export const loadListControls = (own: readonly Loadable[] = []): Promise<unknown> =>
  Promise.all([loadWords('views'), ...[...all, ...own].map((part) => part.load())])

const none: readonly Loadable[] = []

/**
 * Whether the controls may render: at once if they are loaded, otherwise after the rows have been painted.
 * @param own the page's own components among them; the same array at each call
 */
export function useListControls(answered: boolean, own: readonly Loadable[] = none): boolean {
  const [shown, setShown] = useState(() => [...all, ...own].every((part) => part.isLoaded()))
  useEffect(() => {
    if (shown || !answered) return undefined
    // Rendered in slices: in one pass they would block a slow machine for half a second.
    const show = () => startTransition(() => setShown(true))
    // A timer runs after the frame that shows the rows.
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => void loadListControls(own).then(show, show))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [shown, answered, own])
  return shown
}
