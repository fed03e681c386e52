import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPerson, loggedActions } from '../../../test/people.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Bench, openBench } from './access.fixtures.ts'
import { userInfo } from './account.queries.ts'
import { preferencesOf, storePreference, updateProfile } from './own-account.ts'
import { reportError } from './report-error.ts'

let bench: Bench
let actor: Actor
beforeAll(async () => {
  bench = await openBench()
})
beforeEach(async () => {
  await bench.database.wipe()
  actor = await addPerson(bench.db, { tags: ['order.view'] })
})
afterAll(() => bench.database.close())

describe('one’s own profile', () => {
  const profile = { cnName: '李文静', email: 'li@example.cn', phone: null }
  it('is changed by the version that was seen, and the log says from what to what', async () => {
    await updateProfile(bench)(actor, { version: 1, ...profile })
    expect(await userInfo(bench.db.reads, 1, 1)).toMatchObject({
      ...profile,
      version: 2,
      username: 'planner',
    })
    const [row] = await bench.db.reads.selectFrom('audit_log').selectAll().execute()
    expect(row).toMatchObject({ action: 'user.update', after: profile, before: { email: null } })
  })
  it('is not changed by an older version: the answer holds what is there now', async () => {
    await updateProfile(bench)(actor, { version: 1, ...profile })
    const late = updateProfile(bench)(actor, { version: 1, ...profile, cnName: '另一个' })
    await expect(late).rejects.toMatchObject({
      code: 'version.conflict',
      facts: { current: { cnName: '李文静', version: 2 } },
    })
  })
})

describe('preferences', () => {
  const all = () => preferencesOf(bench.db.reads, Number(actor.userId))
  it('are kept by key, replaced, and forgotten by null', async () => {
    await storePreference(bench)(actor, 'orders.columns', { hidden: ['due'], widths: [1, 2] })
    await storePreference(bench)(actor, 'theme', 'dark')
    await storePreference(bench)(actor, 'theme', ['light'])
    expect(await all()).toEqual({ 'orders.columns': { hidden: ['due'], widths: [1, 2] }, theme: ['light'] })
    await storePreference(bench)(actor, 'theme', null)
    expect(Object.keys(await all())).toEqual(['orders.columns'])
  })
  it('belong to one person', async () => {
    await storePreference(bench)(actor, 'theme', 'dark')
    const other = await addPerson(bench.db, { username: 'foreman' })
    expect(await preferencesOf(bench.db.reads, Number(other.userId))).toEqual({})
  })
  it('tell with the person how far they are in the tour', async () => {
    const tour = async () => (await userInfo(bench.db.reads, 1, Number(actor.userId))).tour
    expect(await tour()).toBeNull()
    await storePreference(bench)(actor, 'tour', { step: 2, isClosed: true })
    expect(await tour()).toEqual({ step: 2, isClosed: true })
    await storePreference(bench)(actor, 'tour', 'of another version')
    expect(await tour()).toBeNull()
  })
  it('are small and few', async () => {
    const large = storePreference(bench)(actor, 'large', 'x'.repeat(17_000))
    await expect(large).rejects.toMatchObject({ code: 'request.too_large' })
    for (let count = 0; count < 200; count += 1) await storePreference(bench)(actor, `key.${count}`, count)
    await expect(storePreference(bench)(actor, 'one.more', 1)).rejects.toMatchObject({
      code: 'request.too_large',
    })
    await expect(storePreference(bench)(actor, 'key.7', 'again')).resolves.toBeUndefined()
  })
})

describe('errors of the browser', () => {
  const report = {
    message: 'x is undefined',
    stack: 'at page.tsx:1',
    component: 'OrderList',
    url: '/order/list',
    appVersion: '1.5.8',
  }
  const kinds = () => bench.db.reads.selectFrom('client_errors').selectAll().orderBy('id').execute()
  it('are counted by kind', async () => {
    await reportError(bench)(actor, report)
    bench.clock.advance(60)
    await reportError(bench)(actor, { ...report, count: 3, url: '/order/detail/7' })
    await reportError(bench)(actor, { ...report, message: 'y is undefined' })
    const rows = await kinds()
    expect(rows).toMatchObject([
      { count: 4, url: '/order/detail/7', user_id: Number(actor.userId), app_version: '1.5.8' },
      { count: 1 },
    ])
    expect(rows[0]?.last_at).toEqual(bench.clock.now())
  })
  it('never overflow their counter', async () => {
    for (let round = 0; round < 3; round += 1)
      await reportError(bench)(actor, { ...report, count: 1_000_000 })
    await bench.db.tx((write) => write.updateTable('client_errors').set({ count: 999_999_999 }).execute())
    await reportError(bench)(actor, { ...report, count: 1_000_000 })
    expect(await kinds()).toMatchObject([{ count: 1_000_000_000 }])
  })
  it('are taken sixty times from a session in ten minutes', async () => {
    for (let count = 0; count < 60; count += 1)
      await reportError(bench)(actor, { ...report, message: `m${count}` })
    await expect(reportError(bench)(actor, report)).rejects.toMatchObject({ code: 'rate.limited' })
    await expect(reportError(bench)({ ...actor, sessionId: '2' }, report)).resolves.toBeUndefined()
    expect(await loggedActions(bench.db)).toEqual([])
  })
  it('are kept for a thousand kinds, the newest', async () => {
    await bench.db.tx((write) =>
      write
        .insertInto('client_errors')
        .values(
          Array.from({ length: 1000 }, (_, at) => ({
            plant_id: 1,
            hash: `h${at}`,
            message: 'old',
            stack: '',
            component: '',
            url: '',
            app_version: '',
            last_at: new Date(at),
            user_id: null,
          })),
        )
        .execute(),
    )
    await reportError(bench)(actor, report)
    const rows = await kinds()
    expect(rows).toHaveLength(1000)
    expect(rows.map(({ hash }) => hash)).not.toContain('h0')
  })
})
