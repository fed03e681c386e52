import { lazy } from 'react'
import { loadWords } from '../../shared/i18n/i18n.ts'

/** Reports that wait on this device, in the bar of every page. */
export const WorkQueueBadge = lazy(async () => {
  try {
    const [{ QueueBadge }] = await Promise.all([import('./queue-badge.tsx'), loadWords('production')])
    return { default: QueueBadge }
  } catch {
    // The bar goes without it rather than not at all; the next visit fetches it.
    return { default: () => null }
  }
})
