import { type ComponentType, createElement, type FunctionComponent, use, useEffect, useState } from 'react'

/** Addresses of style sheets that did not arrive. */
const lost = new Set<string>()

const isSheet = (node: unknown): node is HTMLLinkElement =>
  node instanceof HTMLLinkElement && node.rel === 'stylesheet'

/** Records style sheets that do not arrive, because the bundler's loader requests each of them only once. */
export function watchStyleSheets(): void {
  const onError = ({ target }: Event) => isSheet(target) && note(target)
  // Error events of elements do not bubble, but the capture phase sees them.
  window.addEventListener('error', onError, true)
}

function note(link: HTMLLinkElement): void {
  lost.add(link.href)
  link.remove()
}

/** Loads the missing sheets. @throws as a missing part of the page when they do not arrive again */
async function fetchLostSheets(): Promise<void> {
  await Promise.all([...lost].map(fetchSheet))
}

function fetchSheet(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.onload = () => {
      lost.delete(href)
      resolve()
    }
    link.onerror = () => reject(new Error(`Unable to preload CSS for ${href}`))
    document.head.append(link)
  })
}

const hasLostSheets = (): boolean => lost.size > 0

/** A component that is loaded when first shown, inside a `Suspense`. */
export type LazyComponent<P extends object> = FunctionComponent<P> & Loadable
export interface Loadable {
  /** Starts loading early. */
  readonly load: () => Promise<unknown>
  /** It renders at once. */
  readonly isLoaded: () => boolean
}

/** Forget the components that could not be loaded. */
const failures = new Set<() => void>()

/** Lets components that could not be loaded load again when they are next shown. */
export function forgetFailures(): void {
  for (const forget of failures) forget()
  failures.clear()
}

/** Like React's `lazy`, but a failure is not permanent, and a component that was loaded early renders at once. */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>): LazyComponent<P> {
  let loading: Promise<ComponentType<P>> | undefined
  let isLoaded = false
  const loadOnce = () => {
    if (loading !== undefined) return loading
    const begun = hasLostSheets() ? fetchLostSheets().then(load) : load()
    loading = begun
    begun.then(
      // React's own mark of a resolved promise: it need not wait for this one.
      (value) => {
        void Object.assign(begun, { status: 'fulfilled', value })
        isLoaded = true
      },
      () => failures.add(() => (loading = undefined)),
    )
    return begun
  }
  const Lazy: FunctionComponent<P> = (props) => createElement(use(loadOnce()), props)
  return Object.assign(Lazy, { load: loadOnce, isLoaded: () => isLoaded })
}

/**
 * Whether a component can render without waiting, or has failed to load, which it reports itself. A `Suspense` shows
 * its fallback for at least 300 ms; where time counts, show something else until this is true.
 */
export function useLoaded(part: Loadable): boolean {
  const [settled, setSettled] = useState<Loadable | null>(null)
  const isLoaded = settled === part || part.isLoaded()
  useEffect(() => {
    if (isLoaded) return undefined
    let left = false
    const settle = () => {
      if (!left) setSettled(part)
    }
    part.load().then(settle, settle)
    return () => {
      left = true
    }
  }, [part, isLoaded])
  return isLoaded
}
