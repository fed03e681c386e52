import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mitredEdges, mitreEnds, sharedLength } from './mitre.ts'

const point = (x: number, y: number, radius = 0) => ({ x, y, radius })
const rise = (degrees: number, heightMm: number) => heightMm * Math.tan((degrees * Math.PI) / 180)

/** The web of a part as a part file draws it: tips at 0 and at its length, closed, figures with two decimals. */
function outlineOf(lengthMm: number, heightMm: number, leftDeg: number, rightDeg: number) {
  const round = (value: number) => Math.round(value * 100) / 100
  const { lower, upper } = mitredEdges({ fromMm: 0, lengthMm, leftDeg, rightDeg }, heightMm)
  const corners = [
    point(round(lower.from), 0),
    point(round(lower.to), 0),
    point(round(upper.to), heightMm),
    point(round(upper.from), heightMm),
  ]
  const web = { face: 'v', kind: 'outer', points: [...corners, ...corners.slice(0, 1)] }
  return { heightMm, contours: [web] }
}

describe('mitreEnds', () => {
  test('reads parallel, opposite and square ends from the contour of the web', () => {
    const part = { lengthMm: 2000, heightMm: 400 }
    const ends = (left: number, right: number) => mitreEnds(outlineOf(2000, 400, left, right), part)
    expect(ends(45, 45)).toEqual({ left: 450, right: 450 })
    expect(ends(30, -30)).toEqual({ left: 300, right: -300 })
    expect(ends(0, 22.5)).toEqual({ left: 0, right: 225 })
    expect(ends(0, 0)).toEqual({ left: 0, right: 0 })
  })

  test('a point on a straight edge is no corner', () => {
    const { heightMm, contours } = outlineOf(2000, 400, 45, 45)
    const points = (contours[0]?.points ?? []).toSpliced(1, 0, point(700, 0))
    const drawn = { heightMm, contours: [{ face: 'v', kind: 'outer', points }] }
    expect(mitreEnds(drawn, { lengthMm: 2000, heightMm: 400 })).toEqual({ left: 450, right: 450 })
  })

  test('other shapes and files of another part have no mitre', () => {
    const part = { lengthMm: 2000, heightMm: 400 }
    const outline = outlineOf(2000, 400, 45, 0)
    const [web] = outline.contours
    const withPoints = (points: ReturnType<typeof point>[]) => ({
      heightMm: 400,
      contours: [{ face: 'v', kind: 'outer', points }],
    })
    const notched = withPoints([
      point(0, 0),
      point(2000, 0),
      point(2000, 350),
      point(1950, 350),
      point(1950, 400),
      point(0, 400),
    ])
    const bent = withPoints([point(0, 0), point(2000, 0, 50), point(2000, 400), point(0, 400)])
    const flange = {
      face: 'o',
      kind: 'outer',
      points: [point(0, 0), point(1900, 0), point(2000, 200), point(0, 200)],
    }
    expect(mitreEnds(notched, part)).toBeNull()
    expect(mitreEnds(bent, part)).toBeNull()
    expect(mitreEnds({ heightMm: 400, contours: [] }, part)).toBeNull()
    expect(mitreEnds({ heightMm: 400, contours: web === undefined ? [] : [web, web] }, part)).toBeNull()
    expect(mitreEnds({ heightMm: 400, contours: [...outline.contours, flange] }, part)).toBeNull()
    expect(mitreEnds(outline, { ...part, lengthMm: 2001 })).toBeNull()
    expect(mitreEnds(outline, { ...part, heightMm: 390 })).toBeNull()
    expect(mitreEnds(outlineOf(4000, 400, 75, 0), { lengthMm: 4000, heightMm: 400 })).toBeNull()
  })

  test('parts that share a cut do not overlap, whatever their true angles', () => {
    const angle = fc.double({ min: -60, max: 60, noNaN: true })
    fc.assert(
      fc.property(
        fc.integer({ min: 60, max: 1000 }),
        angle,
        fc.double({ min: -0.2, max: 0.2, noNaN: true }),
        (heightMm, first, difference) => {
          const lengthMm = 5000
          const second = first + difference
          const part = { lengthMm, heightMm }
          const right = mitreEnds(outlineOf(lengthMm, heightMm, 0, first), part)?.right
          const left = mitreEnds(outlineOf(lengthMm, heightMm, second, 0), part)?.left
          fc.pre(right !== undefined && right === left)
          const overlap = rise(Math.abs(right ?? 0) / 10, heightMm)
          const before = mitredEdges({ fromMm: 0, lengthMm, leftDeg: 0, rightDeg: first }, heightMm)
          const after = mitredEdges(
            { fromMm: lengthMm - overlap, lengthMm, leftDeg: second, rightDeg: 0 },
            heightMm,
          )
          // A part file has hundredths of a millimetre, and a plan whole tenths.
          expect(after.lower.from - before.lower.to).toBeGreaterThan(-0.4)
          expect(after.upper.from - before.upper.to).toBeGreaterThan(-0.4)
          // Nor is more left between them than the tenth of a degree.
          expect(after.lower.from - before.lower.to).toBeLessThan(heightMm * 0.012 + 0.4)
        },
      ),
      { numRuns: 500 },
    )
  })
})

test('what shared cuts save is where parts overlap', () => {
  expect(sharedLength([])).toBe(0)
  const parts = [
    { from: 10, length: 100 },
    { from: 90, length: 100 },
    { from: 193, length: 50 },
  ]
  expect(sharedLength(parts)).toBe(20)
})
