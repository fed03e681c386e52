import { machineStates, type SignalRole } from '@cloud-factory/domain/machines/equipment-enums'
import { type Scenario, scenarios } from '@cloud-factory/domain/simulator/simulator-enums'
import { describe, expect, test } from 'vitest'
import { RuleWatch } from '../src/modules/alarms/rule-watch.ts'
import { shippedColumns } from '../src/modules/alarms/save-rule.ts'
import { type ShippedRule, shippedRules } from '../src/modules/alarms/shipped-rules.ts'
import { machinesOfWorkshop } from '../src/modules/machines/machines.demo.ts'
import { breakdownAlarms, demoCodes } from '../src/modules/oee/demo-days.ts'
import { shippedProfiles } from '../src/modules/machines/shipped-profiles.ts'
import { createPlant, type Plant } from '../src/modules/simulator/plant.rules.ts'
import type { MachineLife, PlantMachine } from '../src/modules/simulator/plant.types.ts'

// Simulates two machines of each kind for a day of each scenario, and checks the alarms against the default alarm
// rules.

const minute = 60_000
const hour = 60 * minute
/** 02:00 UTC, which is 10:00 in the factory. */
const midnight = Date.UTC(2026, 2, 20, -8)

const two = ['W1', 'W2', 'W3'].flatMap(machinesOfWorkshop).filter(({ at }) => at <= 2)
const machines = two.map(({ group, code }): PlantMachine => {
  const profile = shippedProfiles.find((one) => one.code === group.profile)
  if (profile === undefined) throw new Error(`no profile ${group.profile}`)
  return {
    code,
    site: 'sim',
    line: group.line,
    source: 'sim',
    machineClass: profile.class,
    profileCode: profile.code,
    profileVersion: 1,
    rateMs: profile.rateMs,
    standardRate: group.rate?.[0] ?? null,
    ratedKw: group.ratedKw,
    faults: breakdownAlarms(profile.class),
    signals: profile.signals.map(({ code: signal, kind, role, low, high }) => ({
      code: signal,
      kind,
      role,
      low,
      high,
    })),
  }
})

const ruleOf = (rule: ShippedRule, id: number) => ({
  ...shippedColumns(rule),
  id,
  names: { zh: '', en: '', es: '' },
  advice: null,
  quiet_min: 10,
  active: true,
  version: 1,
  isUsed: true,
})

interface Watched {
  readonly life: MachineLife
  readonly codes: readonly string[]
  readonly rules: readonly RuleWatch[]
}

function watched(life: MachineLife, id: number): Watched {
  const { machine } = life
  const codes = machine.signals.map(({ code }) => code)
  const slots: Partial<Record<SignalRole, number>> = {}
  for (const [at, { role }] of machine.signals.entries()) if (role !== null) slots[role] ??= at + 1
  const known = {
    id,
    code: machine.code,
    name: machine.code,
    class: machine.machineClass,
    source: machine.source,
    workshopId: null,
    rateMs: machine.rateMs,
    slots,
    codes: Object.fromEntries(codes.map((code, at) => [code, at + 1])),
    units: {},
  }
  const rules = shippedRules
    .filter(({ class: of, kind }) => kind !== 'machine' && (of === null || of === machine.machineClass))
    .map((rule, at) => new RuleWatch(1, known, ruleOf(rule, at), null, 0))
  return { life, codes, rules }
}

interface Raised {
  readonly code: string
  readonly machine: string
  readonly at: number
}

interface Day {
  readonly raised: readonly Raised[]
  readonly chatter: number
  /** Alarms that the controls reported. */
  readonly reported: readonly Raised[]
}

/** Alarms that the controls report as started. */
const reportedIn = (events: ReturnType<Plant['step']>, at: number): Raised[] =>
  events.flatMap((one) =>
    one.type === 'alarm' && one.on ? [{ code: one.fault.code, machine: one.machine.code, at }] : [],
  )

