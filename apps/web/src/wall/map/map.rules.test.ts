import { machineClasses } from '@cloud-factory/domain/machines/equipment-enums'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { floorProjection, fromBack, shapes, tourOf } from './map.rules.ts'

const metres = fc.double({ min: 1, max: 500, noNaN: true })
const shares = fc.tuple(...[0, 1].map(() => fc.double({ min: 0, max: 1, noNaN: true })))
const room = { x: 20, y: 30, width: 900, height: 500 }

test('every place of a floor lies inside its room', () => {
  fc.assert(
    fc.property(metres, metres, shares, (widthM, depthM, [x = 0, y = 0]) => {
      const { at } = floorProjection({ xM: 5, yM: 7, widthM, depthM }, room)
      const point = at({ x: 5 + x * widthM, y: 7 + y * depthM, z: 0 })
      expect(point.x).toBeGreaterThanOrEqual(room.x - 1e-6)
      expect(point.y).toBeGreaterThanOrEqual(room.y - 1e-6)
      expect(point.x).toBeLessThanOrEqual(room.x + room.width + 1e-6)
      expect(point.y).toBeLessThanOrEqual(room.y + room.height + 1e-6)
    }),
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

test('every class has a shape within its footprint', () => {
  for (const kind of machineClasses) {
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
    state: 'running' | 'fault' | 'offline' | 'maintenance',
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
    machine('6', 'maintenance'),
  ]
  expect(tourOf(machines, 9).map(({ id }) => id)).toEqual(['4', '3', '2', '6'])
  expect(tourOf(machines, 1)).toHaveLength(1)
})
