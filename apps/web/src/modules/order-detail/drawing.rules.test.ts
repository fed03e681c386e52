import type { PartGeometry } from '@cloud-factory/contract/order-import/import-revisions'
import { expect, test } from 'vitest'
import { facesOf } from './drawing.rules.ts'

const hole = { face: 'o' as const, x: 50, y: 40, diameter: 20, depth: 0, length: 0, width: 0, angle: 0 }
const beam: PartGeometry = {
  lengthMm: 1000,
  heightMm: 400,
  flangeMm: 200,
  holes: [hole],
  contours: [
    {
      face: 'v',
      kind: 'outer',
      points: [
        { x: 0, y: 0, radius: 0 },
        { x: 1000, y: 0, radius: 0 },
        { x: 1000, y: 300, radius: 100 },
        { x: 900, y: 400, radius: -50 },
        { x: 0, y: 400, radius: 0 },
      ],
    },
  ],
}

test('the top flange is above the web; faces with nothing on them are left out', () => {
  expect(facesOf(beam).map(({ face, width, height }) => [face, width, height])).toEqual([
    ['o', 1000, 200],
    ['v', 1000, 400],
  ])
})

test('a contour is turned upside down for the screen, its arcs with it', () => {
  const [, web] = facesOf(beam)
  expect(web?.outlines).toEqual([
    { kind: 'outer', path: 'M0 400L1000 400L1000 100A100 100 0 0 0 900 0A50 50 0 0 1 0 0Z' },
  ])
})

test('a plate without contours is still drawn', () => {
  expect(facesOf({ ...beam, holes: [], contours: [] })).toEqual([
    { face: 'v', width: 1000, height: 400, holes: [], outlines: [] },
  ])
})

test('what stands over the edge makes room for itself', () => {
  const [face] = facesOf({ ...beam, holes: [{ ...hole, x: 1200, y: 250 }] })
  expect(face).toMatchObject({ width: 1200, height: 260 })
})