/** All alarms of a day of a scenario, the chattering ones, and those reported by machines. */
function dayOf(scenario: Scenario): Day {
  const beginHour = scenario === 'night' ? 20 : 6
  const startAt = midnight + beginHour * hour
  const hourOfDay = (at: number) => ((at - midnight) / hour) % 24
  const plant = createPlant({ seed: 42, scenario, machines, startAt, hourOfDay })
  const all = plant.lives.map(watched)
  const raised: Raised[] = []
  const reported: Raised[] = []
  let chatter = 0
  for (let passed = 0; passed < 24 * hour; passed += 5_000) {
    reported.push(...reportedIn(plant.step(5_000), plant.now() - startAt))
    for (const one of all)
      for (const { rule, actions } of reportedBy(one, plant))
        for (const action of actions) {
          if (action.kind === 'chatter' && action.isChattering) chatter += 1
          if (action.kind === 'change' && action.change.kind === 'raise')
            raised.push({ code: rule.code, machine: one.life.machine.code, at: action.at - startAt })
        }
  }
  return { raised, chatter, reported }
}

/** What a machine's values mean to its rules now. A machine without a link only counts as offline. */
function reportedBy({ life, codes, rules }: Watched, plant: Plant) {
  const now = plant.now()
  const isDark = plant.dark(life)
  const state = life.values.get('st')
  const isAtRest = state !== undefined && state !== machineStates.indexOf('running')
  return rules.map(({ rule, slot }, at) => {
    const watch = rules[at] as RuleWatch
    if (rule.kind === 'offline')
      return { rule, actions: [...watch.value(now, isDark ? 0 : 1), ...watch.passed(now)] }
    const value = slot === null || isDark ? undefined : life.values.get(codes[slot - 1] ?? '')
    return {
      rule,
      actions: [...(value === undefined ? [] : watch.value(now, value, isAtRest)), ...watch.passed(now)],
    }
  })
}

const days = new Map(scenarios.map((scenario) => [scenario, dayOf(scenario)]))
const day = (scenario: Scenario) => days.get(scenario) ?? { raised: [], chatter: 0, reported: [] }
const codesOf = (scenario: Scenario) => [...new Set(day(scenario).raised.map(({ code }) => code))].toSorted()
const of = (scenario: Scenario, code: string) => day(scenario).raised.filter((one) => one.code === code)

describe('a day of alarms', () => {
  test.each(scenarios)(
    '%s: nothing chatters, and breakdowns stay what a factory can look after',
    (scenario) => {
      expect(day(scenario).chatter).toBe(0)
      expect(of(scenario, 'FAULT').length).toBeGreaterThan(0)
      expect(of(scenario, 'FAULT').length).toBeLessThan(15)
    },
  )

  test.each(scenarios)('%s: what breaks down says why, by codes that stand for reasons', (scenario) => {
    const { reported } = day(scenario)
    const down = of(scenario, 'FAULT').map(({ machine }) => machine)
    expect(reported.length).toBeGreaterThanOrEqual(down.length)
    expect(reported.map(({ machine }) => machine)).toEqual(expect.arrayContaining(down))
    const reasons = new Set(demoCodes.map(([, code]) => code))
    expect(reported.filter(({ code }) => !reasons.has(code))).toEqual([])
  })

  test.each(['normal', 'rush', 'breakdown'] as const)('%s: nothing but breakdowns', (scenario) => {
    expect(codesOf(scenario)).toEqual(['FAULT'])
  })

  test('breakdown: a gantry welder, two minutes after the beginning', () => {
    expect(of('breakdown', 'FAULT')[0]?.machine).toBe('SAW-GANTRY-01')
    expect(of('breakdown', 'FAULT')[0]?.at).toBeLessThan(4 * minute)
  })

  test('blackout: each machine is offline once, and nothing is told of what nobody hears', () => {
    const offline = of('blackout', 'OFFLINE')
    expect(offline).toHaveLength(machines.length)
    expect(new Set(offline.map(({ machine }) => machine)).size).toBe(machines.length)
    expect(codesOf('blackout')).toEqual(['FAULT', 'OFFLINE'])
  })

  test('drift: every gantry welder’s current leaves its procedure, and no motor’s', () => {
    expect(codesOf('drift')).toEqual(['FAULT', 'SAW-CURRENT'])
    const welders = machines.filter(({ machineClass }) => machineClass === 'gantry_saw')
    expect(new Set(of('drift', 'SAW-CURRENT').map(({ machine }) => machine)).size).toBe(welders.length)
  })

  test('night: flux runs low, since few are there to fill it up', () => {
    expect(codesOf('night')).toEqual(['FAULT', 'SAW-FLUX'])
    expect(of('night', 'SAW-FLUX').length).toBeLessThan(20)
  })
})
