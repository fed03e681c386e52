import { expect, test } from 'vitest'
import { judgeBoltTest, lotLimit, testOf } from './bolt-tests.ts'

const eight = (first: number, second = first) => [first, second, first, second, first, second, first, second]

test.each([
  ['torque', 'M20', null, eight(0.125, 0.135), null],
  ['torque', 'M20', null, eight(0.11), null],
  ['torque', 'M20', null, eight(0.1099), 'bolt.mean_out'],
  ['torque', 'M20', null, eight(0.15), null],
  ['torque', 'M20', null, eight(0.1501), 'bolt.mean_out'],
  ['torque', 'M20', null, eight(0.12, 0.139), 'bolt.deviation_over'],
  ['preload', 'M20', null, eight(170), null],
  ['preload', 'M20', null, eight(154.9), 'bolt.mean_out'],
  ['preload', 'M22', null, eight(190), null],
  ['preload', 'M22', null, eight(190, 230), 'bolt.deviation_over'],
  ['preload', 'M12', null, eight(60), 'bolt.mean_out'],
  ['slip', '', 0.45, [0.45, 0.5, 0.61], null],
  ['slip', '', 0.45, [0.44, 0.5, 0.61], 'bolt.slip_below'],
] as const)('%s %s %s %j: %s', (kind, size, designValue, readings, reason) => {
  expect(judgeBoltTest({ kind, size, designValue, readings }).reason).toBe(reason)
})

test('mean and deviation of the sample', () => {
  expect(
    judgeBoltTest({ kind: 'torque', size: 'M20', designValue: null, readings: [0.12, 0.13, 0.14] }),
  ).toEqual({
    mean: 0.13,
    deviation: 0.01,
    reason: null,
  })
})

test.each([
  ['set', 'GB/T 3632', '10.9S', 'preload', 3000],
  ['set', 'GB/T 1228', '10.9S', 'torque', 3000],
  ['set', '', '10.9S', 'torque', 3000],
  ['set', 'EN 14399-4', '10.9', 'torque', null],
  ['bolt', 'ISO 4014', '8.8', null, null],
] as const)('%s %s %s: %s, %s', (kind, standard, grade, needed, limit) => {
  expect([testOf({ kind, standard }), lotLimit({ kind, standard, grade })]).toEqual([needed, limit])
})
