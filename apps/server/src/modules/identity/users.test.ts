import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPerson, loggedActions } from '../../../test/people.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { createUser, endUserSessions, resetPassword, setUserStatus, updateUser } from './change-users.ts'
import { type Bench, openBench, plantWithAdmin, roleId } from './people.fixtures.ts'
import { peopleSearch, userById, userList } from './people.queries.ts'

let bench: Bench
let admin: Actor
beforeAll(async () => {
  bench = await openBench()
})
beforeEach(async () => {
  admin = await plantWithAdmin(bench)
})
afterAll(() => bench.database.close())

const li = {
  username: 'LiWenJing',
  cnName: '李文静',
  email: null,
  phone: '13800001',
  roleIds: [] as string[],
}
const view = async (userId: string | number, judge = admin) =>
  userById(bench.db.reads, 1, judge, bench.clock.now(), Number(userId))
/** Somebody who administers people, and may do nothing else. */
const clerk = () => addPerson(bench.db, { username: 'clerk', tags: ['authority.users', 'order.view'] })

describe('adding a person', () => {
  it('gives a password to hand over, for a day, once', async () => {
    const roleIds = [await roleId(bench, 'planner')]
    const { userId, oneTimePassword, expiresAt } = await createUser(bench)(admin, { ...li, roleIds })
    expect(oneTimePassword).toMatch(/^[a-z2-9]{12}$/)
    expect(expiresAt.getTime() - bench.clock.now().getTime()).toBe(24 * 3_600_000)
    expect(await view(userId)).toMatchObject({
      username: 'LiWenJing',
      status: 'active',
      mustChangePassword: true,
      openSessions: 0,
      lastSignInAt: null,
      roles: [{ code: 'planner' }],
      version: 1,
    })
    const stored = await bench.db.reads.selectFrom('users').selectAll().where('id', '=', userId).execute()
    expect(stored).toMatchObject([{ password_state: 'once', created_by: Number(admin.userId) }])
    expect(JSON.stringify(stored)).not.toContain(oneTimePassword)
    expect(await loggedActions(bench.db)).toEqual(['user.create'])
  })
  it.each(['LiWenJing', 'liwenjing', 'ＬＩＷＥＮＪＩＮＧ'])(
    'refuses %s when there is one',
    async (username) => {
      await createUser(bench)(admin, li)
      await expect(createUser(bench)(admin, { ...li, username })).rejects.toMatchObject({
        code: 'duplicate',
        facts: { params: { field: 'username', value: username } },
      })
    },
  )
  it('refuses a role that does not exist, and adds nobody', async () => {
    await expect(createUser(bench)(admin, { ...li, roleIds: ['999'] })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await bench.db.reads.selectFrom('users').select('username').execute()).toHaveLength(1)
  })
  it('refuses a role with more than one has oneself', async () => {
    const roleIds = [await roleId(bench, 'planner')]
    const work = createUser(bench)(await clerk(), { ...li, roleIds })
    await expect(work).rejects.toMatchObject({ code: 'grant.exceeds' })
  })
  it('goes by the rights one has at that moment, not by those one had when the request came', async () => {
    const actor = await clerk()
    const roleIds = [await roleId(bench, 'role-of-clerk')]
    await bench.db.tx((write) =>
      write
        .updateTable('user_roles')
        .set({ role_id: 7 })
        .where('user_id', '=', Number(actor.userId))
        .execute(),
    )
    await expect(createUser(bench)(actor, { ...li, roleIds })).rejects.toMatchObject({
      code: 'grant.exceeds',
    })
  })
})

