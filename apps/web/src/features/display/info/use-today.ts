import { useState } from 'react'
import { useInstant } from '../../../shared/format/dates.ts'

/** The factory's day of this visit, `2026-03-21`: what is written does not change under its writer at midnight. */
export function useToday(): string {
  const instant = useInstant()
  const [today] = useState(() => instant(new Date(), '{y}-{m}-{d}'))
  return today
}
