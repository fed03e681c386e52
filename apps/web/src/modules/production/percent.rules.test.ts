import { expect, test } from 'vitest'
import { percentText } from './percent.rules.ts'

test.each([
  [0, '0'],
  [0.00001, '0.1'],
  [0.5, '50'],
  [0.1234, '12.3'],
  [0.99999, '99.9'],
  [1, '100'],
])('%f is %s per cent', (share, text) => {
  expect(percentText(share)).toBe(text)
})
