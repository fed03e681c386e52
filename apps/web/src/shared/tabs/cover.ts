import { useLayoutEffect } from 'react'

const covers = new Set<string>()

/** Whether a page without tabs stands in front of them: then all tabs are hidden, the current one too. */
export const areCovered = (): boolean => covers.size > 0

/** Says whether a page of this kind stands in front of the tabs. */
export function useCover(kind: 'public' | 'fullScreen', isShown: boolean): void {
  // Before the effects of the hidden pages end: those read it.
  useLayoutEffect(() => {
    if (isShown) covers.add(kind)
    else covers.delete(kind)
  }, [kind, isShown])
}
