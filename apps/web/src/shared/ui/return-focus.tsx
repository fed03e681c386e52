import { useLayoutEffect, useRef } from 'react'

let outside: HTMLElement | null = null
if (typeof document !== 'undefined') document.addEventListener('focusin', ({ target }) => noteFocus(target))

/** An entry of a menu is gone when its dialog closes: what opened the menu is the opener. */
function noteFocus(target: EventTarget | null): void {
  if (target instanceof HTMLElement && !inMenu(target)) outside = target
}

const inMenu = (element: Element): boolean => element.closest('[role=menu]') !== null

function openerNow(): HTMLElement | null {
  const now = document.activeElement
  if (!(now instanceof HTMLElement)) return null
  return inMenu(now) ? outside : now
}

/**
 * Gives the focus back to what opened a dialog when the dialog goes; to the page where the opener is gone.
 * Put it before the dialog: what stands after it has taken the focus already.
 */
export function ReturnFocus() {
  const opener = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // A page that is hidden and shown again with its dialog keeps the first one.
    opener.current ??= openerNow()
    return () => {
      // When the dialog, which holds on to the focus, is out of the document.
      setTimeout(() => giveBack(opener.current))
    }
  }, [])
  return null
}

function giveBack(opener: HTMLElement | null): void {
  // Somebody, perhaps the next dialog, has it already.
  if (document.activeElement !== document.body && document.activeElement !== null) return
  const isThere = opener?.isConnected === true && opener !== document.body && opener.checkVisibility()
  const to = isThere ? opener : document.getElementById('main')
  to?.focus({ preventScroll: true })
}