describe('changing a person', () => {
  const change = { cnName: '李静', email: 'li@example.cn', phone: null, version: 1 }
  it('writes what changed, from what to what, to the log', async () => {
    const [planner, foreman] = [await roleId(bench, 'planner'), await roleId(bench, 'foreman')]
    const { userId } = await createUser(bench)(admin, { ...li, wecomId: 'Li', roleIds: [planner] })
    await updateUser(bench)(admin, String(userId), { ...change, roleIds: [foreman, foreman] })
    expect(await view(userId)).toMatchObject({
      cnName: '李静',
      wecomId: 'Li',
      version: 2,
      roles: [{ code: 'foreman' }],
    })
    const rows = await bench.db.reads.selectFrom('audit_log').selectAll().orderBy('id').execute()
    expect(rows[1]).toMatchObject({
      action: 'user.update',
      subject_name: 'LiWenJing',
      before: { cnName: '李文静', roles: ['planner'] },
      after: { cnName: '李静', roles: ['foreman'] },
    })
  })
  it('vouches for an address that an administrator typed, not for one that stays as the person typed it', async () => {
    const { userId } = await createUser(bench)(admin, li)
    const typed = () =>
      bench.db.reads.selectFrom('users').select('email_typed').where('id', '=', userId).executeTakeFirst()
    const save = async (email: string | null) => {
      const version = (await view(userId))?.version ?? 0
      await updateUser(bench)(admin, String(userId), { ...li, email, version })
    }
    await bench.db.tx((write) =>
      write
        .updateTable('users')
        .set({ email: 'li@example.cn', email_typed: true })
        .where('id', '=', userId)
        .execute(),
    )
    await save('li@example.cn')
    expect(await typed()).toEqual({ email_typed: true })
    await save('li.wenjing@example.cn')
    expect(await typed()).toEqual({ email_typed: false })
  })
  it('of an older version is refused with what is there now', async () => {
    const { userId } = await createUser(bench)(admin, li)
    await updateUser(bench)(admin, String(userId), { ...change, roleIds: [] })
    const late = updateUser(bench)(admin, String(userId), { ...change, roleIds: [] })
    await expect(late).rejects.toMatchObject({ code: 'version.conflict', facts: { current: { version: 2 } } })
  })
  it('refuses the messenger account of another person', async () => {
    await createUser(bench)(admin, { ...li, wecomId: 'Li' })
    const { userId } = await createUser(bench)(admin, { ...li, username: 'other' })
    const work = updateUser(bench)(admin, String(userId), { ...change, wecomId: 'Li', roleIds: [] })
    await expect(work).rejects.toMatchObject({ code: 'duplicate', facts: { params: { field: 'wecomId' } } })
  })
  it('is refused for somebody who may do more, whatever is changed', async () => {
    const actor = await clerk()
    const refused = { code: 'grant.exceeds' }
    const roleIds = [await roleId(bench, 'admin')]
    await expect(updateUser(bench)(actor, admin.userId, { ...change, roleIds })).rejects.toMatchObject(
      refused,
    )
    await expect(resetPassword(bench)(actor, admin.userId)).rejects.toMatchObject(refused)
    await expect(endUserSessions(bench)(actor, admin.userId)).rejects.toMatchObject(refused)
    const disable = setUserStatus(bench)(actor, admin.userId, { version: 1, status: 'disabled' })
    await expect(disable).rejects.toMatchObject(refused)
    expect((await view(admin.userId, actor))?.can).toMatchObject({
      edit: 'grant.exceeds',
      reset: 'grant.exceeds',
    })
  })
  it('is not_found for nobody', async () => {
    await expect(updateUser(bench)(admin, '999', { ...change, roleIds: [] })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(resetPassword(bench)(admin, '999')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('disabling and resetting', () => {
  const session = (userId: number) =>
    bench.db.tx((write) => {
      const now = bench.clock.now()
      const times = { created_at: now, last_seen_at: now, expires_at: new Date(now.getTime() + 60_000) }
      const row = {
        plant_id: 1,
        user_id: userId,
        token_hash: `h${userId}`,
        address: '',
        device: '',
        ...times,
      }
      return write
        .insertInto('sessions')
        .values({ ...row, method: 'password' })
        .execute()
    })
  it('ends all sessions at once, and letting in again is a change too', async () => {
    const { userId } = await createUser(bench)(admin, li)
    await session(userId)
    expect(await view(userId)).toMatchObject({ openSessions: 1, can: { disable: true } })
    await setUserStatus(bench)(admin, String(userId), { version: 1, status: 'disabled' })
    expect(await view(userId)).toMatchObject({ status: 'disabled', openSessions: 0, version: 2 })
    await setUserStatus(bench)(admin, String(userId), { version: 2, status: 'disabled' })
    await setUserStatus(bench)(admin, String(userId), { version: 2, status: 'active' })
    expect(await view(userId)).toMatchObject({ status: 'active', version: 3 })
    expect(await loggedActions(bench.db)).toEqual(['user.create', 'user.disable', 'user.enable'])
  })
  it('gives another one-time password, ends sessions and opens a locked account', async () => {
    const { userId, oneTimePassword } = await createUser(bench)(admin, li)
    await session(userId)
    await bench.db.tx((write) => {
      const until = new Date(bench.clock.now().getTime() + 60_000)
      const row = { plant_id: 1, scope: 'account', key: 'liwenjing', count: 10, expires_at: until }
      return write.insertInto('attempts').values(row).execute()
    })
    expect((await view(userId))?.lockedUntil).toBe(
      new Date(bench.clock.now().getTime() + 60_000).toISOString(),
    )
    const reset = await resetPassword(bench)(admin, String(userId))
    expect(reset.oneTimePassword).not.toBe(oneTimePassword)
    expect(await view(userId)).toMatchObject({ lockedUntil: null, openSessions: 0, mustChangePassword: true })
    const { password_hash: hash } = await bench.db.reads
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(await bench.passwords.verify(hash, reset.oneTimePassword)).toBe(true)
    expect(await bench.passwords.verify(hash, oneTimePassword)).toBe(false)
  })
  it('ends all sessions of a person and says how many', async () => {
    const { userId } = await createUser(bench)(admin, li)
    await session(userId)
    expect(await endUserSessions(bench)(admin, String(userId))).toBe(1)
    expect(await endUserSessions(bench)(admin, String(userId))).toBe(0)
  })
})

describe('the last enabled administrator', () => {
  const strip = (version = 1) =>
    updateUser(bench)(admin, admin.userId, { cnName: 'A', email: null, phone: null, roleIds: [], version })
  it('is neither disabled nor stripped, and the list says so', async () => {
    const disable = setUserStatus(bench)(admin, admin.userId, { version: 1, status: 'disabled' })
    await expect(disable).rejects.toMatchObject({ code: 'last_admin' })
    await expect(strip()).rejects.toMatchObject({ code: 'last_admin' })
    expect(await view(admin.userId)).toMatchObject({
      can: { disable: 'last_admin' },
      roles: [{ code: 'admin' }],
      version: 1,
    })
  })
  it('is not another one who is disabled', async () => {
    const roleIds = [await roleId(bench, 'admin')]
    const { userId } = await createUser(bench)(admin, { ...li, roleIds })
    await setUserStatus(bench)(admin, String(userId), { version: 1, status: 'disabled' })
    await expect(strip()).rejects.toMatchObject({ code: 'last_admin' })
    await setUserStatus(bench)(admin, String(userId), { version: 2, status: 'active' })
    await expect(strip()).resolves.toBeUndefined()
  })
  it('stays even when the table is written to directly', async () => {
    const directly = bench.db.tx((write) => write.updateTable('users').set({ status: 'disabled' }).execute())
    await expect(directly).rejects.toMatchObject({ constraint: 'last_admin' })
    const stripped = bench.db.tx((write) => write.deleteFrom('user_roles').execute())
    await expect(stripped).rejects.toMatchObject({ constraint: 'last_admin' })
  })
  it('does not disable themselves while there is another', async () => {
    const roleIds = [await roleId(bench, 'admin')]
    await createUser(bench)(admin, { ...li, roleIds })
    const disable = setUserStatus(bench)(admin, admin.userId, { version: 1, status: 'disabled' })
    await expect(disable).rejects.toMatchObject({ code: 'state.refused' })
  })
})

describe('the list of people', () => {
  const names = async (query: Parameters<typeof userList>[4]) =>
    (await userList(bench.db.reads, 1, admin, bench.clock.now(), query)).items.map(({ username }) => username)
  beforeEach(async () => {
    await createUser(bench)(admin, { ...li, roleIds: [await roleId(bench, 'planner')] })
    await createUser(bench)(admin, { ...li, username: 'zhao_50%', cnName: '赵晓梅', phone: null })
    await addPerson(bench.db, { username: 'gone', status: 'disabled' })
  })
  it('is sorted, paged and counted', async () => {
    expect(await names({})).toEqual(['admin', 'gone', 'LiWenJing', 'zhao_50%'])
    expect(await names({ sort: '-username', pageSize: 2, page: 2 })).toEqual(['gone', 'admin'])
    for (const sort of ['cnName', '-cnName', 'status', '-status', 'lastSignInAt', '-lastSignInAt'] as const) {
      expect(await names({ sort })).toHaveLength(4)
    }
    const { total } = await userList(bench.db.reads, 1, admin, bench.clock.now(), { pageSize: 1 })
    expect(total).toBe(4)
  })
  it('is narrowed by text, taken as it stands, by status and by role', async () => {
    expect(await names({ q: '文静' })).toEqual(['LiWenJing'])
    expect(await names({ q: 'liwen' })).toEqual(['LiWenJing'])
    expect(await names({ q: '13800' })).toEqual(['LiWenJing'])
    expect(await names({ q: '_50%' })).toEqual(['zhao_50%'])
    expect(await names({ q: '%' })).toEqual(['zhao_50%'])
    expect(await names({ q: '\\' })).toEqual([])
    expect(await names({ status: ['disabled'] })).toEqual(['gone'])
    expect(await names({ roleId: await roleId(bench, 'planner') })).toEqual(['LiWenJing'])
  })
  it('answers the palette, for those who administer people only', async () => {
    const search = peopleSearch(bench.db.reads)
    expect(await search(admin, '赵', 5)).toMatchObject([{ kind: 'user', code: 'zhao_50%', name: '赵晓梅' }])
    expect(await search({ ...admin, tags: ['order.view'] }, '赵', 5)).toEqual([])
  })
})
