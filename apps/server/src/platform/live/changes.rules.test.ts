import { expect, test } from 'vitest'
import { areasOf, type ChangeEvent, changesFor, changesOf, type KnownChanges } from './changes.rules.ts'

const event = (name: string, subjectId: string, more: Partial<ChangeEvent> = {}): ChangeEvent => ({
  seq: 1,
  name,
  subjectId,
  orderId: null,
  tab: null,
  ...more,
})
const known = (events: readonly ChangeEvent[], more: Partial<KnownChanges> = {}): KnownChanges => ({
  cursor: 9,
  start: 1,
  forgotten: 1,
  readings: [{ seq: 9, at: 0, changes: changesOf(events) }],
  areas: new Map(),
  ...more,
})
const everything = { userId: '4', tags: ['order.view', 'quality.view', 'equipment.view'], tab: null }
const reportedChanges = (
  events: readonly ChangeEvent[],
  audience: Parameters<typeof changesFor>[2] = everything,
) => changesFor(known(events), 1, audience, 0).changes

test('an event changes its area, and the order where pieces may go on or not', () => {
  expect(reportedChanges([event('orders.changed', '5')])).toEqual([{ area: 'order', id: '5', orderId: '5' }])
  expect(reportedChanges([event('quality.inspection_locked', '7', { orderId: '5' })])).toEqual([
    { area: 'inspection', id: '7', orderId: '5' },
    { area: 'order', id: '5', orderId: '5' },
  ])
  expect(reportedChanges([event('of.another_version', '7')])).toEqual([])
})

test('many changes of an area and order are one, and of very many orders one for the area', () => {
  const welds = Array.from({ length: 10_000 }, (_, at) =>
    event('welds.changed', String(at), { orderId: '5' }),
  )
  expect(reportedChanges(welds)).toEqual([{ area: 'weld', id: null, orderId: '5' }])
  const orders = Array.from({ length: 51 }, (_, at) => event('orders.changed', String(at)))
  expect(reportedChanges(orders)).toEqual([{ area: 'order', id: null, orderId: null }])
})

test('a person hears only of what they may view', () => {
  const events = [event('orders.changed', '5'), event('quality.ncr_raised', '6'), event('views.created', '7')]
  expect(reportedChanges(events, { ...everything, tags: ['order.view'] })?.map(({ area }) => area)).toEqual([
    'order',
    'view',
  ])
  expect(areasOf([])).toEqual(['view', 'message'])
})

test('only their owner hears of new messages, and nobody learns the id of another person', () => {
  const events = [event('messages.changed', '4'), event('messages.changed', '5')]
  expect(reportedChanges(events)).toEqual([{ area: 'message', id: '4', orderId: null }])
  expect(reportedChanges(events, { ...everything, userId: '6' })).toEqual([])
  expect(reportedChanges([event('orders.deleted', '7')], { ...everything, userId: '6' })).toContainEqual({
    area: 'message',
    id: null,
    orderId: '7',
  })
})

test('what a tab changed itself is marked for it alone', () => {
  const events = [event('orders.changed', '5', { tab: 'a' }), event('orders.changed', '5', { tab: 'b' })]
  expect(reportedChanges(events, { ...everything, tab: 'a' })).toEqual([
    { area: 'order', id: '5', orderId: '5', own: true },
    { area: 'order', id: '5', orderId: '5' },
  ])
  expect(reportedChanges(events)).toEqual([{ area: 'order', id: '5', orderId: '5' }])
})

test('who has only come hears what has just changed; who knows too old an event, that everything may have', () => {
  const now = known([event('orders.changed', '5')])
  expect(changesFor(now, null, everything, 10_000).changes).toHaveLength(1)
  expect(changesFor(now, null, everything, 10_001).changes).toEqual([])
  expect(changesFor(now, 9, everything, 0)).toEqual({ seq: 9, changes: [] })
  expect(changesFor(now, 0, everything, 0)).toEqual({ seq: 9, changes: null })
  // The database was put back to an earlier state.
  expect(changesFor(now, 10, everything, 0)).toEqual({ seq: 9, changes: null })
})

test('of readings that are forgotten the areas are known', () => {
  const now = known([event('orders.changed', '5')], {
    forgotten: 6,
    areas: new Map([
      ['order', 9],
      ['weld', 4],
      ['coat', 2],
    ]),
  })
  expect(changesFor(now, 3, everything, 0).changes).toEqual([
    { area: 'order', id: null, orderId: null },
    { area: 'weld', id: null, orderId: null },
  ])
})
