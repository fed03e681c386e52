import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPerson, loggedActions, rightPassword } from '../../../test/people.ts'
import { createPasswords } from '../../platform/auth/passwords.ts'
import { type Bench, desk, elsewhere, openBench } from './access.fixtures.ts'
import { accountByName } from './account.queries.ts'
import { authenticator } from './sessions.store.ts'
import { signIn } from './sign-in.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
beforeEach(() => bench.database.wipe())
afterAll(() => bench.database.close())

const enter = (username: string, password = rightPassword, from = desk) =>
  signIn(bench)({ username, password }, from)
const failure = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  return error as { code: string; facts: { retryAfter?: number } } | null
}
const wrongTimes = async (times: number, username = 'planner', from = desk) => {
  for (let time = 0; time < times; time += 1)
    expect(await failure(enter(username, 'wrong', from))).not.toBeNull()
}

describe('signing in with name and password', () => {
  it('opens a session whose token is kept hashed only, and writes it to the log', async () => {
    const { userId } = await addPerson(bench.db, { tags: ['order.view'] })
    const { token, expiresAt, ...rest } = await enter('planner')
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(expiresAt.getTime() - bench.clock.now().getTime()).toBe(12 * 3_600_000)
    expect(rest).toMatchObject({ userId: Number(userId), next: null })
    const rows = await bench.db.reads.selectFrom('sessions').selectAll().execute()
    expect(rows).toMatchObject([{ device: 'Chrome · Windows', address: desk.address, method: 'password' }])
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(await loggedActions(bench.db)).toEqual(['signin.ok'])
  })
  it.each(['PLANNER', ' planner ', 'ｐｌａｎｎｅｒ'])('takes %j for planner', async (name) => {
    await addPerson(bench.db)
    await expect(enter(name)).resolves.toMatchObject({ next: null })
  })
  it('gives another token each time', async () => {
    await addPerson(bench.db)
    const tokens = new Set([(await enter('planner')).token, (await enter('planner')).token])
    expect(tokens.size).toBe(2)
  })
  it('answers the same to a wrong password, an unknown name and a disabled person', async () => {
    await addPerson(bench.db)
    await addPerson(bench.db, { username: 'gone', status: 'disabled' })
    const answers = [
      await failure(enter('planner', `${rightPassword} `)),
      await failure(enter('planner', rightPassword.toLowerCase())),
      await failure(enter('nobody')),
      await failure(enter('gone')),
      await failure(enter('a\0b')),
      await failure(enter('', '')),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ code: 'signin.failed', facts: {} })
    expect(await bench.db.reads.selectFrom('sessions').selectAll().execute()).toEqual([])
  })
  it('takes as long for an unknown name and a disabled person as for a wrong password', async () => {
    await addPerson(bench.db)
    await addPerson(bench.db, { username: 'gone', status: 'disabled' })
    const passwords = createPasswords()
    const hash = await passwords.hash(rightPassword)
    await bench.db.tx((write) => write.updateTable('users').set({ password_hash: hash }).execute())
    const tries = [
      ['planner', 'wrong'],
      ['nobody', 'wrong'],
      ['gone', rightPassword],
    ] as const
    // Turn by turn, so that what else the machine does hits all alike; the quickest of nine says what the work costs.
    const quickest = tries.map(() => Number.POSITIVE_INFINITY)
    for (let round = 0; round < 9; round += 1) {
      for (const [at, [username, password]] of tries.entries()) {
        const begin = performance.now()
        await failure(signIn({ ...bench, passwords })({ username, password }, desk))
        quickest[at] = Math.min(quickest[at] ?? 0, performance.now() - begin)
      }
    }
    expect(Math.max(...quickest) / Math.min(...quickest)).toBeLessThan(3)
  })
  it('does not write down a name that nobody has: it may be a password', async () => {
    await failure(enter('hunter2hunter2'))
    const rows = await bench.db.reads.selectFrom('audit_log').selectAll().execute()
    expect(rows).toMatchObject([{ action: 'signin.failed', subject_name: '', actor_id: null }])
    expect(JSON.stringify(rows)).not.toContain('hunter2')
  })
  it('keeps ten sessions of a person and ends the oldest', async () => {
    await addPerson(bench.db)
    const first = await enter('planner')
    for (let count = 0; count < 10; count += 1) {
      bench.clock.advance(1)
      await enter('planner')
    }
    const sessions = await bench.db.reads.selectFrom('sessions').select('id').execute()
    expect(sessions).toHaveLength(10)
    expect(sessions.map(({ id }) => id)).not.toContain(first.id)
  })
})

