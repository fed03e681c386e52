import { type ComponentType, createElement, type FunctionComponent, use } from 'react'

/** Parts that could not be fetched, to be asked for anew. */
const failed = new Set<() => void>()

/** What could not be fetched is fetched once more when it is next shown. */
export function forgetFailures(): void {
  for (const forget of failed) forget()
  failed.clear()
}

/**
 * As React's `lazy`, but a failure does not last for ever, and what was fetched early is drawn at once.
 * Show it inside a `Suspense`.
 */
export function lazily<P extends object>(
  load: () => Promise<ComponentType<P>>,
): FunctionComponent<P> & { readonly fetch: () => Promise<ComponentType<P>> } {
  let fetched: Promise<ComponentType<P>> | undefined
  const fetch = () => {
    if (fetched !== undefined) return fetched
    const begun = load()
    fetched = begun
    begun.then(
      // How React marks a promise it has read: it need not wait for this one at all.
      (value) => void Object.assign(begun, { status: 'fulfilled', value }),
      () => failed.add(() => (fetched = undefined)),
    )
    return begun
  }
  const Lazy: FunctionComponent<P> = (props) => createElement(use(fetch()), props)
  return Object.assign(Lazy, { fetch })
}

/**
 * A part of a page that is fetched when it is first shown. Show it inside an `Overlay` or a `Suspense`.
 * Give `early` to the button that opens it: pointing at the button, or reaching it by keyboard, begins to fetch.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  const Part = lazily(load)
  // What could not be fetched early fails where it is shown, and says so there.
  const fetchEarly = () => void Part.fetch().catch(() => undefined)
  return Object.assign(Part, { early: { onPointerEnter: fetchEarly, onFocus: fetchEarly } })
}
