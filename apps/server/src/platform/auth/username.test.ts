import { expect, it } from 'vitest'
import { usernameKey } from './username.ts'

it.each([
  ['Planner', 'planner'],
  [' planner ', 'planner'],
  ['ＰＬＡＮＮＥＲ', 'planner'],
  ['李文静', '李文静'],
  ['j.müller@werk-1', 'j.müller@werk-1'],
  ['x', null],
  ['', null],
  ['two words', null],
  ["' or 1=1 --", null],
  ['a\0b', null],
  ['a'.repeat(65), null],
])('the sign-in name %j is compared as %j', (name, key) => {
  expect(usernameKey(name)).toBe(key)
})
