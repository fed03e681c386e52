import { useEffect, useEffectEvent } from 'react'
import { noKeys, withKey } from './wedge.rules.ts'

/** Hears a scanner that types like a keyboard while no field has the focus. */
export function useWedge(onCode: (code: string) => void): void {
  const heard = useEffectEvent(onCode)
  useEffect(() => {
    let wedge = noKeys
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) {
        wedge = noKeys
        return
      }
      const step = withKey(wedge, { key: event.key, at: event.timeStamp })
      wedge = step.wedge
      if (step.code === null) return
      // The Enter of a scanner must not press the button that has the focus.
      event.preventDefault()
      event.stopPropagation()
      heard(step.code)
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
