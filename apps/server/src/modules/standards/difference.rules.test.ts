import { expect, test } from 'vitest'
import { differenceOf, type Item } from './standards.rules.ts'

const item = (id: string, zh: string, change: Partial<Item> = {}): Item => ({
  id,
  shape: 'beam',
  stages: [],
  names: { zh, en: zh, es: zh },
  class: 'general',
  measures: 'deviation',
  nominalOf: null,
  rule: { kind: 'max', v: '2' },
  optional: false,
  unit: 'mm',
  tool: '',
  method: '',
  points: 1,
  sampling: '',
  clause: '',
  certainty: 'memory',
  source: '',
  ...change,
})

test('what stays is no difference, wherever it stands', () => {
  expect(differenceOf([item('1', '长'), item('2', '宽')], [item('8', '宽'), item('9', '长')])).toEqual([])
})

test('added, changed and removed items; namesakes are matched in turn, shapes are kept apart', () => {
  const before = [item('1', '长'), item('2', '孔'), item('3', '孔'), item('4', '高')]
  const after = [
    item('11', '孔'),
    item('12', '孔', { points: 5, clause: '8' }),
    item('13', '高', { shape: 'tube' }),
  ]
  expect(differenceOf(before, after).map(({ change, id, fields }) => [change, id, fields])).toEqual([
    ['changed', '12', ['points', 'clause']],
    ['added', '13', []],
    ['removed', '1', []],
    ['removed', '4', []],
  ])
})
