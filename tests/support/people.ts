import type { UserInfo } from '@cloud-factory/contract/identity/access'
import type { RoleRow, UserRow } from '@cloud-factory/contract/identity/people'
import { expect } from 'vitest'
import { apiAs, password, finishedTour } from './app.ts'
import type { App } from './journey.ts'
import { got } from './work.ts'

let made = 0

export interface NewPerson {
  readonly id: string
  readonly username: string
}

/**
 * A person with a shipped role and `password`, for a case that ends sessions or locks accounts. `tour`: what they
 * have seen of the tour of the home page; by default all.
 */
export async function newPerson(
  app: App,
  role: string,
  { tour = finishedTour }: { readonly tour?: UserInfo['tour'] } = {},
): Promise<NewPerson> {
  const { items: roles } = await got<{ items: RoleRow[] }>(app, '/api/roles?pageSize=200')
  const roleIds = roles.filter(({ code }) => code === role).map(({ id }) => id)
  const username = `own.${++made}`
  const admin = await app.api('admin')
  const contact = { phone: null, email: null, wecomId: null }
  const added = await admin.call('POST', '/api/users', { username, cnName: username, roleIds, ...contact })
  expect(added.status, JSON.stringify(added.body)).toBe(201)
  const { user, oneTimePassword } = added.body as { user: UserRow; oneTimePassword: string }
  const own = await apiAs(app.url, username, oneTimePassword)
  const changed = await own.call('POST', '/api/me/password', { current: oneTimePassword, next: password })
  expect(changed.status, JSON.stringify(changed.body)).toBe(204)
  expect((await own.call('PUT', '/api/me/preferences/tour', { value: tour })).status).toBe(204)
  return { id: user.id, username }
}
