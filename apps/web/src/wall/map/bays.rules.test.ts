import { machineClasses, shownStates } from '@cloud-factory/domain/machines/equipment-enums'
import { placesInRows } from '@cloud-factory/domain/displays/plan-layout.rules'
import type { MapMachine } from '@cloud-factory/domain/wall/wall-panels'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  arranged,
  baysOf,
  countsOf,
  maxBodies,
  overlap,
  arrangeMachines,
  type Bay,
  isCrane,
  shortCode,
  within,
} from './bays.rules.ts'
import type { Box } from '../frame/frame.rules.ts'
import { type PositionedCrane, withRunway } from './cranes.rules.ts'
import { boundsOf, needsAttention } from './map.rules.ts'

type Condition = Pick<MapMachine, 'state' | 'alarm' | 'class'>
type Place = Pick<MapMachine, 'xM' | 'yM' | 'widthM' | 'depthM'>

const calm: Condition = { state: 'running', alarm: null, class: 'drill' }
const machineAt = (
  place: Place,
  at: number,
  condition: Condition = calm,
  code = `CUT-${at + 1}`,
): MapMachine => ({
  id: String(at),
  code,
  name: '',
  source: 'demo',
  since: null,
  load: null,
  processId: null,
  along: at % 3 === 0 ? (at % 7) / 6 : null,
  ...place,
  ...condition,
})

/** The three halls of the demo factory, and the sizes of the machines in them. */
const halls = [
  { id: '1', name: '下料车间', xM: 6, yM: 4, widthM: 128, depthM: 38 },
  { id: '2', name: '组焊车间', xM: 6, yM: 46, widthM: 128, depthM: 26 },
  { id: '3', name: '涂装车间', xM: 6, yM: 76, widthM: 128, depthM: 20 },
]
const sizes = [
  [16, 5, 6],
  [14, 5, 2],
  [12, 3, 4],
  [18, 4, 8],
  [20, 6, 5],
  [6, 3, 4],
] as const
const ofHall = [sizes, [[10, 5, 8] as const, [8, 4, 6] as const], [[16, 5, 2] as const, [24, 6, 3] as const]]

const demoPlan = (conditions: readonly Condition[]) => {
  const machines = halls.flatMap((hall, at) => {
    const inside = (ofHall[at] ?? []).flatMap(([widthM, depthM, count]) =>
      Array.from({ length: count }, () => ({ widthM, depthM })),
    )
    return placesInRows(hall, inside, []).flatMap((place) => (place === null ? [] : [place]))
  })
  return {
    widthM: 140,
    depthM: 100,
    workshops: halls,
    machines: machines.map((place, at) => machineAt(place, at, conditions[at % conditions.length])),
  }
}

/** A plan of this many machines in a grid over some halls. */
const gridPlan = (count: number, shops: number, conditions: readonly Condition[]) => {
  const [widthM, depthM] = [200, 40 * shops]
  const columns = Math.ceil(count / (shops * 5))
  return {
    widthM,
    depthM,
    workshops: Array.from({ length: shops }, (_, at) => ({
      id: String(at),
      name: `Bay ${at + 1}`,
      xM: 0,
      yM: at * 40,
      widthM,
      depthM: 40,
    })),
    machines: Array.from({ length: count }, (_, at) => {
      const place = {
        xM: ((at % columns) + 0.1) * (widthM / columns),
        yM: Math.floor(at / columns) * 8 + 1,
        widthM: (widthM / columns) * 0.8,
        depthM: 5,
      }
      return machineAt(place, at, conditions[at % conditions.length], `SAW-GANTRY-${at + 1}`)
    }),
  }
}

type Plan = ReturnType<typeof gridPlan>
const font = 18
const line = font * 1.7

