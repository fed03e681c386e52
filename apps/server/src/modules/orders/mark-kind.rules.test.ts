import { expect, test } from 'vitest'
import { markKind } from './mark-kind.rules.ts'

test.each([
  ['钢柱', 'A-1', 'column'],
  ['屋面梁檩条', 'A-1', 'purlin'],
  ['柱间支撑', 'A-1', 'brace'],
  ['吊车梁', 'A-1', 'plate_girder'],
  ['Column', 'A-1', 'column'],
  ['VIGA', 'A-1', 'beam'],
  ['', 'GKZ-101', 'column'],
  ['', 'GL-2', 'beam'],
  ['', 'GKL12', 'beam'],
  ['', 'SC-3', 'brace'],
  ['', 'LT-9', 'purlin'],
  ['', 'HJ-1', 'truss'],
  ['', 'YM-1', 'embed'],
  ['', 'gz-1', 'column'],
  ['', '1001', 'other'],
  ['', 'QQQ-1', 'other'],
])('name %j, mark %j: %s', (name, mark, kind) => {
  expect(markKind(name, mark)).toBe(kind)
})
