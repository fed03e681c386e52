import type { MachineReason } from '@cloud-factory/contract/machines/machines'

interface MachineFacts {
  readonly active: boolean
}

type Verdict = true | MachineReason

export const canAddMachine = (tags: readonly string[]): Verdict =>
  tags.includes('equipment.edit') || 'permission.denied'

/** Permitted actions on a machine. A retired machine must be restored before any other action. */
export function machineCan(
  tags: readonly string[],
  { active }: MachineFacts,
): { readonly edit: Verdict; readonly retire: Verdict; readonly restore: Verdict } {
  const allowed = canAddMachine(tags)
  if (allowed !== true) return { edit: allowed, retire: allowed, restore: allowed }
  return active
    ? { edit: true, retire: true, restore: 'machine.not_retired' }
    : { edit: 'machine.retired', retire: 'machine.retired', restore: true }
}
