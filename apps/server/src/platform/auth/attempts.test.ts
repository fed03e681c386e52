import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testClock } from '../../../test/clock.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { type Attempted, countAttempt, forgetAttempts, rejectWhenClosed } from './attempts.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => database.wipe())
afterAll(() => database.close())

const attempted: Attempted = { limit: { scope: 'account', most: 3, seconds: 600 }, key: 'planner' }
const other: Attempted = { ...attempted, key: 'foreman' }

describe('counted attempts', () => {
  const clock = testClock()
  const count = (what = attempted) => database.db.tx((write) => countAttempt(write, 1, what, clock.now()))
  const closed = (...what: Attempted[]) => rejectWhenClosed(database.db.reads, 1, what, clock.now())

  it('close the way at the limit, for the full time, and open it by themselves', async () => {
    expect(await count()).toBe(false)
    clock.advance(599)
    expect(await count()).toBe(false)
    await expect(closed(attempted)).resolves.toBeUndefined()
    expect(await count()).toBe(true)
    await expect(closed(attempted)).rejects.toMatchObject({
      code: 'rate.limited',
      facts: { retryAfter: 600 },
    })
    clock.advance(599)
    await expect(closed(attempted)).rejects.toMatchObject({
      facts: { retryAfter: 1, params: { seconds: 1 } },
    })
    clock.advance(1)
    await expect(closed(attempted)).resolves.toBeUndefined()
    expect(await count()).toBe(false)
  })
  it('that are too far apart never add up', async () => {
    for (let round = 0; round < 6; round += 1) {
      await count()
      clock.advance(601)
    }
    await expect(closed(attempted)).resolves.toBeUndefined()
  })
  it('beyond the limit do not make the wait longer', async () => {
    for (let round = 0; round < 3; round += 1) await count()
    clock.advance(300)
    expect(await count()).toBe(false)
    await expect(closed(attempted)).rejects.toMatchObject({ facts: { retryAfter: 300 } })
  })
  it('are counted for each key alone, and forgotten for one', async () => {
    for (let round = 0; round < 3; round += 1) await count()
    await expect(closed(other)).resolves.toBeUndefined()
    await expect(closed(other, attempted)).rejects.toMatchObject({ code: 'rate.limited' })
    await database.db.tx((write) => forgetAttempts(write, 1, attempted))
    await expect(closed(other, attempted)).resolves.toBeUndefined()
  })
})
