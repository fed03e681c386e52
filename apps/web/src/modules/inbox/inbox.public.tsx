import { barPart } from '../../shared/ui/bar-part.ts'

/** Number of unread messages in the bar of every page; opens the newest ones. */
export const MessageBell = barPart(async () => (await import('./message-bell.tsx')).MessageBell, 'inbox')
