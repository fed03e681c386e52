import { barPart } from '../../shared/ui/bar-part.ts'

/** Reports that wait on this device, in the bar of every page. */
export const WorkQueueBadge = barPart(
  async () => (await import('./queue-badge.tsx')).QueueBadge,
  'production',
)
