import { useEffect } from 'react'
import { loadWords } from '../../shared/i18n/i18n.ts'
import { lazyThemed } from '../../shared/theme/lazy-themed.tsx'
import { lazyComponent } from '../../shared/ui/lazy-component.ts'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { type Found, guideOf } from '../route-tree.ts'
import { useHelpOpen } from './help-open.ts'
import { useTourOpen } from './tour-progress.ts'

const Help = lazyThemed(async () => {
  const [{ Help: Loaded }] = await Promise.all([import('./help.tsx'), loadWords('help')])
  return Loaded
})

const Tour = lazyComponent(async () => {
  const [{ Tour: Loaded }] = await Promise.all([import('./tour.tsx'), loadWords('tour', 'help')])
  return Loaded
})

const close = () => useHelpOpen.setState(false, true)

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

interface Props {
  readonly found: Found
}

/** The help of the shown page, and the tour of the home page. */
export const HelpOverlay = ({ found }: Props) => (
  <>
    <PageHelp found={found} />
    <Overlay>{useTourOpen() && found.route.path === '/dashboard' && <Tour />}</Overlay>
  </>
)

/** `?` opens the help of the shown page, except where the sign is typed into a text. */
function PageHelp({ found }: Props) {
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
