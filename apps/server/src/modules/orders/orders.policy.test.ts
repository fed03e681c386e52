import {
  type OrderStatus,
  orderStatuses,
  type PieceStatus,
  pieceStatuses,
} from '@cloud-factory/domain/orders/order-statuses'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  daysLate,
  canDelete,
  canEdit,
  canImport,
  canMove,
  needsReason,
  openStatuses,
  orderTransitions,
  type OrderFacts,
  startedPieces,
} from './orders.policy.ts'

const all = ['order.view', 'order.edit', 'order.import']
const order = (status: OrderStatus, piecesByStatus: OrderFacts['piecesByStatus'] = {}): OrderFacts => {
  const pieces = Object.values(piecesByStatus).reduce((sum, count) => sum + count, 0)
  return { status, pieces, marks: pieces > 0 ? 1 : 0, piecesByStatus }
}

describe('the life of an order', () => {
  test('every state is reached from a draft', () => {
    const reached = new Set<OrderStatus>(['draft'])
    for (const status of reached) for (const next of orderTransitions[status]) reached.add(next)
    expect([...reached].sort()).toEqual([...orderStatuses].sort())
  })

  test('closed and cancelled are ends', () => {
    expect(orderStatuses.filter((status) => orderTransitions[status].length === 0)).toEqual([
      'closed',
      'cancelled',
    ])
  })

  test('held and cancelled from any state before shipped, from none after', () => {
    const holding = orderStatuses.filter((status) => orderTransitions[status].includes('on_hold'))
    expect(holding).toEqual(['draft', 'confirmed', 'released', 'in_production', 'completed'])
    const cancelling = orderStatuses.filter((status) => orderTransitions[status].includes('cancelled'))
    expect(cancelling).toEqual([...holding, 'on_hold'])
  })
})

describe('moving by hand', () => {
  const cases: [OrderStatus, 'draft' | 'confirmed' | 'cancelled', OrderFacts['piecesByStatus'], unknown][] = [
    ['draft', 'confirmed', {}, true],
    ['confirmed', 'draft', { planned: 3 }, true],
    ['confirmed', 'draft', { in_process: 1 }, 'order.started'],
    ['released', 'confirmed', {}, 'order.wrong_state'],
    ['released', 'cancelled', { planned: 1, issued: 2, superseded: 4 }, true],
    ['in_production', 'cancelled', { planned: 9, to_inspect: 1 }, 'order.started'],
    ['in_production', 'cancelled', { scrapped: 1 }, 'order.started'],
    ['in_production', 'cancelled', { in_process: 1, shipped: 1 }, 'order.partly_shipped'],
    ['in_production', 'cancelled', { in_process: 1, received: 1 }, 'order.partly_shipped'],
    ['on_hold', 'confirmed', {}, 'order.wrong_state'],
    ['on_hold', 'cancelled', { planned: 1 }, true],
    ['shipped', 'cancelled', {}, 'order.wrong_state'],
    ['cancelled', 'draft', {}, 'order.wrong_state'],
    ['draft', 'draft', {}, 'order.wrong_state'],
  ]
  test.each(cases)('%s to %s with %o: %s', (from, to, pieces, verdict) => {
    expect(canMove(all, order(from, pieces), to)).toBe(verdict)
  })

  test('who may release orders also cancels those that are started, but not what was shipped', () => {
    const release = [...all, 'order.release']
    expect(canMove(release, order('in_production', { in_process: 3 }), 'cancelled')).toBe(true)
    expect(canMove(release, order('on_hold', { in_process: 3 }), 'cancelled')).toBe(true)
    expect(canMove(release, order('in_production', { shipped: 1 }), 'cancelled')).toBe('order.partly_shipped')
  })

  test('not without the right', () => {
    expect(canMove(['order.view'], order('draft'), 'confirmed')).toBe('permission.denied')
  })

  test('cancelling needs a reason unless the order was a draft', () => {
    expect(orderStatuses.filter((status) => needsReason(status, 'cancelled'))).toEqual(
      orderStatuses.filter((status) => status !== 'draft'),
    )
    expect(needsReason('draft', 'confirmed')).toBe(false)
  })
})

describe('what may be done by state', () => {
  const allowing = (allowed: (facts: OrderFacts) => unknown) =>
    orderStatuses.filter((status) => allowed(order(status)) === true)

  test('edit: until shipped', () => {
    expect(allowing((facts) => canEdit(all, facts))).toEqual([...openStatuses])
    expect(canEdit(all, order('closed'))).toBe('order.finished')
    expect(canEdit([], order('draft'))).toBe('permission.denied')
  })

  test('import: until production ends', () => {
    expect(allowing((facts) => canImport(all, facts))).toEqual([
      'draft',
      'confirmed',
      'released',
      'in_production',
    ])
    expect(canImport(all, order('on_hold'))).toBe('order.not_importing')
    expect(canImport(['order.edit'], order('draft'))).toBe('permission.denied')
  })

  test('delete: an empty draft', () => {
    expect(allowing((facts) => canDelete(all, facts))).toEqual(['draft'])
    expect(canDelete(all, order('draft', { superseded: 1 }))).toBe('order.has_pieces')
    expect(canDelete(all, order('confirmed'))).toBe('order.not_draft')
    expect(canDelete([], order('draft'))).toBe('permission.denied')
  })
})

test('started pieces are all but planned, issued and superseded', () => {
  const counts = fc.dictionary(fc.constantFrom(...pieceStatuses), fc.nat(1000), { noNullPrototype: true })
  fc.assert(
    fc.property(counts, (byStatus) => {
      const facts: OrderFacts = { status: 'released', pieces: 0, marks: 0, piecesByStatus: byStatus }
      const count = (status: PieceStatus) => byStatus[status] ?? 0
      const total = pieceStatuses.reduce((sum, status) => sum + count(status), 0)
      expect(startedPieces(facts)).toBe(total - count('planned') - count('issued') - count('superseded'))
    }),
  )
})

describe('days late', () => {
  test.each([
    ['draft', '2026-03-19', '2026-03-20', 1],
    ['in_production', '2026-03-20', '2026-03-20', null],
    ['in_production', '2026-03-21', '2026-03-20', null],
    ['on_hold', '2025-12-31', '2026-03-01', 60],
    ['completed', '2024-02-28', '2024-03-01', 2],
    ['shipped', '2026-01-01', '2026-03-20', null],
    ['cancelled', '2026-01-01', '2026-03-20', null],
    ['confirmed', null, '2026-03-20', null],
  ] as const)('%s due %s on %s: %s', (status, dueOn, today, days) => {
    expect(daysLate(status, dueOn, today)).toBe(days)
  })

  test('agree with the calendar of the runtime', () => {
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 40_000 }), (date, later) => {
        const due = date.toISOString().slice(0, 10)
        const today = new Date(Date.parse(due) + later * 86_400_000).toISOString().slice(0, 10)
        expect(daysLate('confirmed', due, today)).toBe(later)
      }),
    )
  })
})
