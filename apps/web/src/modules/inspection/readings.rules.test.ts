import type { FormItem } from '@cloud-factory/contract/inspection/inspection-forms'
import { expect, test } from 'vitest'
import { statusOf } from './readings.rules.ts'

const item: FormItem = {
  id: '1',
  names: { zh: '高度', en: 'height', es: 'altura' },
  class: 'main',
  measures: 'size',
  place: 'any',
  asksPlace: false,
  nominalOf: 'h',
  nominal: '400',
  lower: '-2',
  upper: '3',
  magnitude: false,
  missing: [],
  unit: 'mm',
  tool: '',
  points: 1,
  added: false,
  clause: '',
}

test.each([
  ['', 'empty'],
  ['398', 'inside'],
  ['397.999999', 'outside'],
  ['４０３', 'inside'],
  ['403,000001', 'outside'],
  ['4o3', 'wrong'],
])('%j at 400 −2 … +3 is %s', (text, status) => {
  expect(statusOf(item, text)).toBe(status)
})

test('a deviation is its own; a look is yes or no; a lacking size judges nothing', () => {
  expect(statusOf({ ...item, measures: 'deviation', nominal: null }, '3')).toBe('inside')
  expect(statusOf({ ...item, measures: 'visual', nominal: null }, '0')).toBe('outside')
  expect(statusOf({ ...item, measures: 'visual', nominal: null }, '2')).toBe('wrong')
  expect(statusOf({ ...item, missing: ['h'], nominal: null }, '400')).toBe('wrong')
})
