import type { Scenario } from '@cloud-factory/domain/simulator/simulator-enums'
import { machineClasses, machineStates } from '@cloud-factory/domain/machines/equipment-enums'
import { describe, expect, test } from 'vitest'
import { createPlant, type Plant } from './plant.rules.ts'
import type { PlantMachine, PlantSignal } from './plant.types.ts'
import { seeded, seedOf } from './random.rules.ts'

const signals: readonly PlantSignal[] = [
  { code: 'st', kind: 'state', role: 'state', low: null, high: null },
  { code: 'cur', kind: 'gauge', role: 'current', low: 0, high: 1_000 },
  { code: 'volt', kind: 'gauge', role: 'voltage', low: 0, high: 50 },
  { code: 'out', kind: 'counter', role: 'output', low: null, high: null },
  { code: 'kwh', kind: 'counter', role: 'energy', low: null, high: null },
  { code: 'kw', kind: 'gauge', role: 'power', low: 0, high: null },
  { code: 'temp', kind: 'gauge', role: 'temperature', low: -20, high: 60 },
]
const faults = [
  { code: 'E210', text: 'Feed jammed', severity: 'critical' as const },
  { code: 'E305', text: 'Servo overcurrent', severity: 'critical' as const },
]
const machines: readonly PlantMachine[] = machineClasses.flatMap((machineClass) =>
  [1, 2].map((number) => ({
    code: `${machineClass}-${number}`,
    site: 'sim',
    line: 'A',
    source: 'sim' as const,
    machineClass,
    profileCode: machineClass,
    profileVersion: 1,
    rateMs: 1_000,
    standardRate: 30,
    ratedKw: 40,
    signals,
    faults,
  })),
)
// Eight in the morning.
const startAt = 1_790_000_000_000
const hourOfDay = (at: number) => (8 + (at - startAt) / 3_600_000) % 24
const plantOf = (seed: number, scenario: Scenario = 'normal') =>
  createPlant({ seed, scenario, machines, startAt, hourOfDay })
const picture = (plant: Plant) =>
  plant.lives.map(({ machine, state, values }) => [machine.code, state, ...values.values()])
const hour = 3_600_000
const life = (plant: Plant, code: string) => plant.lives.find(({ machine }) => machine.code === code)

describe('random', () => {
  test('the same seed gives the same numbers; another one does not', () => {
    const some = (seed: number) => Array.from({ length: 20 }, seeded(seed).next)
    expect(some(42)).toEqual(some(42))
    expect(some(42)).not.toEqual(some(43))
    expect(seedOf(1, 'a')).not.toBe(seedOf(2, 'a'))
  })

  test('means and bounds', () => {
    const random = seeded(7)
    const mean = (draw: () => number) =>
      Array.from({ length: 20_000 }, draw).reduce((sum, one) => sum + one, 0) / 20_000
    expect(mean(random.next)).toBeCloseTo(0.5, 1)
    expect(mean(random.bell)).toBeCloseTo(0, 1)
    expect(mean(() => random.waiting(10))).toBeGreaterThan(9.5)
    expect(mean(() => random.waiting(10))).toBeLessThan(10.5)
  })
})

