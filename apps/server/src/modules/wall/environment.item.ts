import type { MachineClass, SignalRole } from '@cloud-factory/contract/equipment-enums'
import type { Item } from '@cloud-factory/contract/wall-frame'
import type { EnvironmentData } from '@cloud-factory/contract/wall-panels'
import { item, newest, trustOf } from './trust.rules.ts'
import type { MachineNow } from './wall.types.ts'
import { rounded } from './grams.rules.ts'
import type { View } from './view.types.ts'

const maxReadings = 12
/** Machines that measure the hall and its air, and roles that are about it; of these also gauges without a role: dust, VOC. */
const classes: readonly MachineClass[] = ['coating_line', 'blaster', 'compressor']
const roles: readonly (SignalRole | null)[] = [
  'temperature',
  'humidity',
  'surface_temperature',
  'pressure',
  null,
]

const measured = ({ machine }: MachineNow) =>
  classes.includes(machine.class)
    ? machine.signals.filter(({ role, kind }) => kind === 'gauge' && roles.includes(role))
    : []

/** Air of the hall and the compressed one, now and over the day. */
export async function environment({ facts, scope }: View): Promise<Item<EnvironmentData>> {
  const [machines, hours] = await Promise.all([facts.machines(scope), facts.hours()])
  const readings = machines
    .flatMap((one) => measured(one).map((signal) => ({ one, signal })))
    .toSorted((a, b) => classes.indexOf(a.one.machine.class) - classes.indexOf(b.one.machine.class))
    .slice(0, maxReadings)
    .map(({ one, signal }) => {
      const last = one.state === 'offline' ? undefined : one.values.get(signal.slot)
      const course = hours.find(({ machineId, slot }) => machineId === one.machine.id && slot === signal.slot)
      return {
        machine: one.machine.code,
        signal: signal.code,
        names: signal.names,
        role: signal.role,
        unit: signal.unit,
        value: rounded(last?.value ?? null, 2),
        at: last?.at ?? null,
        hours: course?.hours.map(({ mean }) => rounded(mean, 2)) ?? [],
      }
    })
  return item(
    newest(readings.map(({ at }) => at)),
    trustOf(readings.filter(({ value }) => value !== null).length, readings.length),
    { readings },
  )
}
