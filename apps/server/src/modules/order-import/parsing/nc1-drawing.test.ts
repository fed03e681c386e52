import { expect, it } from 'vitest'
import { nc1Of } from './import.fixtures.ts'
import { parseNc1 } from './parse-nc1.ts'

const drawing = (blocks: readonly string[]) =>
  parseNc1(nc1Of({}, blocks), 'a.nc1', () => undefined)?.parts[0]?.geometry

it('a part without holes and contours has no drawing', () => {
  expect(drawing(['EN'])).toBeUndefined()
})

it('holes and contours are kept by face', () => {
  expect(
    drawing([
      'BO',
      '  v  100.00u100.00s18.0',
      '     200.00u 100.00 18.00 0.00 40.00 0.00 45.00',
      '  o  50.00 60.00 22.00 5.00',
      'AK',
      '  v  0.00 0.00 0.00',
      '     1000.00 0.00 -25.00',
      '     1000.00 400.00 0.00',
      'IK',
      '  v  10.00 10.00 0.00',
      '     20.00 10.00 0.00',
      'KO',
      '  u  1.00 2.00 0.00',
      '     3.00 4.00 0.00',
      'SI',
      '  v  10.00u 10.00 0.00 10 P-100',
      'XX unknown',
      'EN',
    ]),
  ).toEqual({
    lengthMm: 1000,
    heightMm: 400,
    flangeMm: 0,
    holes: [
      { face: 'v', x: 100, y: 100, diameter: 18, depth: 0, length: 0, width: 0, angle: 0 },
      { face: 'v', x: 200, y: 100, diameter: 18, depth: 0, length: 40, width: 0, angle: 45 },
      { face: 'o', x: 50, y: 60, diameter: 22, depth: 5, length: 0, width: 0, angle: 0 },
    ],
    contours: [
      {
        face: 'v',
        kind: 'outer',
        points: [
          { x: 0, y: 0, radius: 0 },
          { x: 1000, y: 0, radius: -25 },
          { x: 1000, y: 400, radius: 0 },
        ],
      },
      {
        face: 'v',
        kind: 'inner',
        points: [
          { x: 10, y: 10, radius: 0 },
          { x: 20, y: 10, radius: 0 },
        ],
      },
      {
        face: 'u',
        kind: 'mark',
        points: [
          { x: 1, y: 2, radius: 0 },
          { x: 3, y: 4, radius: 0 },
        ],
      },
    ],
  })
})
