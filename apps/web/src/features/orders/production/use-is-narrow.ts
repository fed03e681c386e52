import { useSyncExternalStore } from 'react'

const query = '(max-width: 767px)'

/** Whether the window is a phone's. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
