import { machineClasses } from '@cloud-factory/domain/machines/equipment-enums'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBack, projectionFor, placeLabels, headroomM, reachOf, shapes, tourOf } from './map.rules.ts'

const metres = fc.double({ min: 1, max: 500, noNaN: true })
const picture = { width: 900, height: 500 }

test('every place of a plan lies inside its picture', () => {
  fc.assert(
    fc.property(
      metres,
      metres,
      fc.tuple(...[0, 1, 2].map(() => fc.double({ min: 0, max: 1, noNaN: true }))),
      (w, d, [x = 0, y = 0, z = 0]) => {
        const { at } = projectionFor({ widthM: w, depthM: d, heightM: headroomM }, picture)
        const point = at({ x: x * w, y: y * d, z: z * headroomM })
        expect(point.x).toBeGreaterThanOrEqual(-1e-6)
        expect(point.y).toBeGreaterThanOrEqual(-1e-6)
        expect(point.x).toBeLessThanOrEqual(picture.width + 1e-6)
        expect(point.y).toBeLessThanOrEqual(picture.height + 1e-6)
      },
    ),
  )
})

test('what is further back is drawn first', () => {
  const block = (xM: number, yM: number) => ({ xM, yM, widthM: 2, depthM: 2 })
  expect([block(9, 9), block(0, 0), block(5, 0)].toSorted(fromBack)).toEqual([
    block(0, 0),
    block(5, 0),
    block(9, 9),
  ])
})

test('no label lies on another or on what is taken, and none leaves the picture', () => {
  const label = fc.record({
    x: fc.integer({ min: 0, max: 900 }),
    y: fc.integer({ min: 0, max: 500 }),
    width: fc.integer({ min: 10, max: 90 }),
    height: fc.constant(14),
    weight: fc.nat(9),
  })
  fc.assert(
    fc.property(fc.array(label, { maxLength: 60 }), (labels) => {
      const occupied = [{ x: 300, y: 200, width: 200, height: 100 }]
      const named = labels.map((one, id) => ({ ...one, id: String(id) }))
      const positioned = [
        ...placeLabels(named, picture, 3, occupied),
        ...occupied.map((one) => ({ ...one, id: 'taken' })),
      ]
      for (const [at, a] of positioned.entries()) {
        expect(a.x >= 0 && a.y >= 0 && a.x + a.width <= 900 && a.y + a.height <= 500).toBe(true)
        for (const b of positioned.slice(at + 1)) {
          const apart =
            a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
          expect(apart).toBe(true)
        }
      }
    }),
  )
})

test('the machine that needs it most is named when there is room for one', () => {
  const at = { x: 100, y: 100, width: 180, height: 180 }
  const positioned = placeLabels(
    [
      { id: 'calm', weight: 1, ...at },
      { id: 'fault', weight: 9, ...at },
    ],
    { width: 200, height: 200 },
    3,
  )
  expect(positioned.map(({ id }) => id)).not.toContain('calm')
})

test('every class has a shape within its footprint', () => {
  for (const kind of machineClasses) {
    expect(reachOf(kind)).toBeLessThan(headroomM)
    for (const { x, y, w, d, z, h } of shapes[kind]) {
      expect(x + w, kind).toBeLessThanOrEqual(1.001)
      expect(y + d, kind).toBeLessThanOrEqual(1.001)
      expect(z >= 0 && h > 0).toBe(true)
    }
  }
})

test('the tour goes to machines in trouble, the worst first; no data is no trouble', () => {
  const machine = (
    id: string,
    state: 'running' | 'fault' | 'offline',
    alarm: 'info' | 'critical' | null = null,
  ) => ({
    id,
    state,
    alarm,
  })
  const machines = [
    machine('1', 'offline'),
    machine('2', 'running', 'info'),
    machine('3', 'fault'),
    machine('4', 'fault', 'critical'),
    machine('5', 'running'),
  ]
  expect(tourOf(machines, 9).map(({ id }) => id)).toEqual(['4', '3', '2'])
  expect(tourOf(machines, 1)).toHaveLength(1)
})
