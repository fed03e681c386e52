import { severities } from '@cloud-factory/domain/alarms/alarm-enums'
import type { MapMachine } from '@cloud-factory/domain/wall/wall-panels'

/**
 * Severity of a machine's trouble; 0: none. Missing data does not count as trouble of the machine.
 */
export function trouble({ state, alarm }: Pick<MapMachine, 'state' | 'alarm'>): number {
  const byAlarm = alarm === null ? 0 : severities.indexOf(alarm) + 1
  return byAlarm + (state === 'fault' ? 4 : 0)
}

/** Machines in trouble, the worst first, at most `most`: the stops of the tour. */
export function tourOf<M extends Pick<MapMachine, 'id' | 'state' | 'alarm'>>(
  machines: readonly M[],
  most: number,
): readonly M[] {
  return machines
    .filter((machine) => trouble(machine) > 0)
    .toSorted((a, b) => trouble(b) - trouble(a) || a.id.localeCompare(b.id))
    .slice(0, most)
}
