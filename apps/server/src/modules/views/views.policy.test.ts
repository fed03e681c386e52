import { describe, expect, test } from 'vitest'
import {
  canChangeView,
  canDeleteView,
  canEditView,
  canSee,
  canShare,
  type ViewFacts,
} from './views.policy.ts'

const sharer = ['order.view', 'order.edit']
const reader = ['order.view']
const own: ViewFacts = { list: 'orders', mine: true, shared: false }
const ownShared: ViewFacts = { ...own, shared: true }
const others: ViewFacts = { ...own, mine: false, shared: true }

describe('a saved view', () => {
  test('of a list is for who sees the list', () => {
    expect(canSee(reader, 'orders')).toBe(true)
    expect(canSee(['quality.view'], 'orders')).toBe(false)
  })

  test.each([
    [sharer, own, true, true],
    [sharer, ownShared, true, true],
    [sharer, others, true, true],
    [reader, own, true, true],
    [reader, ownShared, 'view.shared', true],
    [reader, others, 'view.shared', 'view.shared'],
  ] as const)('with %j of %j: change %s, delete %s', (tags, facts, edit, remove) => {
    expect(canEditView(tags, facts)).toBe(edit)
    expect(canDeleteView(tags, facts)).toBe(remove)
  })

  test('is shared only by who may, and the owner may always take it back', () => {
    expect(canShare(reader, 'projects')).toBe('view.not_shareable')
    expect(canChangeView(reader, own, true)).toBe('view.not_shareable')
    expect(canChangeView(reader, ownShared, false)).toBe(true)
    expect(canChangeView(reader, others, false)).toBe('view.shared')
    expect(canChangeView(sharer, own, true)).toBe(true)
    expect(canChangeView(sharer, others, false)).toBe(true)
  })
})
