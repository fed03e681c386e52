import type { SignalRole } from '@cloud-factory/domain/machines/equipment-enums'
import type { MachineNow, Reading } from './wall.types.ts'
import { slotOf } from './machine-memory.ts'

/** The newest value of a role; null: no value yet, or the machine is offline. */
export function readingOf(one: MachineNow, role: SignalRole): Reading | null {
  const slot = slotOf(one.machine, role)
  return slot === null || one.state === 'offline' ? null : (one.values.get(slot) ?? null)
}

export const valueOf = (one: MachineNow, role: SignalRole): number | null =>
  readingOf(one, role)?.value ?? null
