import type { Severity } from '@cloud-factory/domain/alarms/alarm-enums'
import type { AlarmBoard } from '@cloud-factory/domain/wall/wall-panels'

export type AlarmRow = AlarmBoard['rows'][number]

/** So long an alarm has the screen, ms; after that it is in the list and the ticker, and the screen shows the factory again. */
export const takeoverMs = 120_000

/**
 * The alarms that take the screen together, the newest first: critical ones whose condition holds, that nobody has acknowledged,
 * and that came a short while ago. Empty: none does, or the screen is published without a takeover.
 */
export function takingOver(
  rows: readonly AlarmRow[],
  level: Severity | null,
  now: number,
): readonly AlarmRow[] {
  if (level === null) return []
  return rows
    .filter(
      ({ acked, current, severity, since }) =>
        severity === 'critical' && current && !acked && now - since < takeoverMs,
    )
    .toSorted((a, b) => b.since - a.since)
}
