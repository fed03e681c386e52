import { randomPassword } from '../../platform/auth/token.ts'
import type { PeopleDeps } from './identity.deps.ts'
import { adminCode } from './people.policy.ts'
import {
  insertPerson,
  hasUsers,
  roleIdsByCode,
  type StoredPassword,
  savePassword,
  saveRolesOf,
  strandedFirstAdmin,
} from './people.store.ts'

const randomLength = 20
const lifeMilliseconds = 24 * 3_600_000

/** The administrator of a first start. `password`: shown once; null when it is the configured one. */
export interface FirstAdmin {
  readonly userId: string
  readonly username: string
  readonly password: string | null
}

/**
 * Creates the first administrator of an empty plant; null when it has users. A random password must be used within a day and
 * then changed. If it expires unused, the next start creates another one, because otherwise nobody could sign in.
 */
export const firstAdmin =
  ({ db, clock, passwords, plantId, adminPassword }: PeopleDeps) =>
  async (): Promise<FirstAdmin | null> => {
    const needed = await db.tx(async (write) => {
      const stranded = await strandedFirstAdmin(write, plantId, clock.now())
      return stranded !== null || !(await hasUsers(write, plantId))
    })
    if (!needed) return null

    const password = adminPassword ?? randomPassword(randomLength)
    const stored: StoredPassword = {
      hash: await passwords.hash(password),
      state: adminPassword === null ? 'first' : 'lasting',
      expiresAt: adminPassword === null ? new Date(clock.now().getTime() + lifeMilliseconds) : null,
    }
    return db.tx(async (write) => {
      const reported = { username: 'admin', password: adminPassword === null ? password : null }
      const stranded = await strandedFirstAdmin(write, plantId, clock.now())
      if (stranded !== null) {
        await savePassword(write, plantId, stranded, stored)
        return { userId: String(stranded), ...reported }
      }
      if (await hasUsers(write, plantId)) return null
      const person = {
        username: 'admin',
        cnName: '系统管理员',
        email: null,
        phone: null,
        wecomId: null,
        badge: null,
      }
      const hand = { by: null, now: clock.now() }
      const id = await insertPerson(write, plantId, { ...person, password: stored }, hand)
      const adminRole = (await roleIdsByCode(write, plantId)).get(adminCode)
      await saveRolesOf(write, id, adminRole === undefined ? [] : [adminRole])
      return { userId: String(id), ...reported }
    })
  }
