import { expect, test } from 'vitest'
import { matches } from './match.rules.ts'
import { pinyinOf } from './pinyin.ts'

const orders = { text: '订单管理', also: '/order/list' }

test.each([
  ['订单', true],
  ['order', true],
  ['ddgl', true],
  ['DDGL', true],
  ['dingdan', true],
  ['ding dan', true],
  ['', true],
  ['zj', false],
  ['单订', false],
])('%j finds 订单管理: %s', (typed, found) => {
  expect(matches(orders, typed, pinyinOf)).toBe(found)
})

test('until pinyin is there, the text itself is matched', () => {
  expect(matches(orders, 'ddgl', null)).toBe(false)
  expect(matches(orders, '管理', null)).toBe(true)
})