/** What is drawn of a plan, bay by bay. */
function drawnOf(plan: Plan, picture: { readonly width: number; readonly height: number }) {
  const bays = baysOf(plan)
  const { rooms, head } = arranged(bays, picture, line)
  const texts = new Map(plan.machines.map(({ id, code }) => [id, shortCode(code)]))
  return bays.map((bay, at) => {
    const all = rooms[at] ?? { x: 0, y: 0, width: 0, height: 0 }
    const floor = { font, inFull: plan.machines.length <= maxBodies, texts }
    const below = { ...all, y: all.y + head, height: all.height - head }
    const { room, grounded, runway } = withRunway(bay, { ...floor, room: below })
    return { bay, room, runway, arrangement: arrangeMachines(grounded, { ...floor, room }) }
  })
}

/** Faults of a runway: all of its bay's cranes are on it, and nothing lies on anything else or on the floor. */
function cranesAmiss(bay: Bay, floor: Box, cranes: readonly PositionedCrane[]): string[] {
  const boxes = cranes.flatMap(({ body, label }) => (label === null ? [body] : [body, label]))
  return [
    ...(cranes.length === bay.machines.filter(isCrane).length ? [] : [`${bay.name} misses a crane`]),
    ...boxes.flatMap((box, at) => [
      ...(box.y + box.height > floor.y + 0.01 ? [`${bay.name}: a crane is on the floor`] : []),
      ...(boxes.slice(at + 1).some((other) => overlap(box, other)) ? [`${bay.name}: cranes overlap`] : []),
    ]),
  ]
}

/** Faults of the picture: a label on something, or a machine that is neither named nor counted. */
function faultsOf(plan: Plan, picture: { readonly width: number; readonly height: number }): string[] {
  const parts = drawnOf(plan, picture)
  const counted = parts
    .flatMap(({ bay }) => countsOf(bay.machines))
    .reduce((all, { count }) => all + count, 0)
  return [
    ...(counted === plan.machines.length ? [] : [`${counted} of ${plan.machines.length} are counted`]),
    ...parts.flatMap(({ bay, room, runway }) =>
      runway === null ? [] : cranesAmiss(bay, room, runway.cranes),
    ),
    ...parts.flatMap(({ room, arrangement: { projection, drawn, marked } }) => {
      const bodies = drawn.map(({ machine, block }) => ({ machine, ...boundsOf(machine, block, projection) }))
      return drawn.flatMap(({ machine, label }) => [
        ...(within(label, room) ? [] : [`${machine.code} leaves its bay`]),
        ...bodies.flatMap((one) =>
          overlap(label, one.body) || (one.beacon !== null && overlap(label, one.beacon))
            ? [`${machine.code} lies on ${one.machine.code}`]
            : [],
        ),
        ...marked.flatMap(({ machine: other, mark }) =>
          overlap(label, mark) ? [`${machine.code} lies on the mark of ${other.code}`] : [],
        ),
        ...drawn.flatMap(({ machine: other, label: second }) =>
          other !== machine && overlap(label, second)
            ? [`${machine.code} lies on the label of ${other.code}`]
            : [],
        ),
      ])
    }),
  ]
}

const condition = fc.record({
  state: fc.constantFrom(...shownStates),
  alarm: fc.constantFrom(null, null, null, 'info' as const, 'warning' as const, 'critical' as const),
  class: fc.constantFrom(...machineClasses),
})
const conditions = fc.array(condition, { minLength: 1, maxLength: 23 })
const picture = fc.record({
  width: fc.integer({ min: 600, max: 3_800 }),
  height: fc.integer({ min: 340, max: 1_800 }),
})

