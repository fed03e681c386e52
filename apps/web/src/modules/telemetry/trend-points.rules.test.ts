import { expect, test } from 'vitest'
import { pointAt, timesOf, valueAt } from './trend-points.rules.ts'

const names = (word: string) => ({ zh: word, en: word, es: word })
const current = {
  names: names('current'),
  unit: 'A',
  decimals: 1,
  at: [10, 20, 21, 40],
  mean: [1, 2, null, 4],
}
const counter = { names: names('count'), unit: '', decimals: 0, at: [15], mean: [7] }

test('points of all courses, gaps left out', () => {
  expect(timesOf({ series: [current, counter] })).toEqual([10, 15, 20, 40])
})

test.each([
  [9, null],
  [10, 1],
  [19, 1],
  [20, 2],
  [21, null],
  [39, null],
  [99, 4],
])('at %d: %s', (time, value) => {
  expect(valueAt(current, time)).toBe(value)
})

test('a point in words', () => {
  const texts = {
    nameOf: (all: { en: string }) => all.en,
    instant: (at: number) => `t${at}`,
    none: 'nothing',
  }
  expect(pointAt({ series: [current, counter] }, 20, texts)).toBe('t20: current 2.0 A, count 7')
  expect(pointAt({ series: [current, counter] }, 30, texts)).toBe('t30: current nothing, count 7')
})
