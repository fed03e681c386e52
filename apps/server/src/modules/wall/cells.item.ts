import type { MachineClass } from '@cloud-factory/domain/machines/equipment-enums'
import type { Item } from '@cloud-factory/domain/wall/wall-frame'
import type { CuttingCell, LogisticsData, PaintCell } from '@cloud-factory/domain/wall/wall-panels'
import { hallClimate } from './climate.rules.ts'
import type { MachineDay } from './facts.types.ts'
import { valueOf } from './readings.ts'
import { item, newest, trustOf } from './trust.rules.ts'
import type { MachineNow } from './wall.types.ts'
import { grams, rounded } from './grams.rules.ts'
import { powerOf } from './power.ts'
import type { View } from './view.types.ts'

const ofClass = (machines: readonly MachineNow[], ...classes: MachineClass[]) =>
  machines.filter(({ machine }) => classes.includes(machine.class))
const heard = (machines: readonly MachineNow[]) => newest(machines.map(({ heardAt }) => heardAt))
const trusted = (machines: readonly MachineNow[]) =>
  trustOf(machines.filter(({ state }) => state !== 'offline').length, machines.length)

/** Output of a day by unit, in the order of the units. */
function outputs(days: readonly (MachineDay | undefined)[]): CuttingCell['output'] {
  const sums = new Map<string, number>()
  for (const day of days) {
    if (day === undefined || day.output === null) continue
    sums.set(day.outputUnit, (sums.get(day.outputUnit) ?? 0) + day.output)
  }
  return [...sums]
    .map(([unit, value]) => ({ unit, value: rounded(value, 1) ?? 0 }))
    .toSorted((one, other) => (one.unit < other.unit ? -1 : 1))
}

/** Cutters and lasers, and what was cut today. */
export async function cutting({ facts, scope }: View): Promise<Item<CuttingCell>> {
  const day = await facts.day()
  const [all, days, done, processId] = await Promise.all([
    facts.machines(scope),
    facts.machineDays(day),
    facts.doneToday(scope, day),
    facts.cuttingId(),
  ])
  const machines = ofClass(all, 'cutter', 'laser')
  return item(heard(machines), trusted(machines), {
    machines: machines.length,
    running: machines.filter(({ state }) => state === 'running').length,
    doneTodayKg: grams(done.get(processId ?? '') ?? 0),
    output: outputs(machines.map(({ machine }) => days.get(machine.id))),
    powerKw: rounded(powerOf(machines), 1),
  })
}

/** The first of these with a value. */
const firstOf = (
  machines: readonly MachineNow[],
  role: 'temperature' | 'humidity' | 'surface_temperature',
) => {
  for (const one of machines) {
    const value = valueOf(one, role)
    if (value !== null) return value
  }
  return null
}

/** Climate of the coating line with its status, the blasting machines, and the measured film thickness. */
export async function paint({ facts, scope }: View): Promise<Item<PaintCell>> {
  const day = await facts.day()
  const [all, film, done, processId] = await Promise.all([
    facts.machines(scope),
    facts.film(),
    facts.doneToday(scope, day),
    facts.coatingId(),
  ])
  const lines = ofClass(all, 'coating_line')
  const airC = firstOf(lines, 'temperature')
  const humidity = firstOf(lines, 'humidity')
  const surfaceC = firstOf(lines, 'surface_temperature')
  const machines = [...lines, ...ofClass(all, 'blaster')]
  return item(heard(machines), trusted(machines), {
    airC: rounded(airC, 1),
    humidity: rounded(humidity, 1),
    surfaceC: rounded(surfaceC, 1),
    ...hallClimate(airC, humidity, surfaceC, scope.thresholds.dewMarginK),
    blasters: ofClass(all, 'blaster').map((one) => ({
      code: one.machine.code,
      state: one.state,
      currentA: rounded(valueOf(one, 'current'), 1),
    })),
    dftUm:
      film === null
        ? null
        : {
            mean: rounded(film.mean, 1) ?? 0,
            asked: rounded(film.asked, 0) ?? 0,
            readings: film.readings,
          },
    doneTodayKg: grams(done.get(processId ?? '') ?? 0),
  })
}

/** Cranes and shipments. */
export async function logistics({ facts, scope, now }: View): Promise<Item<LogisticsData>> {
  const day = await facts.day()
  const [all, days, shipping] = await Promise.all([
    facts.machines(scope),
    facts.machineDays(day),
    facts.shipping(scope, day),
  ])
  const cranes = ofClass(all, 'crane')
  const busy = (of: MachineDay | undefined) =>
    of === undefined || of.plannedS <= 0 ? null : Math.min(1, of.runS / of.plannedS)
  return item(heard(cranes) ?? now, cranes.length === 0 ? 'good' : trusted(cranes), {
    cranes: cranes.map((one) => ({
      id: String(one.machine.id),
      code: one.machine.code,
      state: one.state,
      loadT: rounded(valueOf(one, 'load'), 1),
      busy: rounded(busy(days.get(one.machine.id)), 3),
    })),
    ...shipping,
  })
}
