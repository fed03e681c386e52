import { useLayoutEffect } from 'react'

const covers = new Set<string>()

/** Whether a page without tabs covers them: then all tabs are hidden, including the current one. */
export const areCovered = (): boolean => covers.size > 0

/** Reports whether a page of this kind covers the tabs. */
export function useCover(kind: 'public' | 'fullScreen', isShown: boolean): void {
  // Before the effects of the hidden pages are cleaned up, which read it.
  useLayoutEffect(() => {
    if (isShown) covers.add(kind)
    else covers.delete(kind)
  }, [kind, isShown])
}
