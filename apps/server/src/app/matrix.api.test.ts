import { api } from '@cloud-factory/contract/api'
import type { Endpoint } from '@cloud-factory/contract/endpoint'
import { satisfies } from '@cloud-factory/contract/permissions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'

/** Every endpoint × every shipped role: the table alone says who may, and nobody gets further without a session. */
let house: TestApp
beforeAll(async () => {
  house = await testApp({ demo: 'all' })
})
afterAll(() => house.close())

const people = ['admin', 'manager', 'planner', 'foreman', 'inspector', 'equipment', 'viewer'] as const
const all = Object.entries(api) as [string, Endpoint][]
// A refusal to open a temporary folder is not what is tested here; sign-out ends the session it is tried with.
const endpoints = all.filter(([key]) => key !== 'POST /api/auth/logout')

const nobody = '999999999'
const urlOf = (key: string): [string, string] => {
  const [method, path] = key.split(' ') as [string, string]
  return [method, path.replace(':id', nobody).replace(':key', 'list.columns')]
}

describe('a call without a session', () => {
  it.each(endpoints.filter(([, { permission }]) => permission !== 'public').map(([key]) => key))(
    'is refused: %s',
    async (key) => {
      const [method, url] = urlOf(key)
      for (const authorization of ['', 'x', 'Bearer x', 'a'.repeat(43)]) {
        const reply = await house.inject({ method, url, headers: { authorization } })
        expect(reply.statusCode).toBe(401)
      }
    },
  )
  // Eight, and the TV that asks to be paired: nothing is told to it before an administrator has confirmed (decision 0036).
  it('reaches what is public, and no more than nine things are', () => {
    expect(all.filter(([, { permission }]) => permission === 'public').length).toBeLessThanOrEqual(9)
  })
})

describe.each(people)('%s', (username) => {
  let token: string
  let tags: readonly string[]
  beforeAll(async () => {
    const signedIn = await house.signIn(username)
    token = signedIn.token
    tags = signedIn.user.permissionTags
  })
  it.each(endpoints)('may or may not: %s', async (key, endpoint) => {
    if (endpoint.permission === 'public') return
    const { permission, permissionOr, permissionAnd } = endpoint
    const rule = { permission: permission === 'self' ? undefined : permission, permissionOr, permissionAnd }
    const [method, path] = urlOf(key)
    // A stream that opens has no end to wait for: one of nothing is asked for.
    const url = endpoint.reply === 'stream' ? `${path}?screen=${nobody}` : path
    const reply = await house.inject({
      method,
      url,
      headers: { authorization: token, 'x-role': 'admin', 'x-http-method-override': 'GET' },
      ...(method !== 'GET' && method !== 'DELETE' && { payload: { permissionTags: ['*'], role: 'admin' } }),
    })
    if (satisfies(tags, rule)) expect([200, 201, 202, 204, 400, 404, 409, 415]).toContain(reply.statusCode)
    else expect(reply.statusCode).toBe(403)
  })
})
