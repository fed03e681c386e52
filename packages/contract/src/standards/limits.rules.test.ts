import fc from 'fast-check'
import { expect, test } from 'vitest'
import { absolute, fromMicro, shownDecimal, toMicro } from '@cloud-factory/domain/numbers/decimals'
import { limitsOf, type Place, type Sizes, requiredSizes } from './limits.rules.ts'
import type { ToleranceRule } from './quality-rules.ts'

const abs = (v: string) => ({ kind: 'abs', lo: `-${v}`, hi: v }) as const
const ratio = (
  of: 'b' | 'h' | 'L',
  div: string,
  more: { cap?: string; floor?: string; plus?: string } = {},
) => ({ kind: 'ratio', of, div, sign: 'pm', ...more }) as const

// GB 50205-2020, ch. 8: height of a welded H section.
const height: ToleranceRule = {
  kind: 'piecewise',
  by: 'h',
  bands: [
    { op: 'lt', value: '500', rule: abs('2.0') },
    { op: 'le', value: '1000', rule: abs('3.0') },
    { rule: abs('4.0') },
  ],
}
// EN 1090-2, functional tolerance class 1: height of a welded profile.
const enHeight: ToleranceRule = {
  kind: 'piecewise',
  by: 'h',
  bands: [
    { op: 'le', value: '900', rule: abs('3') },
    { op: 'le', value: '1800', rule: ratio('h', '300') },
    { rule: abs('6') },
  ],
}
// Section of a column: at a joint ±3.0, elsewhere ±4.0.
const section: ToleranceRule = { kind: 'byPlace', joint: abs('3.0'), other: abs('4.0') }
const squareness: ToleranceRule = { ...ratio('b', '100', { cap: '3.0' }), sign: 'max' }

const cases: readonly [string, ToleranceRule, Place, Sizes, string | null, string | null][] = [
  ['height 499.999999', height, 'any', { h: '499.999999' }, '-2', '2'],
  ['height 500', height, 'any', { h: '500' }, '-3', '3'],
  ['height 1000', height, 'any', { h: '1000' }, '-3', '3'],
  ['height 1000.000001', height, 'any', { h: '1000.000001' }, '-4', '4'],
  ['squareness of b = 200: b/100', squareness, 'any', { b: '200' }, '-2', '2'],
  ['squareness of b = 400: its cap', squareness, 'any', { b: '400' }, '-3', '3'],
  ['EN height 900', enHeight, 'any', { h: '900' }, '-3', '3'],
  ['EN height 1200: h/300', enHeight, 'any', { h: '1200' }, '-4', '4'],
  ['EN height 2000', enHeight, 'any', { h: '2000' }, '-6', '6'],
  ['EN squareness: at least 5', ratio('b', '100', { floor: '5' }), 'any', { b: '300' }, '-5', '5'],
  ['EN length: L/5000 + 2', ratio('L', '5000', { plus: '2' }), 'any', { L: '12000' }, '-4.4', '4.4'],
  ['bow of L = 9000: L/1500 capped', ratio('L', '1500', { cap: '5.0' }), 'any', { L: '9000' }, '-5', '5'],
  [
    'bow of L = 7000: cut off behind six digits',
    ratio('L', '1500'),
    'any',
    { L: '7000' },
    '-4.666666',
    '4.666666',
  ],
  ['girder with end plate', { ...ratio('L', '2500'), sign: 'minus' }, 'any', { L: '10000' }, '-4', '0'],
  ['upwards only', { ...ratio('L', '5000'), sign: 'plus' }, 'any', { L: '12000' }, '0', '2.4'],
  ['outer holes of a truss', { kind: 'abs', lo: '-7', hi: '3' }, 'any', {}, '-7', '3'],
  ['a thickness with no upper limit', { kind: 'abs', lo: '-25', hi: null }, 'any', {}, '-25', null],
  ['nothing may be seen', { kind: 'none' }, 'any', {}, '0', '0'],
  ['section at a joint', section, 'joint', {}, '-3', '3'],
  ['section elsewhere', section, 'other', {}, '-4', '4'],
  ['section at no place in particular: the tighter', section, 'any', {}, '-3', '3'],
  [
    'no band takes the size',
    { kind: 'piecewise', by: 'L', bands: [{ op: 'gt', value: '24000', rule: abs('5') }] },
    'any',
    { L: '9000' },
    null,
    null,
  ],
]
test.each(cases)('%s', (_name, rule, place, sizes, lower, upper) => {
  expect(limitsOf(rule, place, sizes)).toMatchObject({ lower, upper })
})

