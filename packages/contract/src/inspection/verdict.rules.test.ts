import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromMicro, toMicro } from '@cloud-factory/domain/numbers/decimals'
import type { Limits } from '../standards/limits.rules.ts'
import { judgeReading, type LotItem, lotVerdict, sampleSize, soundPieces } from './verdict.rules.ts'

const within = (lower: string | null, upper: string | null): Limits => ({ lower, upper })
const two = within('-2', '2')

test.each([
  ['on the limit', '402', '400', two, '2', true, '1'],
  ['a millionth beyond', '402.000001', '400', two, '2.000001', false, '1.000001'],
  ['as floats 0.1 + 0.2 would fail', '0.3', '0', within('-0.3', '0.3'), '0.3', true, '1'],
  ['below', '398.5', '400', two, '-1.5', true, '0.75'],
  ['outer holes of a truss: 3 over, 7 under', '23996', '24000', within('-7', '3'), '-4', true, '0.571429'],
  ['the other side of them', '24004', '24000', within('-7', '3'), '4', false, '1.333334'],
  ['with an end plate nothing may be over', '8000.1', '8000', within('-5', '0'), '0.1', false, null],
  ['exactly as long', '8000', '8000', within('-5', '0'), '0', true, '0'],
  ['no limit on its side', '400', '125', within('-25', null), '275', true, null],
])('a size: %s', (_name, value, nominal, limits, deviation, inside, share) => {
  expect(judgeReading('size', value, nominal, limits)).toEqual({ deviation, inside, share })
})

test('a deviation is judged by itself, a look by yes or no', () => {
  expect(judgeReading('deviation', '2.5', '400', within('-3', '3'))).toEqual({
    deviation: '2.5',
    inside: true,
    share: '0.833334',
  })
  expect(judgeReading('deviation', '30', null, within('40', '80'))).toEqual({
    deviation: '30',
    inside: false,
    share: null,
  })
  const none = within('0', '0')
  expect(judgeReading('visual', '1', null, none)).toEqual({ deviation: '0', inside: true, share: null })
  expect(judgeReading('visual', '0', null, none)).toEqual({ deviation: '1', inside: false, share: null })
  expect(() => judgeReading('visual', '2', null, none)).toThrow(RangeError)
  expect(() => judgeReading('size', '2', null, two)).toThrow(RangeError)
  expect(() => judgeReading('size', '2,5', '2', two)).toThrow(RangeError)
})

const item = (itemClass: 'main' | 'general', limits: Limits, values: readonly string[]): LotItem => ({
  class: itemClass,
  measures: 'deviation',
  ...limits,
  readings: values.map((value) => judgeReading('deviation', value, null, limits)),
})
const looked = (itemClass: 'main' | 'general', snapshots: string): LotItem => ({
  class: itemClass,
  measures: 'visual',
  lower: '0',
  upper: '0',
  readings: snapshots.split('').map((look) => judgeReading('visual', look, null, within('0', '0'))),
})
const four = ['0', '1', '-1', '2']

// GB 50205-2020, 3.0.5: 80 % of the points of a general item, none beyond 1.2 times the limit.
test.each([
  ['main, all inside', item('main', two, four), null],
  ['main, one outside of ten', item('main', two, [...four, ...four, '2', '2.1']), 'lot.outside'],
  ['general, 4 of 5 inside, the fifth at 1.2 times', item('general', two, [...four, '2.4']), null],
  ['general, the fifth just beyond 1.2 times', item('general', two, [...four, '2.400001']), 'lot.beyond'],
  ['general, 3 of 4 inside', item('general', two, ['0', '1', '2', '2.1']), 'lot.share'],
  [
    'general, 79 of 99',
    item('general', two, [...Array(79).fill('0'), ...Array(20).fill('2.1')]),
    'lot.share',
  ],
  ['general, one-sided, far on the free side', item('general', within('-25', null), ['900']), null],
  [
    'general, one-sided, at 1.2 times',
    item('general', within('-25', null), ['0', '0', '0', '0', '-30']),
    null,
  ],
  [
    'general, the limit is zero',
    item('general', within('-5', '0'), [...four.map(() => '0'), '0.000001']),
    'lot.beyond',
  ],
  [
    'general, a range that does not hold zero',
    item('general', within('40', '80'), ['50', '50', '50', '50', '39']),
    'lot.beyond',
  ],
  ['general, by eye, 4 of 5', looked('general', '11110'), null],
  ['general, by eye, 3 of 4', looked('general', '1110'), 'lot.share'],
  ['main, by eye, 4 of 5', looked('main', '11110'), 'lot.outside'],
  ['nothing read', item('general', two, []), 'lot.unread'],
])('a lot by the GB rule: %s', (_name, lotItem, reason) => {
  const { verdict, items } = lotVerdict('gb', [lotItem])
  expect(items[0]?.reason).toBe(reason)
  expect(verdict).toBe(reason === null ? 'pass' : 'fail')
})

