import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPerson, loggedActions, rightPassword } from '../../../test/people.ts'
import { type Bench, desk, openBench } from './access.fixtures.ts'
import { userInfo } from './account.queries.ts'
import { authenticator } from './sessions.store.ts'
import { changePassword } from './own-account.ts'
import { signIn } from './sign-in.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
beforeEach(() => bench.database.wipe())
afterAll(() => bench.database.close())

const enter = (password = rightPassword) => signIn(bench)({ username: 'planner', password }, desk)
const actorOf = (token: string) => authenticator(bench)(token, desk)
const next = 'Seil und Haken 77'

describe('changing one’s own password', () => {
  it('lets the new one in and not the old one, ends every other session and keeps this one', async () => {
    await addPerson(bench.db)
    const [here, there] = [await enter(), await enter()]
    await changePassword(bench)(await actorOf(here.token), { current: rightPassword, next }, desk)
    await expect(actorOf(there.token)).rejects.toMatchObject({ code: 'session.expired' })
    await expect(actorOf(here.token)).resolves.toMatchObject({ username: 'planner' })
    await expect(enter()).rejects.toMatchObject({ code: 'signin.failed' })
    await expect(enter(next)).resolves.toMatchObject({ next: null })
    expect(await loggedActions(bench.db)).toContain('password.change')
  })
  it('is what a handed-over password asks for, and then no more', async () => {
    await addPerson(bench.db, { passwordState: 'once' })
    const actor = await actorOf((await enter()).token)
    expect(await userInfo(bench.db.reads, 1, Number(actor.userId))).toMatchObject({
      mustChangePassword: true,
    })
    await changePassword(bench)(actor, { current: rightPassword, next }, desk)
    expect(await userInfo(bench.db.reads, 1, Number(actor.userId))).toMatchObject({
      mustChangePassword: false,
    })
    await expect(enter(next)).resolves.toMatchObject({ next: null })
  })
  it.each([
    ['short', 'kurz'],
    ['common', 'Password123'],
    ['name', 'the planner key'],
    ['same', rightPassword],
  ])('refuses a weak one: %s', async (reason, weak) => {
    await addPerson(bench.db)
    const actor = await actorOf((await enter()).token)
    const change = changePassword(bench)(actor, { current: rightPassword, next: weak }, desk)
    await expect(change).rejects.toMatchObject({ code: 'password.weak', facts: { params: { reason } } })
    await expect(enter()).resolves.toMatchObject({ next: null })
  })
  it('refuses a wrong current one and counts it like a wrong sign-in', async () => {
    await addPerson(bench.db)
    const actor = await actorOf((await enter()).token)
    const change = () => changePassword(bench)(actor, { current: 'wrong', next }, desk)
    for (let count = 0; count < 10; count += 1) {
      await expect(change()).rejects.toMatchObject({ code: 'password.wrong' })
    }
    await expect(change()).rejects.toMatchObject({ code: 'rate.limited' })
    await expect(enter()).rejects.toMatchObject({ code: 'rate.limited' })
  })
})
