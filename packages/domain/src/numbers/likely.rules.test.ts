import { expect, test } from 'vitest'
import { likelyParts, likelyWeldMm } from './decimals.ts'

test('a seam is as long as its piece allows, parts are moved as many as the store is used to', () => {
  expect([6000, 200, null].map(likelyWeldMm)).toEqual([12_000, 3000, 30_000])
  expect([0, 20].map(likelyParts)).toEqual([50, 200])
})
