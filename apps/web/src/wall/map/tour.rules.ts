import { severities } from '@cloud-factory/domain/alarms/alarm-enums'
import type { MapMachine } from '@cloud-factory/domain/wall/wall-panels'

/** How much a machine needs to be looked at; 0: not at all. No data is no trouble of the machine. */
export function trouble({ state, alarm }: Pick<MapMachine, 'state' | 'alarm'>): number {
  const byAlarm = alarm === null ? 0 : severities.indexOf(alarm) + 1
  return byAlarm + (state === 'fault' ? 4 : 0)
}

/** Machines in trouble, the worst first, at most `most`: the tour goes round them. */
export function tourOf<M extends Pick<MapMachine, 'id' | 'state' | 'alarm'>>(
  machines: readonly M[],
  most: number,
): readonly M[] {
  return machines
    .filter((machine) => trouble(machine) > 0)
    .toSorted((a, b) => trouble(b) - trouble(a) || a.id.localeCompare(b.id))
    .slice(0, most)
}
