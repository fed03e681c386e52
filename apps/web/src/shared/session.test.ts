import type { UserInfo } from '@cloud-factory/contract/identity/access'
import { afterEach, describe, expect, test } from 'vitest'
import { asUserInfo, leaveSession, updateUser, useSession } from './session.ts'

const person = (id: string, cnName = '王大勇') => ({ id, cnName }) as UserInfo
const shown = () => useSession.getState().user?.cnName

afterEach(() => useSession.setState({ token: null, user: null }))

describe('what the server says of the person', () => {
  test('is known from then on', () => {
    useSession.setState({ token: 'abc', user: person('1') })
    updateUser(person('1', '王小勇'))
    expect(shown()).toBe('王小勇')
  })

  test('does not replace the same', () => {
    const user = person('1')
    useSession.setState({ token: 'abc', user })
    updateUser(person('1'))
    expect(useSession.getState().user).toBe(user)
  })

  test('is known where the stored one was corrupt', () => {
    useSession.setState({ token: 'abc', user: null })
    updateUser(person('1'))
    expect(shown()).toBe('王大勇')
  })

  test('is forgotten when it comes after the log-out', () => {
    useSession.setState({ token: 'abc', user: person('1') })
    leaveSession()
    updateUser(person('1'))
    expect(shown()).toBeUndefined()
  })

  test('is forgotten when somebody else has signed in meanwhile', () => {
    useSession.setState({ token: 'def', user: person('2', '李文静') })
    updateUser(person('1'))
    expect(shown()).toBe('李文静')
  })
})

describe('a stored person', () => {
  const whole = {
    id: '1',
    cnName: '王大勇',
    permissionTags: ['order.view'],
    plant: { timeZone: 'Asia/Shanghai' },
  }

  test('is read when it is whole', () => expect(asUserInfo(whole)).toBe(whole))

  test.each([
    ['nothing', null],
    ['a text', 'x'],
    ['no name', { ...whole, cnName: undefined }],
    ['tags that are no words', { ...whole, permissionTags: [null] }],
    ['no time zone', { ...whole, plant: {} }],
  ])('is asked for again when there is %s', (_, stored) => expect(asUserInfo(stored)).toBeNull())
})
