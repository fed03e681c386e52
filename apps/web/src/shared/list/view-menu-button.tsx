import { Suspense } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'
import { Overlay } from '../ui/overlay.tsx'
import type { ViewMenuProps } from './use-views.ts'

const Menu = lazyPart(async () => {
  const [{ SavedViews }, { loadWords }] = await Promise.all([
    import('./view-menu.tsx'),
    import('../i18n/i18n.ts'),
  ])
  await loadWords('views')
  return SavedViews
})

/**
 * The menu of saved views. The list does not wait for it: a placeholder stays until it arrives or reports an error.
 */
export function ViewMenu(props: ViewMenuProps) {
  return (
    <Overlay>
      <Suspense fallback={<span className="view-menu-wait" />}>
        <Menu {...props} />
      </Suspense>
    </Overlay>
  )
}
