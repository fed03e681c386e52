import { useLayoutEffect, useRef } from 'react'

let outside: HTMLElement | null = null
if (typeof document !== 'undefined') document.addEventListener('focusin', ({ target }) => noteFocus(target))

/** A menu entry no longer exists when its dialog closes, so the button of the menu counts as the opener. */
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
 * Returns the focus to the opener when a dialog closes, or to the page if the opener is gone. Place it before the
 * dialog: components after the dialog mount when it already has the focus.
 */
export function ReturnFocus() {
  const opener = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // A page that is hidden and shown again with its dialog keeps the first opener.
    opener.current ??= openerNow()
    return () => {
      // Runs when the dialog, which traps the focus, has left the document.
      setTimeout(() => giveBack(opener.current))
    }
  }, [])
  return null
}

function giveBack(opener: HTMLElement | null): void {
  // Another element, perhaps the next dialog, already has the focus.
  if (document.activeElement !== document.body && document.activeElement !== null) return
  const isThere = opener?.isConnected === true && opener !== document.body && opener.checkVisibility()
  const to = isThere ? opener : document.getElementById('main')
  to?.focus({ preventScroll: true })
}
