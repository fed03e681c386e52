import { isDecimal, toMicro } from '@cloud-factory/domain/numbers/decimals'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sameDecimal, typedDecimal } from './typed-decimal.rules.ts'

test.each([
  ['', ''],
  ['  ', ''],
  ['400', '400'],
  ['400,5', '400.5'],
  ['400，5', '400.5'],
  ['４００．５', '400.5'],
  ['－３', '-3'],
  ['−2.50', '-2.5'],
  ['+1', '1'],
  ['.5', '0.5'],
  ['-,5', '-0.5'],
  ['5.', '5'],
  ['007', '7'],
  ['-0', '0'],
  ['1 200', '1200'],
  ['4oo', null],
  ['1.2.3', null],
  ['--1', null],
  ['1e3', null],
  ['.', null],
  ['1.1234567', null],
  ['1234567890123', null],
])('%s is read as %s', (text, value) => {
  expect(typedDecimal(text)).toBe(value)
})

test('whatever is typed is nothing, no number, or what the server takes', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const value = typedDecimal(text)
      return value === null || value === '' || isDecimal(value)
    }),
  )
})

test('a number means the same, however wide its digits and whatever its point', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), (millionths) => {
      const sign = millionths < 0 ? '-' : ''
      const size = String(Math.abs(millionths)).padStart(7, '0')
      const text = `${sign}${size.slice(0, -6)},${size.slice(-6)}`
      const wide = text.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
      const value = typedDecimal(wide)
      expect(value).toBe(typedDecimal(text))
      expect(value !== null && toMicro(value)).toBe(BigInt(millionths))
    }),
  )
})

test('decimals are compared by what they are worth', () => {
  expect(sameDecimal('2.50', '2.5')).toBe(true)
  expect(sameDecimal('2.5', '2.50001')).toBe(false)
  expect(sameDecimal(null, '0')).toBe(false)
  expect(sameDecimal(null, null)).toBe(true)
})