describe('no label lies on a machine, a beacon or another label, and every machine is counted', () => {
  test.each([
    ['a wall', { width: 936, height: 470 }],
    ['an upright wall', { width: 1_040, height: 900 }],
    ['a wide wall', { width: 1_900, height: 480 }],
  ])('on the demo plan: %s', (_, room) => {
    const broken: Condition = { state: 'fault', alarm: 'critical', class: 'gantry_saw' }
    const plan = demoPlan([calm, calm, calm, calm, broken, calm, calm, calm, { ...calm, state: 'idle' }])
    expect(faultsOf(plan, room)).toEqual([])
    const drawn = drawnOf(plan, room).flatMap(({ arrangement }) => arrangement.drawn)
    expect(drawn).toHaveLength(plan.machines.filter(needsAttention).length)
    // One bay of the tour: nearly every machine has its name; the others are counted.
    for (const hall of baysOf(plan)) {
      const bay = { ...plan, workshops: [hall], machines: [...hall.machines] }
      expect(faultsOf(bay, room)).toEqual([])
      expect(drawnOf(bay, room).flatMap(({ arrangement }) => arrangement.marked).length).toBeLessThanOrEqual(
        3,
      )
    }
  })

  test.each([0, 1, 40, 60, 200, 500])('on plans of %i machines', (count) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), conditions, picture, (shops, some, room) => {
        expect(faultsOf(gridPlan(count, shops, some), room)).toEqual([])
      }),
      { numRuns: 12 },
    )
  })
})

test('bays fill the picture: below each other where it is tall, beside each other where it is wide', () => {
  const across = (width: number, height: number) =>
    arranged(halls, { width, height }, line).rooms.map(({ x }) => x)
  expect(across(900, 900)).toEqual([0, 0, 0])
  expect(new Set(across(3_800, 300)).size).toBe(3)
  const { rooms } = arranged(halls, { width: 900, height: 600 }, line)
  // Deep halls stand beside each other, with their counts below their names.
  const deep = [0, 60, 120].map((xM) => ({ xM, yM: 0, widthM: 57, depthM: 68 }))
  const beside = arranged(deep, { width: 1_240, height: 390 }, line)
  expect([beside.head, new Set(beside.rooms.map(({ x }) => x)).size]).toEqual([2 * line, 3])
  const last = rooms.at(-1)
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeCloseTo(600)
})

test('a machine outside of all halls has a bay without a name; a plan without halls is one bay', () => {
  const outside = machineAt({ xM: 300, yM: 300, widthM: 4, depthM: 2 }, 99)
  const plan = demoPlan([calm])
  expect(baysOf({ ...plan, machines: [...plan.machines, outside] }).at(-1)).toMatchObject({
    name: '',
    machines: [outside],
  })
  expect(baysOf({ widthM: 50, depthM: 20, workshops: [], machines: [outside] })).toHaveLength(1)
})

test('a long code is shortened in the middle', () => {
  expect(shortCode('SAW-GANTRY-01')).toBe('SAW-GANTRY-01')
  expect(shortCode('VERY-LONG-MACHINE-CODE-0017')).toBe('VERY-LON…E-0017')
})

test('a crane is where it reports to be; those that do not report it rest beside each other at the middle', () => {
  const place = { xM: 10, yM: 10, widthM: 6, depthM: 3 }
  const crane = (at: number, along: number | null) => ({
    ...machineAt(place, at, { ...calm, class: 'crane' }, `CRN-${at}`),
    along,
  })
  const bay = { ...halls[0], id: '1', name: '', xM: 0, yM: 0, widthM: 100, depthM: 40 }
  const room = { x: 0, y: 0, width: 1_000, height: 300 }
  const placesOf = (machines: readonly MapMachine[]) =>
    withRunway({ ...bay, machines }, { room, font, inFull: true, texts: new Map() }).runway
  const shareOf = (runway: ReturnType<typeof placesOf>) =>
    runway?.cranes.map(({ body }) =>
      Math.round(((body.x + body.width / 2 - runway.from.x) / (runway.to - runway.from.x)) * 100),
    )
  expect(shareOf(placesOf([crane(1, 0.7), crane(2, 0.25)]))).toEqual([25, 70])
  expect(shareOf(placesOf([crane(1, null)]))).toEqual([50])
  const [left = 0, right = 0] = shareOf(placesOf([crane(1, null), crane(2, null)])) ?? []
  expect(left + right).toBe(100)
  expect(right - left).toBeGreaterThan(5)
  expect(placesOf([])).toBeNull()
})
