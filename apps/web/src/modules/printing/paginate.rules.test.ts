import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsToSheets } from './paginate.rules.ts'

const cases: [string, Parameters<typeof rowsToSheets>[0], [number, number][]][] = [
  ['nothing at all is one sheet', { rows: [], first: 100, next: 200, tail: 50 }, [[0, 0]]],
  ['what fits is one sheet', { rows: [10, 10], first: 100, next: 200, tail: 50 }, [[0, 2]]],
  [
    'the first sheet has less room',
    { rows: [60, 60, 60, 60], first: 100, next: 200, tail: 0 },
    [
      [0, 1],
      [1, 4],
    ],
  ],
  [
    'a tail without room takes the last row along',
    { rows: [40, 40], first: 100, next: 200, tail: 50 },
    [
      [0, 1],
      [1, 2],
    ],
  ],
  [
    'a tail beside a row that has its sheet for itself gets one of its own',
    { rows: [190], first: 200, next: 200, tail: 50 },
    [
      [0, 1],
      [1, 1],
    ],
  ],
  [
    'a row higher than a sheet has it for itself',
    { rows: [10, 500, 10], first: 100, next: 100, tail: 0 },
    [
      [0, 1],
      [1, 2],
      [2, 3],
    ],
  ],
]
test.each(cases)('%s', (_, heights, spans) => {
  expect(rowsToSheets(heights).map(({ from, to }) => [from, to])).toEqual(spans)
})

test('rows keep their order, none is lost, and none is squeezed onto a full sheet', () => {
  const heights = fc.record({
    rows: fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 80 }),
    first: fc.integer({ min: 100, max: 300 }),
    next: fc.integer({ min: 300, max: 400 }),
    tail: fc.integer({ min: 0, max: 90 }),
  })
  fc.assert(
    fc.property(heights, (given) => {
      const spans = rowsToSheets(given)
      let next = 0
      for (const [at, { from, to }] of spans.entries()) {
        expect(from).toBe(next)
        next = to
        const height = given.rows.slice(from, to).reduce((sum, row) => sum + row, 0)
        const isLast = at === spans.length - 1
        expect(height + (isLast ? given.tail : 0)).toBeLessThanOrEqual(at === 0 ? given.first : given.next)
      }
      expect(next).toBe(given.rows.length)
    }),
  )
})