describe('a played factory', () => {
  test('is the same for the same seed, step by step, and another for another', () => {
    const [one, two, other] = [plantOf(42), plantOf(42), plantOf(43)]
    for (let count = 0; count < 60; count += 1) {
      expect(one.step(60_000)).toEqual(two.step(60_000))
      other.step(60_000)
    }
    expect(picture(one)).toEqual(picture(two))
    expect(picture(one)).not.toEqual(picture(other))
  })

  test('one more machine does not change what the others send before they meet over a piece', () => {
    const more = createPlant({
      seed: 42,
      scenario: 'normal',
      startAt,
      hourOfDay,
      machines: [...machines, { ...(machines[0] as PlantMachine), code: 'meter-9', machineClass: 'meter' }],
    })
    const one = plantOf(42)
    one.step(20_000)
    more.step(20_000)
    expect(picture(more).slice(0, machines.length)).toEqual(picture(one))
  })

  test('the machines that repair orders name are under repair until their work ends, and no other one', () => {
    let codes = new Set(['robot-1'])
    const plant = createPlant({
      seed: 42,
      scenario: 'normal',
      machines,
      startAt,
      hourOfDay,
      underRepair: () => codes,
    })
    const repaired = () =>
      plant.lives.filter(({ state }) => state === 'maintenance').map(({ machine }) => machine.code)
    for (let count = 0; count < 24; count += 1) {
      plant.step(hour / 2)
      expect(repaired()).toEqual(['robot-1'])
    }
    codes = new Set()
    plant.step(120_000)
    expect(repaired()).toEqual([])
  })

  test('no piece is lost or made twice: begun = waiting + at machines + done', () => {
    const plant = plantOf(5)
    let done = 0
    for (let count = 0; count < 12; count += 1) {
      plant.step(hour / 2)
      const waiting = [...plant.yard.waiting.values()].flat()
      const working = plant.lives.flatMap(({ job }) => (job === null ? [] : [job.piece]))
      const serials = [...waiting, ...working].map(({ serial }) => serial)
      expect(new Set(serials).size).toBe(serials.length)
      expect(serials.length + plant.yard.done).toBe(plant.yard.begun)
      done = plant.yard.done
    }
    expect(done).toBeGreaterThan(5)
  })

  test('a counter of arc hours goes on second by second, by no more than the hours that passed', () => {
    const arc: PlantSignal = { code: 'arc_h', kind: 'counter', role: 'arc_on', low: null, high: null }
    const welders = machines.map((machine) => ({ ...machine, signals: [...signals, arc] }))
    const plant = createPlant({ seed: 42, scenario: 'normal', machines: welders, startAt, hourOfDay })
    for (let second = 0; second < 1_800; second += 1) plant.step(1_000)
    const hours = plant.lives.map(({ values }) => values.get('arc_h') ?? Number.NaN)
    expect(Math.max(...hours)).toBeGreaterThan(0.1)
    expect(Math.max(...hours)).toBeLessThanOrEqual(0.5)
  })

  test('counters never go back, states are those there are, gauges of a stopped machine rest', () => {
    const plant = plantOf(9)
    const last = new Map<string, number>()
    for (let count = 0; count < 150; count += 1) {
      plant.step(60_000)
      for (const { machine, state, values } of plant.lives) {
        expect(machineStates).toContain(state)
        expect(values.get('st')).toBe(machineStates.indexOf(state))
        if (state !== 'running') expect(values.get('cur')).toBe(0)
        for (const counter of ['out', 'kwh']) {
          const key = `${machine.code} ${counter}`
          expect(values.get(counter)).toBeGreaterThanOrEqual(last.get(key) ?? 0)
          last.set(key, values.get(counter) ?? 0)
        }
      }
    }
  })

  test('at night nobody works, unless the night shift is played', () => {
    const [day, night] = [plantOf(3), plantOf(3, 'night')]
    for (const plant of [day, night]) plant.step(15 * hour)
    const runs = (plant: Plant) => plant.lives.filter(({ state }) => state === 'running').length
    expect(runs(day)).toBe(0)
    expect(runs(night)).toBeGreaterThan(5)
  })

  test('breaks down by itself now and then, and goes on', () => {
    const plant = plantOf(11, 'night')
    const observed = new Set<string>()
    for (let count = 0; count < 120; count += 1) {
      plant.step(hour / 4)
      for (const { machine, state } of plant.lives) if (state === 'fault') observed.add(machine.code)
    }
    expect(observed.size).toBeGreaterThan(2)
    expect(plant.lives.some(({ state }) => state === 'running')).toBe(true)
  })
})

