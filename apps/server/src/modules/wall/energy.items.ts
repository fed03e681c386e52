import type { Item } from '@cloud-factory/domain/wall/wall-frame'
import type { EnergyData, ProcessEnergy } from '@cloud-factory/domain/wall/wall-site'
import { valueOf, slotOf } from './machine-memory.ts'
import type { MachineNow, HourFacts, WallFacts, WallScope, View } from './wall.types.ts'
import { item, newest, trustOf, rounded } from './wall.rules.ts'

interface Measured {
  readonly value: number
  /** This machine measures the consumption of others. */
  readonly isMeter: boolean
}

/**
 * Total power: the sum of the meters or the sum of the machines, whichever is larger. A meter of the whole plant measures more than its machines
 * report, one of a part less. Adding both would count much of it twice. Null: no value.
 */
function together(measured: readonly Measured[]): number | null {
  if (measured.length === 0) return null
  const sum = (of: readonly Measured[]) => of.reduce((all, { value }) => all + value, 0)
  return Math.max(
    sum(measured.filter(({ isMeter }) => isMeter)),
    sum(measured.filter(({ isMeter }) => !isMeter)),
  )
}

/** kW now; null: no value. */
export const powerOf = (machines: readonly MachineNow[]): number | null =>
  together(
    machines.flatMap((one) => {
      const value = valueOf(one, 'power')
      return value === null ? [] : [{ value, isMeter: one.machine.class === 'meter' }]
    }),
  )

const maxBars = 5

/** kWh of the working day by machine, largest first, and the total; null: no meter. */
export async function energyOf(facts: WallFacts, scope: WallScope) {
  const [machines, days] = await Promise.all([facts.machines(scope), facts.machineDays(await facts.day())])
  const counted = machines.flatMap(({ machine }) => {
    const kwh = days.get(machine.id)?.energyKwh ?? null
    return kwh === null ? [] : [{ machine, kwh }]
  })
  const measured = counted.map(({ machine, kwh }) => ({ value: kwh, isMeter: machine.class === 'meter' }))
  return {
    machines,
    counted: counted.toSorted((one, other) => other.kwh - one.kwh),
    kwh: together(measured),
  }
}

/** By hour of the last day. */
function hourly(machines: readonly MachineNow[], hours: readonly HourFacts[]): EnergyData['byHour'] {
  const counters = machines.flatMap(({ machine }) => {
    const slot = slotOf(machine, 'energy')
    const course = hours.find((one) => one.machineId === machine.id && one.slot === slot)
    return course === undefined ? [] : [{ course, isMeter: machine.class === 'meter' }]
  })
  const rises = counters.flatMap(({ course, isMeter }) =>
    course.hours.flatMap(({ at, rise }) => (rise === null ? [] : [{ at, value: rise, isMeter }])),
  )
  return [...Map.groupBy(rises, ({ at }) => at)]
    .toSorted(([one], [other]) => one - other)
    .map(([at, of]) => ({ at, kwh: rounded(together(of), 1) ?? 0 }))
}

/** Current power, energy of the working day, and energy per tonne. */
export async function energy({ facts, scope }: View): Promise<Item<EnergyData>> {
  const [{ machines, counted, kwh }, hours, output] = await Promise.all([
    energyOf(facts, scope),
    facts.hours(),
    facts.day().then((day) => facts.output(scope, day)),
  ])
  const notifying = machines.filter(({ machine }) => slotOf(machine, 'power') !== null)
  return item(
    newest(notifying.map(({ heardAt }) => heardAt)),
    trustOf(notifying.filter(({ state }) => state !== 'offline').length, notifying.length),
    {
      powerKw: rounded(powerOf(machines), 1),
      todayKwh: rounded(kwh, 1),
      kwhPerTonne: kwh === null || output.doneKg <= 0 ? null : rounded(kwh / (output.doneKg / 1_000), 1),
      byHour: hourly(machines, hours),
      top: counted
        .filter(({ machine }) => machine.class !== 'meter')
        .slice(0, maxBars)
        .map(({ machine, kwh: own }) => ({ code: machine.code, kwh: rounded(own, 1) ?? 0 })),
    },
  )
}

/** Rounds amounts to tenths so that they still sum up to their rounded total. */
function tenths(amounts: readonly number[]): number[] {
  let sum = 0
  let shown = 0
  return amounts.map((amount) => {
    sum += amount
    const before = shown
    shown = Math.round(sum * 10)
    return (shown - before) / 10
  })
}

/** Energy of the working day by the process of each machine, as parts of the energy per tonne of output. */
export async function processEnergy({ facts, scope, now }: View): Promise<Item<ProcessEnergy>> {
  const [{ counted, kwh }, processes, output] = await Promise.all([
    energyOf(facts, scope),
    facts.processes(),
    facts.day().then((day) => facts.output(scope, day)),
  ])
  if (kwh === null) return item(now, 'none', { perTonne: null, todayKwh: null, bars: [] })
  const byProcess = Map.groupBy(
    counted.filter(({ machine }) => machine.class !== 'meter'),
    ({ machine }) => machine.processId,
  )
  const parts = processes.flatMap(({ id, names }) => {
    const own = byProcess.get(id)
    return own === undefined ? [] : [{ names, kwh: own.reduce((sum, one) => sum + one.kwh, 0) }]
  })
  const rest = kwh - parts.reduce((sum, part) => sum + part.kwh, 0)
  const whole = [...parts, ...(rest > 0.05 ? [{ names: null, kwh: rest }] : [])]
  const tonnes = output.doneKg / 1_000
  const amounts = tenths(whole.map((part) => part.kwh))
  const shares = tonnes > 0 ? tenths(whole.map((part) => part.kwh / tonnes)) : null
  return item(now, 'good', {
    perTonne: tonnes > 0 ? rounded(kwh / tonnes, 1) : null,
    todayKwh: rounded(kwh, 1),
    bars: whole.map(({ names }, at) => ({ names, kwh: amounts[at] ?? 0, perTonne: shares?.[at] ?? null })),
  })
}
