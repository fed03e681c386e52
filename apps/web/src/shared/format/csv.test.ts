import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

const cell = (value: string | number | null) => csvText([[value]]).slice(1, -2)

test.each([
  ['plain', 'plain'],
  [null, ''],
  [12.5, '12.5'],
  [-3, '-3'],
  ['-3', '-3'],
  ['-3,5', '"-3,5"'],
  ['=1+1', "'=1+1"],
  ['+cmd|/c calc', "'+cmd|/c calc"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =1', "'  =1"],
  ['＝1+1', "'＝1+1"],
  ['\t=1', `"'\t=1"`],
  ['a"b', '"a""b"'],
  ['a,b', '"a,b"'],
  ['two\nlines', '"two\nlines"'],
])('%j is written as %j', (value, text) => expect(cell(value)).toBe(text))

test('starts with the mark that makes Excel read UTF-8', () => {
  expect(csvText([['构件'], ['b', 1]])).toBe('\uFEFF构件\r\nb,1\r\n')
})

test('no cell ever starts as a formula, except plain numbers', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const bare = cell(text).replace(/^"/, '')
      expect(/^[=+\-@]/.test(bare) && !/^[+-]?\d+([.,]\d+)?"?$/.test(bare)).toBe(false)
    }),
  )
})