describe('what controls say of breakdowns', () => {
  const alarmsIn = (plant: Plant, ms: number) =>
    plant.step(ms).flatMap((one) => (one.type === 'alarm' ? [one] : []))

  test('each begins with a code of the machine and ends with the same', () => {
    const plant = plantOf(11, 'night')
    const reported = alarmsIn(plant, 30 * hour)
    const begun = reported.filter(({ on }) => on)
    expect(begun.length).toBeGreaterThan(4)
    expect(new Set(begun.map(({ fault }) => fault.code))).toEqual(new Set(['E210', 'E305']))
    for (const one of begun) {
      const ends = reported.filter(
        ({ machine, number, on }) => !on && machine === one.machine && number === one.number,
      )
      const isDown = life(plant, one.machine.code)?.state === 'fault'
      expect(ends.map(({ fault }) => fault)).toEqual(
        isDown && plant.activeFaults().includes(one) ? [] : [one.fault],
      )
    }
  })

  test('the breakdown of the scenario and one by hand are told; a control without codes says nothing', () => {
    const plant = plantOf(1, 'breakdown')
    expect(alarmsIn(plant, 3 * 60_000).map(({ machine, on }) => [machine.code, on])).toEqual([
      ['gantry_saw-1', true],
    ])
    const mute = createPlant({
      seed: 1,
      scenario: 'normal',
      startAt,
      hourOfDay,
      machines: machines.map((machine) => ({ ...machine, faults: [] })),
    })
    mute.breakMachine('crane-1', 60_000)
    expect(alarmsIn(mute, 3 * 60_000)).toEqual([])
    const other = plantOf(1)
    other.breakMachine('crane-1', 60_000)
    expect(alarmsIn(other, 3 * 60_000).map(({ machine, on }) => [machine.code, on])).toEqual([
      ['crane-1', true],
      ['crane-1', false],
    ])
  })
})

describe('scenarios', () => {
  test('a gantry welder breaks down two minutes after the beginning', () => {
    const plant = plantOf(1, 'breakdown')
    plant.step(60_000)
    expect(life(plant, 'gantry_saw-1')?.state).not.toBe('fault')
    plant.step(120_000)
    expect(life(plant, 'gantry_saw-1')?.state).toBe('fault')
    plant.step(hour)
    expect(life(plant, 'gantry_saw-1')?.state).not.toBe('fault')
  })

  test('a blackout takes the links for six minutes; the machines go on', () => {
    const plant = plantOf(1, 'blackout')
    const first = plant.lives[0] as (typeof plant.lives)[number]
    expect(plant.dark(first)).toBe(false)
    plant.step(3 * 60_000)
    expect(plant.dark(first)).toBe(true)
    plant.step(6 * 60_000)
    expect(plant.dark(first)).toBe(false)
  })

  test('weld current wanders out of its window', () => {
    const [normal, drift] = [plantOf(8), plantOf(8, 'drift')]
    const mean = (plant: Plant, wanders: (machine: PlantMachine) => boolean) => {
      let sum = 0
      let count = 0
      for (let step = 0; step < 160; step += 1) {
        plant.step(60_000)
        for (const { machine, state, values } of plant.lives)
          if (step > 80 && state === 'running' && wanders(machine)) {
            sum += values.get('cur') ?? 0
            count += 1
          }
      }
      return sum / count
    }
    const isWelder = ({ machineClass }: PlantMachine) =>
      machineClass === 'gantry_saw' || machineClass === 'robot'
    expect(mean(drift, isWelder) / mean(normal, isWelder)).toBeGreaterThan(1.12)
    // What is no weld current stays where it is.
    const isMotor = ({ machineClass }: PlantMachine) => machineClass === 'straightener'
    const [still, same] = [plantOf(8), plantOf(8, 'drift')]
    expect(mean(same, isMotor) / mean(still, isMotor)).toBeLessThan(1.02)
  })

  test('pieces of a rush overtake the others', () => {
    const plant = plantOf(2, 'rush')
    const afterCut = plant
      .step(5 * hour)
      .flatMap((one) =>
        one.type === 'job.end' && one.machine.machineClass === 'assembly' ? [one.piece.rush] : [],
      )
    expect(afterCut).toContain(true)
  })

  test('somebody can break a machine by hand', () => {
    const plant = plantOf(1)
    expect(plant.breakMachine('crane-1', 60_000)).toBe(true)
    expect(plant.breakMachine('nothing', 60_000)).toBe(false)
    plant.step(5_000)
    expect(life(plant, 'crane-1')?.state).toBe('fault')
  })
})
