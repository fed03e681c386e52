import { useSyncExternalStore } from 'react'

const query = '(max-width: 767px)'

/** Whether the window is as narrow as a phone’s, as in the style sheets. */
export const isPhone = (): boolean => matchMedia(query).matches

/** The same, kept up to date. */
export const useIsPhone = (): boolean =>
  useSyncExternalStore((changed) => {
    const media = matchMedia(query)
    media.addEventListener('change', changed)
    return () => media.removeEventListener('change', changed)
  }, isPhone)
