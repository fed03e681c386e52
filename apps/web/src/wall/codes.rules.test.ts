import { expect, test } from 'vitest'
import { commonStart } from './codes.rules.ts'

test.each([
  [['SIM-CUT-01', 'SIM-SAW-02'], 'SIM-'],
  [['SIM-CUT-01', 'SIM-CUT-02'], 'SIM-'],
  [['CUT-01', 'CUT-02'], ''],
  [['CUT-01', 'SAW-02'], ''],
  [['SIM-CUT-01', 'SIM-7'], ''],
  [['SIM-CUT-01'], ''],
  [['W1', 'W2'], ''],
  [[], ''],
])('what all of %j begin with and need not say is %j', (codes, start) => {
  expect(commonStart(codes)).toBe(start)
})
