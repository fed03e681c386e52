import type { MachineNow, WallScope } from './wall.types.ts'

/** Machines of a screen: those of its source, limited to the selected ones if any are selected. */
export function shown(machines: readonly MachineNow[], { source, machineIds }: WallScope): MachineNow[] {
  const chosen = new Set(machineIds)
  return machines.filter(
    ({ machine }) =>
      (machine.source === 'sim') === (source === 'simulated') &&
      (chosen.size === 0 || chosen.has(String(machine.id))),
  )
}