describe('a password that was handed over', () => {
  it('works once', async () => {
    await addPerson(bench.db, { passwordState: 'once' })
    await expect(enter('planner')).resolves.toMatchObject({ next: null })
    expect(await failure(enter('planner'))).toMatchObject({ code: 'signin.failed' })
  })
  it('works for one of two who use it at once', async () => {
    await addPerson(bench.db, { passwordState: 'once' })
    const answers = await Promise.allSettled([enter('planner'), enter('planner')])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
  it('does not work after its time', async () => {
    const passwordExpiresAt = new Date(bench.clock.now().getTime() + 1000)
    await addPerson(bench.db, { passwordState: 'first', passwordExpiresAt })
    await expect(enter('planner')).resolves.toMatchObject({ next: null })
    bench.clock.advance(1)
    expect(await failure(enter('planner'))).toMatchObject({ code: 'signin.failed' })
  })
})

describe('a password stored at another cost', () => {
  it('is stored anew when its owner signs in', async () => {
    await addPerson(bench.db)
    const passwords = createPasswords({ memory: 128, passes: 1, parallelism: 1 })
    await signIn({ ...bench, passwords })({ username: 'planner', password: rightPassword }, desk)
    const account = await accountByName(bench.db.reads, 1, 'planner')
    expect(account?.passwordHash).toContain('m=128,t=1,p=1')
    expect(await passwords.verify(account?.passwordHash ?? null, rightPassword)).toBe(true)
  })
})

describe('wrong passwords', () => {
  it('close an account after ten, for ten minutes, for everybody and whoever asks, and open it again', async () => {
    await addPerson(bench.db)
    await wrongTimes(10)
    for (const from of [desk, elsewhere]) {
      const answer = await failure(enter('planner', rightPassword, from))
      expect(answer).toMatchObject({ code: 'rate.limited', facts: { retryAfter: 600 } })
    }
    expect(await failure(enter('PLANNER'))).toMatchObject({ code: 'rate.limited' })
    bench.clock.advance(600)
    await expect(enter('planner')).resolves.toMatchObject({ next: null })
  })
  it('close a name that nobody has the same way', async () => {
    await wrongTimes(10, 'nobody')
    expect(await failure(enter('nobody'))).toMatchObject({ code: 'rate.limited', facts: { retryAfter: 600 } })
  })
  it('do not end the sessions of the attacked person', async () => {
    await addPerson(bench.db)
    const { token } = await enter('planner')
    await wrongTimes(11, 'planner', elsewhere)
    await expect(authenticator(bench)(token, desk)).resolves.toMatchObject({ username: 'planner' })
  })
  it('are forgotten after a right one', async () => {
    await addPerson(bench.db)
    for (let round = 0; round < 3; round += 1) {
      await wrongTimes(9, 'planner')
      await enter('planner')
    }
  })
  it('close an address after fifty, whatever the names', async () => {
    await addPerson(bench.db)
    for (let count = 0; count < 50; count += 1) await wrongTimes(1, `guess${count}`, elsewhere)
    expect(await failure(enter('planner', rightPassword, elsewhere))).toMatchObject({ code: 'rate.limited' })
    await expect(enter('planner')).resolves.toMatchObject({ next: null })
  })
  it('tried at once do not let a right one in after ten of them', async () => {
    await addPerson(bench.db)
    // At the real cost, which is what keeps guesses from being checked faster than wrong ones are counted.
    const passwords = createPasswords()
    const hash = await passwords.hash(rightPassword)
    await bench.db.tx((write) => write.updateTable('users').set({ password_hash: hash }).execute())
    const guess = (password: string) =>
      failure(signIn({ ...bench, passwords })({ username: 'planner', password }, desk))
    const wrong = Array.from({ length: 16 }, () => guess('wrong'))
    // Comes while the account is still open, and stands at the end of the line.
    await pause(60)
    const right = guess(rightPassword)
    expect(await right).toMatchObject({ code: 'rate.limited' })
    await Promise.all(wrong)
  })
  it('are in the log, and that the limit was reached is there once', async () => {
    await addPerson(bench.db)
    await wrongTimes(10)
    await failure(enter('planner'))
    await failure(enter('planner'))
    const actions = await loggedActions(bench.db)
    expect(actions.filter((action) => action === 'signin.failed')).toHaveLength(10)
    expect(actions.filter((action) => action === 'signin.limited')).toHaveLength(1)
  })
})
