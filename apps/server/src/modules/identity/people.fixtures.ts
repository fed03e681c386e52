import { permissions } from '@cloud-factory/domain/identity/permissions'
import { type TestClock, testClock } from '../../../test/clock.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { addPerson, cheapPasswords } from '../../../test/people.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { PeopleDeps } from './identity.deps.ts'
import { addShippedRoles } from './roles.store.ts'

/** What a test of a command needs. */
export interface Bench extends PeopleDeps {
  readonly clock: TestClock
  readonly database: TestDatabase
}

export async function openBench(): Promise<Bench> {
  const database = await testDatabase()
  return {
    db: database.db,
    database,
    clock: testClock(),
    passwords: cheapPasswords(),
    plantId: 1,
    adminPassword: null,
  }
}

/** An empty plant with the shipped roles and one administrator. */
export async function plantWithAdmin({ db, database }: Bench): Promise<Actor> {
  await database.wipe()
  await db.tx((write) => addShippedRoles(write, 1))
  return addPerson(db, { username: 'admin', role: 'admin', tags: permissions })
}

/** Id of a role by its code. */
export async function roleId({ db }: Bench, code: string): Promise<string> {
  const { id } = await db.reads
    .selectFrom('roles')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return String(id)
}
