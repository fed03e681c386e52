import { type ViewList, viewLists } from '@cloud-factory/domain/views/view-lists'
import type { ViewReason } from '@cloud-factory/contract/views/views'

export type ViewVerdict = true | ViewReason

/** What the rules look at of a view. */
export interface ViewFacts {
  readonly list: ViewList
  readonly mine: boolean
  readonly shared: boolean
}

export const canSee = (tags: readonly string[], list: ViewList): boolean => tags.includes(viewLists[list].see)

export const canShare = (tags: readonly string[], list: ViewList): ViewVerdict =>
  tags.includes(viewLists[list].share) || 'view.not_shareable'

/** One's own is one's own; one that is shared is everybody's, so it takes the right to share. */
export function canEditView(tags: readonly string[], { list, mine, shared }: ViewFacts): ViewVerdict {
  if (shared) return canShare(tags, list) === true || 'view.shared'
  return mine || 'view.shared'
}

/** The owner may always take a view away, shared or not. */
export const canDeleteView = (tags: readonly string[], facts: ViewFacts): ViewVerdict =>
  facts.mine || canEditView(tags, facts)

/** Whether a change may be made: to stop sharing one's own view is always allowed, whatever was taken away meanwhile. */
export function canChangeView(tags: readonly string[], facts: ViewFacts, sharedThen: boolean): ViewVerdict {
  if (facts.mine && facts.shared && !sharedThen) return true
  if (sharedThen && !facts.shared) {
    const verdict = canShare(tags, facts.list)
    if (verdict !== true) return verdict
  }
  return canEditView(tags, facts)
}
