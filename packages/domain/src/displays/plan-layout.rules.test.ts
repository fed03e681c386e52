import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOutside, clampInside, overlap, placesInRows, snapped } from './plan-layout.rules.ts'

const side = fc.integer({ min: 1, max: 24 })
const size = fc.record({ widthM: side, depthM: side })
const area = { xM: 10, yM: 20, widthM: 120, depthM: 60 }

describe('places in rows', () => {
  test('come from the upper left corner, an aisle apart', () => {
    const sizes = [4, 6, 120].map((widthM) => ({ widthM, depthM: 5 }))
    expect(placesInRows(area, sizes, [])).toEqual([
      { xM: 11, yM: 21, widthM: 4, depthM: 5 },
      { xM: 16, yM: 21, widthM: 6, depthM: 5 },
      null,
    ])
  })

  test('never overlap, whatever stands there, and stay inside the area', () => {
    fc.assert(
      fc.property(fc.array(size, { maxLength: 30 }), fc.array(size, { maxLength: 5 }), (sizes, others) => {
        const positioned = others.map((one, place) => ({ ...one, xM: 10 + place * 25, yM: 25 }))
        const places = placesInRows(area, sizes, positioned).filter((place) => place !== null)
        const all = [...positioned, ...places]
        for (const [at, place] of places.entries()) {
          expect(all.filter((other) => other !== place && overlap(place, other))).toEqual([])
          expect(place.xM >= area.xM && place.yM >= area.yM, String(at)).toBe(true)
          expect(isOutside({ widthM: area.xM + area.widthM, depthM: area.yM + area.depthM }, place)).toBe(
            false,
          )
        }
      }),
      { numRuns: 60 },
    )
  })
})

test('what is dragged stays on the plan and on its raster', () => {
  const plan = { widthM: 100, depthM: 50 }
  expect(clampInside(plan, { xM: -3, yM: 48, widthM: 10, depthM: 5 })).toMatchObject({ xM: 0, yM: 45 })
  expect(clampInside(plan, { xM: 3, yM: 4, widthM: 200, depthM: 5 })).toMatchObject({ xM: 0, yM: 4 })
  expect([0.24, 0.26, 7.8].map(snapped)).toEqual([0, 0.5, 8])
})