test('a lot fails by one item, and counts its points', () => {
  const { verdict, items } = lotVerdict('gb', [
    item('main', two, four),
    item('general', two, ['0', '3', '2.1']),
  ])
  expect(verdict).toBe('fail')
  expect(items).toEqual([
    { points: 4, inside: 4, beyond: 0, reason: null },
    { points: 3, inside: 1, beyond: 1, reason: 'lot.beyond' },
  ])
})

test('where every reading counts, a general item is as strict as a main one', () => {
  expect(lotVerdict('all', [item('general', two, [...four, '2.1'])]).verdict).toBe('fail')
  expect(lotVerdict('all', [item('general', two, four)]).verdict).toBe('pass')
})

const limit = fc.bigInt({ min: 0n, max: 10n ** 9n })
const readings = fc.array(fc.bigInt({ min: -(2n * 10n ** 9n), max: 2n * 10n ** 9n }), {
  minLength: 1,
  maxLength: 30,
})
test('a share is above one exactly when the reading is outside, unless its side has a zero limit', () => {
  fc.assert(
    fc.property(limit, limit, readings, (low, high, values) => {
      for (const value of values) {
        const judged = judgeReading(
          'deviation',
          fromMicro(value),
          null,
          within(fromMicro(-low), fromMicro(high)),
        )
        expect(judged.inside).toBe(value >= -low && value <= high)
        if (judged.share === null) expect(value < 0n ? low : high).toBe(0n)
        else expect(toMicro(judged.share) > 1_000_000n).toBe(!judged.inside)
      }
    }),
  )
})

test('what passes as a main item passes as a general one, and a point moved inside never fails a lot', () => {
  fc.assert(
    fc.property(limit, readings, (size, values) => {
      const limits = within(fromMicro(-size), fromMicro(size))
      const texts = values.map(fromMicro)
      const asMain = lotVerdict('gb', [item('main', limits, texts)]).verdict
      const asGeneral = lotVerdict('gb', [item('general', limits, texts)]).verdict
      if (asMain === 'pass') expect(asGeneral).toBe('pass')
      const mended = lotVerdict('gb', [item('general', limits, ['0', ...texts.slice(1)])]).verdict
      if (asGeneral === 'pass') expect(mended).toBe('pass')
    }),
  )
})

test.each([
  [10, 10, 3, 3],
  [31, 10, 3, 4],
  [2, 10, 3, 2],
  [40, 100, 1, 40],
  [0, 20, 1, 0],
])('of %i pieces %i %%, at least %i: %i', (pieces, percent, atLeast, size) => {
  expect(sampleSize(pieces, percent, atLeast)).toBe(size)
})

describe('pieces that a failed lot lets go', () => {
  const lot = (...measured: readonly boolean[]) => measured.map((one, id) => ({ id, measured: one }))
  const read = (pieceId: number, inside: boolean) => ({ pieceId, inside })
  test.each([
    [
      'a whole lot: those with every reading inside',
      'fail',
      lot(true, true),
      [read(0, true), read(1, false)],
      [0],
    ],
    ['one reading outside holds its piece', 'fail', lot(true), [read(0, true), read(0, false)], []],
    ['of a sample none', 'fail', lot(true, false), [read(0, true)], []],
    [
      'none, when it is not the readings that fail it',
      'pass',
      lot(true, true),
      [read(0, true), read(1, true)],
      [],
    ],
  ] as const)('%s', (_, byRule, pieces, readings, sound) => {
    expect([...soundPieces(byRule, pieces, readings)]).toEqual(sound)
  })

  test('are never held by a reading of another piece, and never sound with one outside of their own', () => {
    const reading = fc.record({ pieceId: fc.nat({ max: 5 }), inside: fc.boolean() })
    fc.assert(
      fc.property(fc.array(reading), (readings) => {
        const sound = soundPieces('fail', lot(true, true, true, true, true, true), readings)
        for (let id = 0; id < 6; id += 1)
          expect(sound.has(id)).toBe(!readings.some(({ pieceId, inside }) => pieceId === id && !inside))
      }),
    )
  })
})
