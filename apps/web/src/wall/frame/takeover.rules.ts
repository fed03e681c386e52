import { type Severity, severities } from '@cloud-factory/contract/alarm-words'
import type { AlarmBoard } from '@cloud-factory/contract/wall-panels'
import { figure } from '../figures.ts'

export type AlarmRow = AlarmBoard['rows'][number]

/** The value that raised it, with its unit. */
export const measured = ({ value, unit }: Pick<AlarmRow, 'value' | 'unit'>): string =>
  `${figure(value, 1)} ${unit}`.trim()

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
