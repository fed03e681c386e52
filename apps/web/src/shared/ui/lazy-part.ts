import { type ComponentType, lazy } from 'react'

/**
 * A part of a page that is fetched when it is first shown. Show it inside a `Suspense`.
 * Give `early` to the button that opens it: pointing at the button, or reaching it by keyboard, begins to fetch.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  // What could not be fetched early is fetched once more where it is shown, and fails there.
  const fetchEarly = () => void load().catch(() => undefined)
  return Object.assign(
    lazy(async () => ({ default: await load() })),
    { early: { onPointerEnter: fetchEarly, onFocus: fetchEarly } },
  )
}
