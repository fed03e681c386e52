import { type ComponentType, createElement, type FunctionComponent, use, useEffect, useState } from 'react'
import { fetchLostSheets, hasLostSheets } from '../style-sheets.ts'

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
): FunctionComponent<P> & {
  readonly fetch: () => Promise<ComponentType<P>>
  /** It was fetched, so that it is drawn at once. */
  readonly isHere: () => boolean
} {
  let fetched: Promise<ComponentType<P>> | undefined
  let isHere = false
  const fetch = () => {
    if (fetched !== undefined) return fetched
    const begun = hasLostSheets() ? fetchLostSheets().then(load) : load()
    fetched = begun
    begun.then(
      // How React marks a promise it has read: it need not wait for this one at all.
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
 * Whether a part can be drawn without waiting, or cannot be fetched at all, which it says itself. What a `Suspense` shows
 * meanwhile stays for 300 ms however soon the part is there: where time counts, show something else until this is true.
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
 * A part of a page that is fetched when it is first shown. Show it inside an `Overlay` or a `Suspense`.
 * Give `early` to the button that opens it: pointing at the button, or reaching it by keyboard, begins to fetch.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  const Part = lazily(load)
  // What could not be fetched early fails where it is shown, and says so there.
  const fetchEarly = () => void Part.fetch().catch(() => undefined)
  return Object.assign(Part, { early: { onPointerEnter: fetchEarly, onFocus: fetchEarly } })
}
