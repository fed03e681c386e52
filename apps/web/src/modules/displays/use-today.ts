import { useState } from 'react'
import { useInstant } from '../../shared/format/dates.ts'

/**
 * The factory's local date of this visit, `2026-03-21`: it does not change at midnight while
 * somebody edits.
 */
export function useToday(): string {
  const instant = useInstant()
  const [today] = useState(() => instant(new Date(), '{y}-{m}-{d}'))
  return today
}
