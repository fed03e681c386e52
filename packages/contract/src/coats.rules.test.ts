import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  climateFaults,
  coatSample,
  dewPoint,
  hundredths,
  judgeFilm,
  judgeFire,
  typedReading,
} from './coats.rules.ts'

const film = { minUm: 150, maxUm: null, allowanceUm: 25 }
/** Five spots of three readings, the same in all unless one is given. */
const spots = (value: string, first: readonly string[] = [value, value, value]) => [
  first,
  ...Array.from({ length: 4 }, () => [value, value, value]),
]

describe('dry film: each spot is the mean of three, at most 25 µm below the specified (GB 50205-2020, 13.2)', () => {
  it.each([
    ['all at the specified', spots('150'), 'pass'],
    ['all at the lower limit', spots('125'), 'pass'],
    ['one spot a hundredth of a reading below it', spots('150', ['125', '125', '124.99']), 'fail'],
    ['a low reading whose spot has the mean', spots('150', ['100', '125', '150']), 'pass'],
    ['one spot below', spots('150', ['120', '124', '130.99']), 'fail'],
  ] as const)('%s: %s', (_, readings, verdict) => expect(judgeFilm(film, readings).verdict).toBe(verdict))

  it('has an upper limit where one is specified', () => {
    const most = { ...film, maxUm: 300 }
    expect(judgeFilm(most, spots('300')).verdict).toBe('pass')
    expect(judgeFilm(most, spots('300', ['300', '300', '300.01'])).verdict).toBe('fail')
  })
  it('judges a spot as soon as it is full, the piece when all are', () => {
    const part = judgeFilm(film, [['100', '110', '120'], ['150', null, '160'], [null, null, null], [], []])
    expect(part).toMatchObject({ count: 5, complete: false, verdict: null })
    expect(part.spots.slice(0, 2)).toEqual([
      { mean: 110, inside: false },
      { mean: null, inside: null },
    ])
  })
})

describe('thick fire coating of 20 mm: 80 % of points reach it, none below 85 % (GB 50205-2020, 13.4.3)', () => {
  const design = { type: 'thick', designMm: 20 } as const
  const points = (low: number, value: string) =>
    [0, 1, 2, 3, 4].map((spot) => [0, 1, 2].map((point) => (spot * 3 + point < low ? value : '20')))
  it.each([
    [3, '17', 'pass'],
    [4, '17', 'fail'],
    [1, '16.99', 'fail'],
    [0, '0', 'pass'],
    [3, '19.99', 'pass'],
  ] as const)('%i of 15 points at %s mm: %s', (low, value, verdict) =>
    expect(judgeFire(design, points(low, value)).verdict).toBe(verdict),
  )
})

describe('intumescent: the mean is at least 95 % and at most 0.2 mm below (GB 50205-2020, 13.4.3)', () => {
  it.each([
    [2, '1.9', 'pass'],
    [2, '1.89', 'fail'],
    [5, '4.8', 'pass'],
    [5, '4.79', 'fail'],
    [4, '3.8', 'pass'],
    [4, '3.79', 'fail'],
  ] as const)('%i mm, all points at %s: %s', (designMm, value, verdict) =>
    expect(judgeFire({ type: 'intumescent', designMm }, spots(value)).verdict).toBe(verdict),
  )
})

describe('dew point (as tables of ISO 8502-4 print it; figures from memory)', () => {
  it.each([
    [20, 50, 9.3],
    [20, 100, 20],
    [25, 60, 16.7],
    [30, 80, 26.2],
    [10, 85, 7.6],
    [5, 80, 1.8],
    [0, 100, 0],
  ])('%i °C, %i %%: %s °C', (airC, humidity, point) => expect(dewPoint({ airC, humidity })).toBe(point))

  test('never above the air', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -400, max: 600 }),
        fc.integer({ min: 1, max: 100 }),
        (tenth, humidity) => {
          expect(dewPoint({ airC: tenth / 10, humidity })).toBeLessThanOrEqual(tenth / 10)
        },
      ),
    )
  })
})

describe('painting is forbidden below dew point + 3 °C and above 85 %', () => {
  it.each([
    [{ airC: 20, humidity: 50, substrateC: 12.3 }, []],
    [{ airC: 20, humidity: 50, substrateC: 12.2 }, ['coat.too_near_dew']],
    [{ airC: 20, humidity: 85, substrateC: 25 }, []],
    [{ airC: 20, humidity: 85.1, substrateC: 25 }, ['coat.too_humid']],
    [{ airC: 20, humidity: 95, substrateC: 20 }, ['coat.too_near_dew', 'coat.too_humid']],
  ])('%o: %o', (climate, faults) => expect(climateFaults(climate)).toEqual(faults))
})

test.each([
  [1, 1],
  [2, 2],
  [3, 3],
  [29, 3],
  [30, 3],
  [31, 4],
  [500, 50],
])('of %i pieces %i are measured', (pieces, sample) => expect(coatSample(pieces)).toBe(sample))

test.each([
  ['150', '150'],
  [' 150,5 ', '150.5'],
  ['１５０．２', '150.2'],
  ['007', '7'],
  ['1.234', null],
  ['abc', null],
  ['-5', null],
  ['1e3', null],
  ['', null],
])('%s is read as %s', (typed, text) => expect(typedReading(typed)).toBe(text))

test('hundredths of a reading', () => {
  expect(['0', '12.5', '0.05', '1e3', ''].map(hundredths)).toEqual([0, 1250, 5, null, null])
})
