import { startTransition, useEffect, useState } from 'react'
import { lazyAnt } from '../theme/lazy-ant.tsx'

/** Components around the rows that need Ant Design, which takes longer to run than the rows take to render. */
export const ListControls = lazyAnt(async () => (await import('./list-controls.tsx')).ListControls)
export const ListPager = lazyAnt(async () => (await import('./list-pager.tsx')).ListPager)
export const ListEmpty = lazyAnt(async () => (await import('./list-empty.tsx')).ListEmpty)
export const ProblemAlert = lazyAnt(async () => (await import('../ui/problem-alert.tsx')).ProblemAlert)

interface Part {
  readonly fetch: () => Promise<unknown>
  readonly isHere: () => boolean
}
const own: readonly Part[] = [ListControls, ListPager, ListEmpty, ProblemAlert]

export const fetchListParts = (parts: readonly Part[] = []): Promise<unknown> =>
  Promise.all([...own, ...parts].map((part) => part.fetch()))

const none: readonly Part[] = []

/**
 * Whether these components may render: at once if they are loaded, otherwise after the rows have been painted, so
 * that a first visit shows its rows first. `parts`: the page's own components that appear with them; pass the same
 * array at each call.
 */
export function usePartsTurn(answered: boolean, parts: readonly Part[] = none): boolean {
  const [turn, setTurn] = useState(() => [...own, ...parts].every((part) => part.isHere()))
  useEffect(() => {
    if (turn || !answered) return undefined
    // Rendered in slices: in one pass they would block a slow machine for half a second.
    const arrive = () => startTransition(() => setTurn(true))
    // A timer runs after the frame that shows the rows.
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => void fetchListParts(parts).then(arrive, arrive))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [turn, answered, parts])
  return turn
}

/** Whether the next component may render: after the previous one, in slices of its own. */
export function useNextTurn(turn: boolean): boolean {
  const [next, setNext] = useState(turn)
  useEffect(() => {
    if (turn) startTransition(() => setNext(true))
  }, [turn])
  return next
}
