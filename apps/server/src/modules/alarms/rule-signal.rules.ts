import type { RuleKind } from '@cloud-factory/domain/alarms/alarm-enums'
import type { MachineClass, SignalRole } from '@cloud-factory/domain/machines/equipment-enums'

/** The parts of a rule that select a value of a machine. */
interface RuleSignal {
  readonly kind: RuleKind
  readonly role: SignalRole | null
  readonly signal: string | null
}

/** The parts of a rule that select machines. */
interface RuleScope {
  readonly class: MachineClass | null
  readonly machine_id: number | null
}

interface SignalledMachine {
  readonly id: number
  readonly class: MachineClass
  readonly slots: Readonly<Partial<Record<SignalRole, number>>>
  readonly codes: Readonly<Record<string, number>>
  readonly units: Readonly<Record<number, string>>
}

/** Slot of a rule's value in a machine's frames, from 1; null: it uses none. */
export function slotOf(
  { kind, role, signal }: RuleSignal,
  { slots, codes }: Pick<SignalledMachine, 'slots' | 'codes'>,
): number | null {
  if (kind === 'offline' || kind === 'machine') return null
  if (kind === 'state') return slots.state ?? null
  if (role !== null) return slots[role] ?? null
  return (signal === null ? undefined : codes[signal]) ?? null
}

export const isFor = (rule: RuleScope, machine: Pick<SignalledMachine, 'id' | 'class'>): boolean =>
  rule.machine_id === null
    ? rule.class === null || rule.class === machine.class
    : rule.machine_id === machine.id

/** Unit of the values that a rule compares on a machine; empty: dimensionless, or it compares none. */
export function unitOf(rule: RuleSignal, machine: SignalledMachine | undefined): string {
  if (machine === undefined || (rule.kind !== 'above' && rule.kind !== 'below')) return ''
  const slot = slotOf(rule, machine)
  return (slot === null ? undefined : machine.units[slot]) ?? ''
}

/** Unit of a rule's limits; empty when its machines do not all use the same one. */
export function unitOfRule(rule: RuleSignal & RuleScope, machines: readonly SignalledMachine[]): string {
  const sending = machines.filter((machine) => isFor(rule, machine) && slotOf(rule, machine) !== null)
  const units = new Set(sending.map((machine) => unitOf(rule, machine)))
  const [unit = ''] = units
  return units.size === 1 ? unit : ''
}
