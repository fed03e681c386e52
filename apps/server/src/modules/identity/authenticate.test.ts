import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPerson, rightPassword } from '../../../test/people.ts'
import { tokenHash } from '../../platform/auth/token.ts'
import { type Bench, desk, openBench } from './access.fixtures.ts'
import { authenticator, sweepAway } from './sessions.store.ts'
import { endOwnSession, signIn } from './sign-in.ts'

let bench: Bench
let token: string
beforeAll(async () => {
  bench = await openBench()
})
beforeEach(async () => {
  await bench.database.wipe()
  await addPerson(bench.db, { tags: ['order.view', 'order.edit'] })
  token = (await signIn(bench)({ username: 'planner', password: rightPassword }, desk)).token
})
afterAll(() => bench.database.close())

const who = (presented: string | null = token) => authenticator(bench)(presented, desk)
const lastSeen = async () =>
  (await bench.db.reads.selectFrom('sessions').select('last_seen_at').executeTakeFirst())?.last_seen_at

describe('a request', () => {
  it('is done by the person behind its token, with the tags of all roles once', async () => {
    await bench.db.tx(async (write) => {
      const role = { plant_id: 1, code: 'second', name: '二', tags: ['order.edit', 'quality.view'] }
      const { id } = await write.insertInto('roles').values(role).returning('id').executeTakeFirstOrThrow()
      await write.insertInto('user_roles').values({ user_id: 1, role_id: id }).execute()
    })
    const actor = await who()
    expect(actor).toMatchObject({
      userId: '1',
      plantId: 1,
      username: 'planner',
      address: desk.address,
    })
    expect([...actor.tags].sort()).toEqual(['order.edit', 'order.view', 'quality.view'])
  })
  it('without a token is refused as such', async () => {
    for (const none of [null, '']) await expect(who(none)).rejects.toMatchObject({ code: 'session.missing' })
  })
  it('with a token that opens nothing is refused', async () => {
    for (const wrong of ['x', `${token} `, `Bearer ${token}`, token.toLowerCase(), tokenHash(token)]) {
      await expect(who(wrong)).rejects.toMatchObject({ code: 'session.expired' })
    }
  })
})

describe('the very next request', () => {
  it('knows a changed role', async () => {
    await bench.db.tx((write) =>
      write
        .updateTable('roles')
        .set({ tags: ['order.view'] })
        .execute(),
    )
    expect((await who()).tags).toEqual(['order.view'])
    await bench.db.tx((write) => write.deleteFrom('user_roles').execute())
    expect((await who()).tags).toEqual([])
  })
  it('knows a disabled person', async () => {
    await bench.db.tx((write) => write.updateTable('users').set({ status: 'disabled' }).execute())
    await expect(who()).rejects.toMatchObject({ code: 'session.expired' })
  })
  it('knows that its session was ended', async () => {
    const actor = await who()
    await endOwnSession(bench)(actor, actor.sessionId)
    await expect(who()).rejects.toMatchObject({ code: 'session.expired' })
  })
})

describe('a session', () => {
  it('ends after half an hour without a request', async () => {
    bench.clock.advance(30 * 60)
    await expect(who()).rejects.toMatchObject({ code: 'session.expired' })
  })
  it('ends after twelve hours, however busy', async () => {
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      bench.clock.advance(20 * 60)
      await who()
    }
    bench.clock.advance(20 * 60)
    await expect(who()).rejects.toMatchObject({ code: 'session.expired' })
  })
  it('ends when the clock is set back by an hour', async () => {
    bench.clock.advance(-3600)
    await expect(who()).rejects.toMatchObject({ code: 'session.expired' })
    bench.clock.advance(3600)
  })
  it('is written down as seen at most once a minute', async () => {
    const opened = await lastSeen()
    bench.clock.advance(59)
    await who()
    expect(await lastSeen()).toEqual(opened)
    bench.clock.advance(1)
    await who()
    expect(await lastSeen()).toEqual(bench.clock.now())
  })
  it('of another person cannot be ended', async () => {
    const other = await addPerson(bench.db, { username: 'foreman' })
    const { sessionId } = await who()
    await expect(endOwnSession(bench)(other, sessionId)).rejects.toMatchObject({ code: 'not_found' })
    await expect(who()).resolves.toMatchObject({ username: 'planner' })
  })
  it('is swept away when it is over, and not before', async () => {
    await bench.db.tx((write) => sweepAway(write, bench.clock.now()))
    expect(await lastSeen()).toBeDefined()
    bench.clock.advance(30 * 60)
    await bench.db.tx((write) => sweepAway(write, bench.clock.now()))
    expect(await lastSeen()).toBeUndefined()
  })
})
