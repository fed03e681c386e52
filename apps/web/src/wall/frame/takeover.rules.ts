import type { Severity } from '@cloud-factory/domain/alarms/alarm-enums'
import type { AlarmBoard } from '@cloud-factory/domain/wall/wall-panels'

export type AlarmRow = AlarmBoard['rows'][number]

/**
 * Duration of an alarm takeover, ms. Afterwards the alarm is in the list and the ticker, and the
 * screen shows the factory again.
 */
export const takeoverMs = 120_000

/**
 * The alarms that take over the screen together, the newest first: critical, active, not
 * acknowledged, and recent. Empty: none, or the screen is published without takeover.
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
