import { startTransition, useEffect, useState } from 'react'
import { lazyAnt } from '../theme/lazy-ant.tsx'

/** What surrounds the rows of a list and needs Ant Design, which takes longer to run than the rows take to be drawn. */
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
 * Whether it is the turn of these parts: at once where they are here already, else when the answer has been drawn, so that a
 * first visit shows its rows first. `parts`: the page's own, which come with them; one and the same list at each call.
 */
export function usePartsTurn(answered: boolean, parts: readonly Part[] = none): boolean {
  const [turn, setTurn] = useState(() => [...own, ...parts].every((part) => part.isHere()))
  useEffect(() => {
    if (turn || !answered) return undefined
    // Drawn in slices: in one go they would keep a slow machine from answering for half a second.
    const arrive = () => startTransition(() => setTurn(true))
    // A timer of the frame that shows the rows runs after it.
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

/** Whether it is the turn of what comes after a part: as soon as that one stands, in slices of its own. */
export function useNextTurn(turn: boolean): boolean {
  const [next, setNext] = useState(turn)
  useEffect(() => {
    if (turn) startTransition(() => setNext(true))
  }, [turn])
  return next
}
