import type { PositionedMachine } from '@cloud-factory/domain/wall/wall-frame'
import type { SimulatorState } from '@cloud-factory/contract/simulator/simulator'
import type { MachineClass } from '@cloud-factory/domain/machines/equipment-enums'
import { expect, test } from 'vitest'
import { demoGroups } from '../src/modules/machines/machines.demo-data.ts'
import { createPlant } from '../src/modules/simulator/plant.rules.ts'
import { panelItems } from '../src/modules/wall/items.ts'
import { simulatedFacts } from '../src/modules/wall/simulated/simulated-facts.ts'
import type { MachineMemory } from '../src/modules/wall/machine-memory.ts'
import type { WallFacts } from '../src/modules/wall/wall.types.ts'

const classes: Readonly<Record<string, MachineClass>> = {
  'cnc-cutter': 'cutter',
  'laser-cutter': 'laser',
  'band-saw': 'saw',
  'drill-line': 'drill',
  'h-assembly': 'assembly',
  'gantry-saw': 'gantry_saw',
  straightener: 'straightener',
  'overhead-crane': 'crane',
  'weld-robot': 'robot',
  'shot-blaster': 'blaster',
  'coating-line': 'coating_line',
  compressor: 'compressor',
  'power-meter': 'meter',
}
/** The machines of the simulated site, without signals: their values are not looked at here. */
const known = demoGroups
  .flatMap((group) => Array.from({ length: group.count }, (_, at) => ({ group, at })))
  .map(({ group, at }, index) => ({
    id: index + 1,
    code: `SIM-${group.prefix}-0${at + 1}`,
    name: group.name,
    class: classes[group.profile] ?? 'other',
    source: 'sim' as const,
    line: group.line,
    workshopId: null,
    processId: null,
    rateMs: 1_000,
    ratedKw: group.ratedKw,
    standardRate: group.rate?.[0] ?? null,
    outputUnit: group.rate?.[1] ?? '',
    xM: index * 4,
    yM: 0,
    widthM: 3,
    depthM: 2,
    signals: [
      {
        slot: 1,
        code: 'kwh',
        names: { zh: '', en: '', es: '' },
        role: 'energy',
        kind: 'counter',
        unit: 'kWh',
        low: null,
        high: null,
      },
    ],
  })) satisfies readonly PositionedMachine[]

const hour = 3_600_000
const midnight = Date.parse('2026-11-23T00:00:00+08:00')
const scope = {
  source: 'simulated' as const,
  projectIds: [],
  processIds: [],
  machineIds: [],
  thresholds: { oeeTarget: 0.75, firstPassTarget: 0.95, dewMarginK: 3, lateDays: 0 },
  timelineHours: 12,
  tracedId: null,
  people: 'initial' as const,
  orderId: null,
  colouring: 'status' as const,
}

/** The simulated site as the wall sees it, from six in the morning. */
function siteOf(seed: number) {
  const plant = createPlant({
    seed,
    scenario: 'normal',
    startAt: midnight + 6 * hour,
    hourOfDay: (at) => ((at - midnight) / hour) % 24,
    machines: known.map(({ class: machineClass, ...machine }) => ({
      ...machine,
      machineClass,
      site: 'sim',
      profileCode: machineClass,
      profileVersion: 1,
      signals: [],
      faults: [],
    })),
  })
  const state = { scenario: 'normal', seed } as SimulatorState
  const played = () => ({
    now: plant.now(),
    books: plant.books,
    waiting: plant.yard.waiting,
    drift: plant.drift(),
    isDark: false,
  })
  const facts = simulatedFacts({
    simulation: () => ({
      state: () => state,
      watched: () => undefined,
      played,
    }),
    memory: {
      all: async () =>
        known.map((machine) => ({
          machine,
          state: 'unknown',
          since: null,
          heardAt: null,
          values: new Map(),
        })),
      trace: () => [],
    } as unknown as MachineMemory,
    live: {
      day: async () => ({ timeZone: 'Asia/Shanghai' }),
      reported: async () => ({ masking: { customers: 'full', projects: 'full' } }),
    } as unknown as WallFacts,
    played,
    serverNow: () => plant.now(),
  })
  const view = () => ({ facts, scope, now: plant.now() })
  return { plant, view }
}

/** Figures that must be believable at every hour. */
async function hourOf({ plant, view }: ReturnType<typeof siteOf>) {
  const [tonnes, risk, energy, parts, quality, crews, states] = await Promise.all([
    panelItems.tonnes_today(view()),
    panelItems.orders_at_risk(view()),
    panelItems.energy(view()),
    panelItems.process_energy(view()),
    panelItems.first_pass(view()),
    panelItems.crew_yield(view()),
    panelItems.state_counts(view()),
  ])
  return {
    hour: (plant.now() - midnight) / hour,
    doneKg: tonnes.data.doneKg,
    late: risk.data.orders.filter(({ lateDays }) => (lateDays ?? 0) > 0).length,
    kwh: energy.data.todayKwh ?? 0,
    barsKwh: energy.data.byHour.reduce((sum, { kwh }) => sum + kwh, 0),
    perTonne: energy.data.kwhPerTonne,
    partsPerTonne: parts.data.bars.reduce((sum, bar) => sum + (bar.perTonne ?? 0), 0),
    yield: quality.data.yield ?? 0,
    crewYield: crews.data.yield,
    repairs: states.data.maintenance,
    running: states.data.running,
  }
}

// Speeds are the lengths of the steps: a second, ten, sixty. At the speed of the clock a part of the day is enough.
test.each([
  [1, 2],
  [10, 42],
  [60, 42],
] as const)('the simulated factory is believable hour by hour at ×%i', async (speed, hours) => {
  const site = siteOf(42)
  let before = { doneKg: 0, kwh: 0 }
  for (let passed = 0; passed < hours; passed += 1) {
    for (let second = 0; second < 3_600; second += speed) site.plant.step(speed * 1_000)
    const now = await hourOf(site)
    const isNewDay = Math.round(now.hour) % 24 === 0
    expect(now, `${now.hour}`).toMatchObject({ repairs: 1, late: 1 })
    expect(now.doneKg).toBeGreaterThanOrEqual(isNewDay ? 0 : before.doneKg)
    expect(now.kwh).toBeGreaterThan(isNewDay ? 0 : before.kwh)
    expect(Math.abs(now.barsKwh - now.kwh)).toBeLessThan(2)
    expect(now.partsPerTonne).toBeCloseTo(now.perTonne ?? 0, 6)
    expect(now.crewYield).toBe(now.yield)
    expect(now.yield).toBeGreaterThan(0.94)
    expect(now.yield).toBeLessThan(0.99)
    const isManned = now.hour % 24 > 6 && now.hour % 24 < 22
    if (isManned) expect(now.running).toBeGreaterThan(25)
    // The working day ends with about its plan: 160 t.
    if (Math.round(now.hour) % 24 === 22) {
      expect(now.doneKg).toBeGreaterThan(110_000)
      expect(now.doneKg).toBeLessThan(200_000)
    }
    before = now
  }
})
