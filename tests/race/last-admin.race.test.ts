import { beforeEach, describe, expect, test } from 'vitest'
import { permissions } from '@cloud-factory/domain/identity/permissions'
import { testClock } from '../../apps/server/test/clock.ts'
import { addPerson, cheapPasswords, rightPassword } from '../../apps/server/test/people.ts'
import { makeTicket, redeemTicket } from '../../apps/server/src/modules/identity/tickets.ts'
import { signIn } from '../../apps/server/src/modules/identity/sign-in.ts'
import { setUserStatus, updateUser } from '../../apps/server/src/modules/identity/change-users.ts'
import { verifyChain } from '../../apps/server/src/platform/audit/chain.ts'
import type { Actor } from '../../apps/server/src/platform/auth/actor.ts'
import type { Database } from '../../apps/server/src/platform/db/handles.ts'
import { DomainError } from '../../apps/server/src/platform/http/domain-error.ts'
import { raceDatabase, rounds } from './race-database.ts'

// Races need several database connections. The embedded database has only one.
const found = await raceDatabase('people')
const db = found as Database

let admins: [Actor, Actor]
let round = 0
beforeEach(async () => {
  round += 1
  const before = await db.reads.selectFrom('users').select('id').execute()
  const admin = (name: string) =>
    addPerson(db, { username: `${name}-${round}`, role: 'admin', tags: permissions })
  admins = [await admin('first'), await admin('second')]
  const ids = before.map(({ id }) => id)
  if (ids.length > 0) {
    await db.tx((write) =>
      write.updateTable('users').set({ status: 'disabled' }).where('id', 'in', ids).execute(),
    )
  }
})

/** Runs all commands at once. Returns the code of each rejection, or `done`. */
async function race(work: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const ends = await Promise.allSettled(work.map((one) => one()))
  const codes = ends.map((end) => {
    if (end.status === 'fulfilled') return 'done'
    if (end.reason instanceof DomainError) return end.reason.code
    throw end.reason
  })
  return codes.sort()
}

const enabledAdmins = async (): Promise<number> => {
  const rows = await db.reads
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select('users.id')
    .where('roles.code', '=', 'admin')
    .where('users.status', '=', 'active')
    .execute()
  return rows.length
}

describe.skipIf(found === null).each(rounds)('round %i', () => {
  const bench = () => ({ db, clock: testClock(), passwords: cheapPasswords(), plantId: 1 })
  const disable = (by: Actor, whom: Actor) => () =>
    setUserStatus(bench())(by, whom.userId, { version: 1, status: 'disabled' })
  const strip = (by: Actor, whom: Actor) => () =>
    updateUser(bench())(by, whom.userId, { cnName: 'A', email: null, phone: null, roleIds: [], version: 1 })

  test('two administrators who disable each other: one stays', async () => {
    const [first, second] = admins
    const codes = await race([disable(first, second), disable(second, first)])
    expect(codes).toHaveLength(2)
    expect(codes[0]).toBe('done')
    expect(codes[1]).not.toBe('done')
    expect(await enabledAdmins()).toBe(1)
  })
  test('two administrators who give up the role: exactly one may', async () => {
    const [first, second] = admins
    expect(await race([strip(first, first), strip(second, second)])).toEqual(['done', 'last_admin'])
    expect(await enabledAdmins()).toBe(1)
  })
  test('one gives up the role while the other is disabled: one stays', async () => {
    const [first, second] = admins
    const codes = await race([strip(first, first), disable(first, second)])
    expect(codes.filter((code) => code === 'done')).toHaveLength(1)
    expect(await enabledAdmins()).toBe(1)
  })
  test('a ticket that ten redeem at once signs one in', async () => {
    const desk = { requestId: 'r', address: `192.0.2.${round}`, userAgent: '' }
    const { ticket } = await makeTicket(bench())(admins[0], '/')
    const codes = await race(Array.from({ length: 10 }, () => () => redeemTicket(bench())(ticket, desk)))
    expect(codes.filter((code) => code === 'done')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['done', 'ticket.invalid']))
  })
  test('twelve tickets made at once: ten', async () => {
    const codes = await race(Array.from({ length: 12 }, () => () => makeTicket(bench())(admins[0], '/')))
    expect(codes.filter((code) => code === 'done')).toHaveLength(10)
  })
  test('twenty sign-ins at once leave ten sessions, and the log is one chain', async () => {
    const desk = { requestId: 'r', address: `192.0.2.${round}`, userAgent: '' }
    const input = { username: admins[0].username, password: rightPassword }
    const codes = await race(Array.from({ length: 20 }, () => () => signIn(bench())(input, desk)))
    expect(new Set(codes)).toEqual(new Set(['done']))
    const rows = await db.reads
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', Number(admins[0].userId))
      .execute()
    expect(rows).toHaveLength(10)
    expect(await verifyChain(db.reads, 1)).toMatchObject({ brokenAt: null })
  })
  test('wrong passwords at once count every one', async () => {
    const input = { username: admins[1].username, password: 'wrong' }
    const from = (at: number) => ({ requestId: 'r', address: `198.51.${round}.${at}`, userAgent: '' })
    await race(Array.from({ length: 12 }, (_, at) => () => signIn(bench())(input, from(at))))
    const late = race([() => signIn(bench())({ ...input, password: rightPassword }, from(99))])
    expect(await late).toEqual(['rate.limited'])
  })
})
