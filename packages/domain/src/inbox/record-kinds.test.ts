import { expect, test } from 'vitest'
import { messagePath } from './record-kinds.ts'

const order = { kind: 'order', id: '7', no: 'SO-7' } as const

test.each([
  ['followed', order, '/order/detail/7?conversation=open'],
  ['mentioned', order, '/order/detail/7?conversation=open'],
  ['revised', order, '/order/detail/7?part=documents'],
  ['assigned', order, '/order/detail/7'],
  // A reminder names the maintenance plan, but is no comment.
  ['due', { kind: 'machine', id: '3', no: 'M-3' }, '/equipment/detail/3'],
  ['overdue', { kind: 'instrument', id: '5', no: 'A&B' }, '/quality/instruments?q=A%26B'],
] as const)('a message of the reason %s leads to what it is about', (reason, record, path) => {
  expect(messagePath({ reason, record })).toBe(path)
})
