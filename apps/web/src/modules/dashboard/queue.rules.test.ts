import { expect, test } from 'vitest'
import { toReleaseFirst, waitingFirst } from './queue.rules.ts'

test('the first four orders to release lead, the others follow as they come', () => {
  const order = (no: string, release: true | string) => ({ no, can: { release } })
  const orders = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((no) =>
    order(no, no === 'A' || no === 'C' ? 'order.not_confirmed' : true),
  )
  expect(toReleaseFirst(orders).map(({ no }) => no)).toEqual(['B', 'D', 'E', 'F', 'A', 'C', 'G'])
})

test('alarms that nobody has acknowledged come first', () => {
  const alarms = [
    { id: '1', ackedAt: '2026-11-26T08:00:00Z' },
    { id: '2', ackedAt: null },
    { id: '3', ackedAt: null },
  ]
  const first = waitingFirst<(typeof alarms)[number]>(({ ackedAt }) => ackedAt === null)
  expect(first(alarms).map(({ id }) => id)).toEqual(['2', '3', '1'])
})