test('says which sizes are missing, and which a rule may ask for', () => {
  expect(limitsOf(height, 'any', { b: '200' })).toEqual({ missing: ['h'] })
  expect(limitsOf(squareness, 'any', {})).toEqual({ missing: ['b'] })
  const byPlaceRule: ToleranceRule = { kind: 'byPlace', joint: height, other: squareness }
  expect(limitsOf(byPlaceRule, 'any', {})).toEqual({ missing: ['h', 'b'] })
  expect(limitsOf(byPlaceRule, 'other', { h: '400' })).toEqual({ missing: ['b'] })
  expect(requiredSizes(byPlaceRule)).toEqual(['h', 'b'])
  expect(requiredSizes(enHeight)).toEqual(['h'])
  expect(requiredSizes(section)).toEqual([])
})

test('shows its working: the band, the quotient, what bounded it', () => {
  expect(limitsOf(ratio('L', '1500', { cap: '5.0' }), 'any', { L: '9000' })).toMatchObject({
    working: { band: null, ratio: { size: '9000', raw: '6', bound: 'cap' } },
  })
  expect(limitsOf(enHeight, 'any', { h: '1200' })).toMatchObject({
    working: { band: { by: 'h', index: 1 }, ratio: { size: '1200', raw: '4', bound: null } },
  })
})

const micro = fc.bigInt({ min: 0n, max: 10n ** 12n })
test('a reading of six digits is inside the cut-off quotient exactly when it is inside the quotient itself', () => {
  fc.assert(
    fc.property(
      micro,
      fc.integer({ min: 1, max: 9999 }),
      fc.bigInt({ min: -3n, max: 3n }),
      (size, div, near) => {
        const found = limitsOf(ratio('L', String(div)), 'any', { L: fromMicro(size) })
        if ('missing' in found || found.upper === null) throw new Error('limits were to be found')
        const reading = absolute(size / BigInt(div) + near)
        // |reading| ≤ L ÷ div without dividing.
        expect(reading <= toMicro(found.upper)).toBe(reading * BigInt(div) <= size)
      },
    ),
  )
})

test('limits of ratios never shrink as the size grows, and stay between floor and cap', () => {
  fc.assert(
    fc.property(micro, micro, fc.integer({ min: 1, max: 9999 }), (one, another, div) => {
      const rule = ratio('h', String(div), { floor: '1', cap: '40' })
      const [small, great] = [one, another]
        .sort((a, b) => (a < b ? -1 : 1))
        .map((h) => {
          const found = limitsOf(rule, 'any', { h: fromMicro(h) })
          return 'missing' in found || found.upper === null ? -1n : toMicro(found.upper)
        })
      expect(small).toBeGreaterThanOrEqual(1_000_000n)
      expect(great).toBeGreaterThanOrEqual(small ?? 0n)
      expect(great).toBeLessThanOrEqual(40_000_000n)
    }),
  )
})

test('what is shown of a decimal lies no farther from nought, by less than a thousandth', () => {
  expect(['7.286666', '-7.286666', '0.0009', '-25', '0.35'].map(shownDecimal)).toEqual([
    '7.286',
    '-7.286',
    '0',
    '-25',
    '0.35',
  ])
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), (n) => {
      const off = absolute(n) - absolute(toMicro(shownDecimal(fromMicro(n))))
      expect(off >= 0n && off < 1000n).toBe(true)
    }),
  )
})

test('decimals keep every digit there and back', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), (n) => {
      expect(toMicro(fromMicro(n))).toBe(n)
    }),
  )
  for (const text of ['', '1,5', '1e3', ' 1', '.5', '1.', '1.0000001', '--1', 'NaN'])
    expect(() => toMicro(text), text).toThrow(RangeError)
})
