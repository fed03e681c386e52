import { type ComponentType, createElement, type FunctionComponent, use, useEffect, useState } from 'react'
import { fetchLostSheets, hasLostSheets } from '../style-sheets.ts'

/** Components that could not be loaded and are to be retried. */
const failed = new Set<() => void>()

/** Lets failed components load again when they are next shown. */
export function forgetFailures(): void {
  for (const forget of failed) forget()
  failed.clear()
}

/**
 * Like React's `lazy`, but a failure is not permanent, and a component that was loaded early renders at once. Show it
 * inside a `Suspense`.
 */
export function lazily<P extends object>(
  load: () => Promise<ComponentType<P>>,
): FunctionComponent<P> & {
  readonly fetch: () => Promise<ComponentType<P>>
  /** It is loaded, so it renders at once. */
  readonly isHere: () => boolean
} {
  let fetched: Promise<ComponentType<P>> | undefined
  let isHere = false
  const fetch = () => {
    if (fetched !== undefined) return fetched
    const begun = hasLostSheets() ? fetchLostSheets().then(load) : load()
    fetched = begun
    begun.then(
      // React's own mark of a resolved promise: it need not wait for this one.
      (value) => {
        void Object.assign(begun, { status: 'fulfilled', value })
        isHere = true
      },
      () => failed.add(() => (fetched = undefined)),
    )
    return begun
  }
  const Lazy: FunctionComponent<P> = (props) => createElement(use(fetch()), props)
  return Object.assign(Lazy, { fetch, isHere: () => isHere })
}

interface Fetched {
  readonly fetch: () => Promise<unknown>
  readonly isHere: () => boolean
}

/**
 * Whether a component can render without waiting, or has failed to load, which it reports itself. A `Suspense` shows
 * its fallback for at least 300 ms; where time counts, show something else until this is true.
 */
export function useHere(part: Fetched): boolean {
  const [arrived, setArrived] = useState<Fetched | null>(null)
  const isHere = arrived === part || part.isHere()
  useEffect(() => {
    if (isHere) return undefined
    let left = false
    const arrive = () => {
      if (!left) setArrived(part)
    }
    part.fetch().then(arrive, arrive)
    return () => {
      left = true
    }
  }, [part, isHere])
  return isHere
}

/**
 * A component that is loaded when first shown. Show it inside an `Overlay` or a `Suspense`. Give `early` to the
 * button that opens it: pointing at the button or focusing it starts loading.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  const Part = lazily(load)
  // A component that could not be loaded early fails where it is shown, and reports it there.
  const fetchEarly = () => void Part.fetch().catch(() => undefined)
  return Object.assign(Part, { early: { onPointerEnter: fetchEarly, onFocus: fetchEarly } })
}
