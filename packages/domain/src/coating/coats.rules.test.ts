import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  climateFaults,
  coatGridOf,
  coatSample,
  dewPoint,
  hundredths,
  judgeFilm,
  judgeFire,
  typedReading,
} from './coats.rules.ts'

const film = { minUm: 150, maxUm: null, allowanceUm: 25, rule: 'spot' } as const
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

/** Fifteen readings: so many low ones, the rest at another value. */
const some = (low: number, value: string, rest: string) =>
  [0, 1, 2, 3, 4].map((spot) => [0, 1, 2].map((point) => (spot * 3 + point < low ? value : rest)))

describe('ISO 19840: mean at the nominal, fewer than 20 % below it, none below 80 %, none above the greatest', () => {
  const iso = { minUm: 200, maxUm: 600, allowanceUm: 25, rule: 'iso_19840' } as const
  it.each([
    ['all at the nominal', some(0, '', '200'), 'pass'],
    ['two of fifteen at 80 %, the mean reaches it', some(2, '160', '210'), 'pass'],
    ['three of fifteen are 20 %, not fewer', some(3, '190', '230'), 'fail'],
    ['two below, the mean a hundredth short', some(2, '160', '206.15'), 'fail'],
    ['two below, the mean just there', some(2, '160', '206.16'), 'pass'],
    ['one a hundredth below 80 %', some(1, '159.99', '300'), 'fail'],
    ['one above the greatest', some(1, '600.01', '200'), 'fail'],
    ['one at the greatest', some(1, '600', '200'), 'pass'],
    ['what the rule of spots lets pass', some(0, '', '175'), 'fail'],
  ] as const)('%s: %s', (_, readings, verdict) => expect(judgeFilm(iso, readings).verdict).toBe(verdict))
})

describe('90-10: 90 % at the nominal, the others at least 90 % of it (IMO MSC.215(82))', () => {
  const pspc = { minUm: 320, maxUm: null, allowanceUm: 0, rule: 'ninety_ten' } as const
  it.each([
    ['all at the nominal', some(0, '', '320'), 'pass'],
    ['one of fifteen at 90 %', some(1, '288', '320'), 'pass'],
    ['one of fifteen below 90 %', some(1, '287.99', '400'), 'fail'],
    ['two of fifteen are more than 10 %', some(2, '319.99', '400'), 'fail'],
  ] as const)('%s: %s', (_, readings, verdict) => expect(judgeFilm(pspc, readings).verdict).toBe(verdict))

  it('marks a spot with a reading below 90 %, and judges nothing before all are read', () => {
    const [first, ...rest] = some(1, '200', '320')
    expect(judgeFilm(pspc, [first ?? [], ...rest]).spots[0]).toMatchObject({ inside: false })
    expect(judgeFilm(pspc, [['320', null, '320'], ...rest]).verdict).toBeNull()
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

describe('readings of a film by the area of the piece', () => {
  const readings = (rule: 'iso_19840' | 'ninety_ten', areaM2: number | null) => {
    const { spots, points } = coatGridOf('film', { kind: 'beam', lengthMm: 6000, areaM2 }, rule)
    return spots * points
  }
  // R. Francis, Dry Film Thickness Measurements: How Many Are Enough?, JPCL 12/2009: 70 of ISO 19840 and 100 of PSPC for 500 m².
  it.each([
    [0.8, 5],
    [1, 5],
    [1.01, 10],
    [3, 10],
    [10, 15],
    [30, 20],
    [30.1, 30],
    [100, 30],
    [100.1, 40],
    [500, 70],
    [null, 15],
  ])('ISO 19840, %s m²: %i', (areaM2, count) => expect(readings('iso_19840', areaM2)).toBe(count))
  it.each([
    [8, 15],
    [75, 15],
    [76, 18],
    [500, 102],
    [null, 15],
  ])('90-10, %s m²: %i', (areaM2, count) => expect(readings('ninety_ten', areaM2)).toBe(count))
})

describe('sections of a fire coating: one in 3 m, at least two; eight readings of a column, six of others', () => {
  it.each([
    ['column', 12_000, 4, 8],
    ['column', 12_001, 5, 8],
    ['beam', 9000, 3, 6],
    ['beam', 6001, 3, 6],
    ['beam', 6000, 2, 6],
    ['brace', 1500, 2, 6],
    ['truss', null, 2, 6],
  ])('%s of %s mm: %i sections of %i', (kind, lengthMm, spotCount, points) =>
    expect(coatGridOf('fire', { kind, lengthMm, areaM2: null }, 'spot')).toEqual({
      spots: spotCount,
      points,
    }),
  )
  it('of a film are five spots of three, whatever the member', () =>
    expect(coatGridOf('film', { kind: 'column', lengthMm: 12_000, areaM2: 40 }, 'spot')).toEqual({
      spots: 5,
      points: 3,
    }))
  it('count every reading: of 32, six may lie below 20 mm, none below 17', () => {
    const design = { type: 'thick', designMm: 20 } as const
    const column = (low: number, value: string) =>
      [0, 1, 2, 3].map((section) =>
        Array.from({ length: 8 }, (_, point) => (section * 8 + point < low ? value : '20')),
      )
    expect(judgeFire(design, column(6, '17')).verdict).toBe('pass')
    expect(judgeFire(design, column(7, '17')).verdict).toBe('fail')
    expect(judgeFire(design, column(1, '16.99')).verdict).toBe('fail')
    const [first = [], ...rest] = column(0, '')
    expect(judgeFire(design, [first.with(3, null as never), ...rest])).toMatchObject({
      complete: false,
      verdict: null,
    })
  })
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
