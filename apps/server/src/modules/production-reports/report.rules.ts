import { daysBetween } from '@cloud-factory/domain/numbers/civil-days'

/** What is wrong with a span of days, both ends included; null when nothing is. */
export function spanFault(
  from: string,
  to: string,
  maxDays: number,
): 'before_start' | 'report.too_long' | null {
  const days = daysBetween(from, to) + 1
  if (days < 1) return 'before_start'
  return days > maxDays ? 'report.too_long' : null
}
