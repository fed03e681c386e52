import { expect, test } from 'vitest'
import { disableReason, inputOf, valuesOf } from './user-values.ts'

const user = {
  username: 'planner',
  cnName: '李明',
  email: null,
  phone: '13800001002',
  wecomId: null,
  badge: 'B-77',
  roles: [{ id: '3', code: 'planner', name: '生产计划员' }],
}

test('a person goes into the form and comes out unchanged', () => {
  const { cnName, email, phone, wecomId, badge } = user
  expect(inputOf(valuesOf(user))).toEqual({ cnName, email, phone, wecomId, badge, roleIds: ['3'] })
})

test('empty and blank fields are nothing; what is typed is trimmed', () => {
  const values = { ...valuesOf(null), cnName: ' 王芳 ', email: '  ', phone: ' 139 ' }
  expect(inputOf(values)).toEqual({
    cnName: '王芳',
    email: null,
    phone: '139',
    wecomId: null,
    badge: null,
    roleIds: [],
  })
})

test.each([
  [true, true],
  ['state.refused', 'user.self'],
  ['last_admin', 'last_admin'],
  ['grant.exceeds', 'grant.exceeds'],
] as const)('disabling judged %s says %s', (disable, reason) => {
  expect(disableReason({ can: { edit: true, reset: true, disable } })).toBe(reason)
})
