import type { MachineNow, WallScope } from './wall.types.ts'

/** Of all machines those that a screen shows: of its source, and those that were chosen where some were. */
export function shown(machines: readonly MachineNow[], { source, machineIds }: WallScope): MachineNow[] {
  const chosen = new Set(machineIds)
  return machines.filter(
    ({ machine }) =>
      (machine.source === 'sim') === (source === 'simulated') &&
      (chosen.size === 0 || chosen.has(String(machine.id))),
  )
}
