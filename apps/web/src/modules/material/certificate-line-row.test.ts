import { expect, test } from 'vitest'
import { isValue, linesTyped } from './certificate-line-row.tsx'

const line = (values: Record<string, string>, overrides: object = {}) => [
  { heatId: '1', gradeCode: 'Q355B', thickness: '16', values, ...overrides },
]

test.each([
  ['0.17', '0.17'],
  ['０．１７', '0.17'],
  ['0,17', '0.17'],
  ['.17', '0.17'],
  [' 355 ', '355'],
])('%s is read as %s', (text, value) => {
  expect(linesTyped(line({ C: text }))).toEqual([
    { heatId: '1', gradeCode: 'Q355B', thicknessMm: '16', values: { C: value } },
  ])
})

test.each(['0.1O', '≤0.2', '1e3', '-0.1', '0.1.7', 'abc'])('%s is no value, and nothing is sent', (text) => {
  expect(isValue(text)).toBe(false)
  expect(linesTyped(line({ C: text }))).toBeNull()
})

test('nothing typed is nothing sent; a lacking grade is not', () => {
  expect(linesTyped(line({ C: '' }, { thickness: '' }))).toEqual([
    { heatId: '1', gradeCode: 'Q355B', thicknessMm: null, values: {} },
  ])
  expect(linesTyped(line({}, { gradeCode: ' ' }))).toBeNull()
})
