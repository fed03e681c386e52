import { useEffect } from 'react'
import { loadWords } from '../../shared/i18n/i18n.ts'
import { lazyThemed } from '../../shared/theme/lazy-themed.tsx'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { type Found, guideOf } from '../route-tree.ts'
import { useHelpOpen } from './help-open.ts'

const Help = lazyThemed(async () => {
  const [{ Help: Loaded }] = await Promise.all([import('./help.tsx'), loadWords('help')])
  return Loaded
})

const close = () => useHelpOpen.setState(false, true)

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** `?` opens the help of the shown page, except where the sign is typed into a text. */
export function HelpOverlay({ found }: { readonly found: Found }) {
  const open = useHelpOpen()
  useEffect(() => {
    const listen = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) => {
      const isHelp = (key === '?' || key === '？') && !ctrlKey && !metaKey && !altKey
      if (isHelp && !isTyping(target)) useHelpOpen.setState(true, true)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  if (!open) return null
  return (
    <Overlay onClose={close}>
      <Help guide={guideOf(found)} onClose={close} />
    </Overlay>
  )
}
