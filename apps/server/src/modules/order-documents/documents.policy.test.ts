import { orderStatuses } from '@cloud-factory/domain/orders/order-statuses'
import { expect, test } from 'vitest'
import { documentName, canAdd, canChange, canRestore } from './documents.policy.ts'

test.each([...orderStatuses])('an order that is %s takes documents unless it is in the archive', (status) => {
  const verdict = status === 'closed' || status === 'cancelled' ? 'order.closed' : true
  expect(canAdd(['order.edit'], status)).toBe(verdict)
  expect(canAdd(['order.view'], status)).toBe('permission.denied')
})

test('a retired document is restored, and nothing else', () => {
  const retired = { orderStatus: 'draft', isRetired: true }
  const inUse = { orderStatus: 'draft', isRetired: false }
  expect(canChange(['order.edit'], inUse)).toBe(true)
  expect(canChange(['order.edit'], retired)).toBe('document.retired')
  expect(canRestore(['order.edit'], retired)).toBe(true)
  expect(canRestore(['order.edit'], inUse)).toBe('document.not_retired')
  expect(canRestore(['order.edit'], { ...retired, orderStatus: 'closed' })).toBe('order.closed')
})

test.each([
  ['图纸.pdf', '图纸.pdf'],
  ['C:\\Users\\x\\plan.pdf', 'plan.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['  two\r\nlines .txt ', 'two lines .txt'],
  ['', ''],
])('%j becomes %j', (input, name) => {
  expect(documentName(input)).toBe(name)
})

test('a long name keeps its ending', () => {
  const name = documentName(`${'长'.repeat(300)}.pdf`)
  expect(name).toHaveLength(160)
  expect(name).toMatch(/^长+…\.pdf$/)
})
