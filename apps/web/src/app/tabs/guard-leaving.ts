import { tabsNow } from '../../shared/tabs/tabs-store.ts'
import { unsavedTabs } from '../../shared/tabs/tabs.rules.ts'

/**
 * Makes the browser ask before it closes or leaves with unsaved work, also while a page without
 * tabs covers it.
 */
export function guardLeaving(): void {
  window.addEventListener('beforeunload', (event) => {
    if (unsavedTabs(tabsNow()).length > 0) event.preventDefault()
  })
}
