import { useSyncExternalStore } from 'react'

/** Below this width in px the sidebar is a drawer. */
const desktopFrom = 992
const query = typeof matchMedia === 'undefined' ? null : matchMedia(`(min-width: ${desktopFrom}px)`)

/** Width alone decides: an on-screen keyboard changes the height and closes nothing. */
export function useIsMobile(): boolean {
  return useSyncExternalStore(
    (changed) => {
      query?.addEventListener('change', changed)
      return () => query?.removeEventListener('change', changed)
    },
    () => query?.matches === false,
  )
}
