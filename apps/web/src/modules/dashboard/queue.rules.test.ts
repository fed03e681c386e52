import { expect, test } from 'vitest'
import { toReleaseFirst, waitingFirst } from './queue.rules.ts'

test('the first four orders to release lead, the others follow as they come', () => {
  const order = (no: string, release: true | string) => ({ no, can: { release } })
  const orders = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((no) =>
    order(no, no === 'A' || no === 'C' ? 'order.not_confirmed' : true),
  )
  expect(toReleaseFirst(orders).map(({ no }) => no)).toEqual(['B', 'D', 'E', 'F', 'A', 'C', 'G'])
})

test('rows that wait for the person come first', () => {
  const rows = [
    { no: 'A', assignee: null },
    { no: 'B', assignee: { id: '2' } },
    { no: 'C', assignee: { id: '1' } },
    { no: 'D', assignee: { id: '1' } },
  ]
  const mineFirst = waitingFirst<(typeof rows)[number]>(({ assignee }) => assignee?.id === '1')
  expect(mineFirst(rows).map(({ no }) => no)).toEqual(['C', 'D', 'A', 'B'])
})
