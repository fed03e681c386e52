import type { ComponentType, ReactElement } from 'react'
import { lazyThemed } from '../theme/lazy-themed.tsx'
import { Overlay } from './overlay.tsx'
import { ReturnFocus } from './return-focus.tsx'

/** What loads the dialogs and other parts of the pages that are loaded. */
const later = new Set<() => Promise<unknown>>()

/** Each fetches a dialog or another part of a loaded page before somebody opens it. */
export const laterParts = (): readonly (() => Promise<unknown>)[] => [...later]

/**
 * A dialog, drawer or form of a page that does not wait for Ant Design: `lazyDialog(async () => (await
 * import('./order-form.tsx')).OrderForm)`. It is used like the component itself: mounted when it opens.
 */
export function lazyDialog<P extends { readonly onClose: () => void }>(
  load: () => Promise<ComponentType<P>>,
): (props: P) => ReactElement {
  const Inner = lazyThemed(load)
  later.add(Inner.load)
  return (props: P) => (
    <>
      {/* Before the download: until it ends the focus can go elsewhere. */}
      <ReturnFocus />
      <Overlay onClose={props.onClose}>
        <Inner {...props} />
      </Overlay>
    </>
  )
}

/** A part of such a page that is shown on request, as one of its tabs. */
export function lazyPart(load: () => Promise<ComponentType>): () => ReactElement {
  const Inner = lazyThemed(load)
  later.add(Inner.load)
  return () => (
    <Overlay>
      <Inner />
    </Overlay>
  )
}
