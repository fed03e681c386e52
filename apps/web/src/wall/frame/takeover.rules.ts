import { type Severity, severities } from '@cloud-factory/contract/alarm-words'
import type { AlarmBoard } from '@cloud-factory/contract/wall-panels'

export type AlarmRow = AlarmBoard['rows'][number]

const rank = (severity: Severity): number => severities.indexOf(severity)

/**
 * The alarm that takes the screen: the worst that nobody has acknowledged and that is at least `level`, among equals the
 * newest; null when none is. An acknowledged alarm gives the screen back.
 */
export function takingOver(rows: readonly AlarmRow[], level: Severity | null): AlarmRow | null {
  if (level === null) return null
  const wanting = rows.filter(({ acked, severity }) => !acked && rank(severity) >= rank(level))
  return wanting.toSorted((a, b) => rank(b.severity) - rank(a.severity) || b.since - a.since)[0] ?? null
}
