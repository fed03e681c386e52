import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { firstAdmin } from './first-admin.ts'
import { addDemoPeople, demoPeople } from './people.demo.ts'
import { type Bench, openBench } from './people.fixtures.ts'
import { addShippedRoles } from './roles.store.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
beforeEach(async () => {
  await bench.database.wipe()
  await bench.db.tx((write) => addShippedRoles(write, 1))
})
afterAll(() => bench.database.close())

const users = () =>
  bench.db.reads
    .selectFrom('users')
    .leftJoin('user_roles', 'user_roles.user_id', 'users.id')
    .leftJoin('roles', 'roles.id', 'user_roles.role_id')
    .selectAll('users')
    .select('roles.code as role')
    .orderBy('users.id')
    .execute()

describe('the first start', () => {
  it('makes an administrator with a random password for a day, that must be changed', async () => {
    const made = await firstAdmin(bench)()
    expect(made).toMatchObject({ userId: '1', username: 'admin' })
    expect(made?.password).toMatch(/^[a-z2-9]{20}$/)
    const [admin] = await users()
    expect(admin).toMatchObject({ role: 'admin', password_state: 'first' })
    expect((admin?.password_expires_at?.getTime() ?? 0) - bench.clock.now().getTime()).toBe(24 * 3_600_000)
    expect(await bench.passwords.verify(admin?.password_hash ?? null, made?.password ?? '')).toBe(true)
  })
  it('takes the configured password, which is not told again and does not end', async () => {
    const made = await firstAdmin({ ...bench, adminPassword: 'Hochregal 17' })()
    expect(made?.password).toBeNull()
    const [admin] = await users()
    expect(admin).toMatchObject({ password_state: 'lasting', password_expires_at: null })
    expect(await bench.passwords.verify(admin?.password_hash ?? null, 'Hochregal 17')).toBe(true)
  })
  it('makes one administrator when two servers start at once', async () => {
    const made = await Promise.all([firstAdmin(bench)(), firstAdmin(bench)()])
    expect(made.filter((one) => one !== null)).toHaveLength(1)
    expect(await users()).toHaveLength(1)
  })
})

describe('a later start', () => {
  it('makes nobody', async () => {
    await firstAdmin(bench)()
    expect(await firstAdmin(bench)()).toBeNull()
    bench.clock.advance(23 * 3600)
    expect(await firstAdmin(bench)()).toBeNull()
  })
  it('makes another password when the first one was never used in its day', async () => {
    const first = await firstAdmin(bench)()
    bench.clock.advance(24 * 3600)
    const second = await firstAdmin(bench)()
    expect(second).toMatchObject({ userId: first?.userId })
    const [admin, ...others] = await users()
    expect(others).toEqual([])
    expect(await bench.passwords.verify(admin?.password_hash ?? null, second?.password ?? '')).toBe(true)
    expect(await bench.passwords.verify(admin?.password_hash ?? null, first?.password ?? '')).toBe(false)
  })
  it('leaves alone an administrator who has been in', async () => {
    await firstAdmin(bench)()
    await bench.db.tx((write) =>
      write.updateTable('users').set({ last_sign_in_at: bench.clock.now() }).execute(),
    )
    bench.clock.advance(25 * 3600)
    expect(await firstAdmin(bench)()).toBeNull()
  })
})

describe('the demo factory', () => {
  it('has its people, each with the role of their name, beside the administrator', async () => {
    await firstAdmin({ ...bench, adminPassword: 'Hochregal 17' })()
    const known = new Map([['password', 'Demo-Kran 8']])
    const context = { plantId: 1, now: bench.clock.now(), random: () => 0, known }
    await bench.db.tx((write) => addDemoPeople(write, context, bench.passwords))
    const rows = await users()
    expect(rows.map(({ username, role }) => [username, role])).toEqual(
      demoPeople.map(({ username }) => [username, username]),
    )
    for (const { id, username, password_hash: hash } of rows) {
      expect(known.get(`user:${username}`)).toBe(String(id))
      const password = username === 'admin' ? 'Hochregal 17' : 'Demo-Kran 8'
      expect(await bench.passwords.verify(hash, password)).toBe(true)
    }
  })
})
