import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPerson, rightPassword } from '../../../test/people.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Bench, desk, elsewhere, openBench } from './access.fixtures.ts'
import { authenticator } from './sessions.store.ts'
import { makeTerminalTicket, makeTicket, redeemTicket } from './tickets.ts'
import { signIn } from './sign-in.ts'

let bench: Bench
let actor: Actor
beforeAll(async () => {
  bench = await openBench()
})
beforeEach(async () => {
  await bench.database.wipe()
  actor = await addPerson(bench.db)
})
afterAll(() => bench.database.close())

const make = (next = '/order/list?q=1&page=2') => makeTicket(bench)(actor, next)
const redeem = (ticket: string) => redeemTicket(bench)(ticket, elsewhere)

describe('a ticket', () => {
  it('signs the same person in on a phone, in a session of its own, and leads where they wanted', async () => {
    const here = await signIn(bench)({ username: 'planner', password: rightPassword }, desk)
    const { ticket, path } = await make()
    expect(new URL(path, 'http://x').searchParams.get('next')).toBe('/order/list?q=1&page=2')
    expect(new URL(path, 'http://x').searchParams.get('ticket')).toBe(ticket)
    const there = await redeem(ticket)
    expect(there).toMatchObject({ userId: Number(actor.userId), next: '/order/list?q=1&page=2' })
    expect(there.token).not.toBe(here.token)
    await expect(authenticator(bench)(there.token, elsewhere)).resolves.toMatchObject({ username: 'planner' })
    await expect(authenticator(bench)(here.token, desk)).resolves.toMatchObject({ username: 'planner' })
  })
  it('works once, even for ten at the same moment', async () => {
    const { ticket } = await make()
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => redeem(ticket)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(redeem(ticket)).rejects.toMatchObject({ code: 'ticket.invalid' })
  })
  it('works for two minutes', async () => {
    const [early, late] = [await make(), await make()]
    bench.clock.advance(119)
    await expect(redeem(early.ticket)).resolves.toMatchObject({ next: '/order/list?q=1&page=2' })
    bench.clock.advance(1)
    await expect(redeem(late.ticket)).rejects.toMatchObject({ code: 'ticket.invalid' })
  })
  it('is kept hashed only', async () => {
    const { ticket } = await make()
    const rows = await bench.db.reads.selectFrom('sign_in_tickets').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(ticket)
  })
  it('of a disabled person works no more', async () => {
    const { ticket } = await make()
    await bench.db.tx((write) => write.updateTable('users').set({ status: 'disabled' }).execute())
    await expect(redeem(ticket)).rejects.toMatchObject({ code: 'ticket.invalid' })
  })
  it('is one of ten at most, also when they are made at once', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 12 }, () => make()))
    const refused = answers.filter((answer) => answer.status === 'rejected')
    expect(refused).toHaveLength(2)
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: 'rate.limited', facts: { retryAfter: 120 } })
    bench.clock.advance(120)
    await expect(make()).resolves.toMatchObject({
      path: expect.stringContaining('/wx/transfer?ticket=') as string,
    })
  })
  it('cannot be guessed fifty times from one address', async () => {
    for (let count = 0; count < 50; count += 1) {
      await expect(redeem(`guess-${count}-xxxxxxxxxxxxxxxx`)).rejects.toMatchObject({
        code: 'ticket.invalid',
      })
    }
    const { ticket } = await make()
    await expect(redeem(ticket)).rejects.toMatchObject({ code: 'rate.limited' })
  })
  it('of the terminal lasts a quarter of an hour', async () => {
    const { ticket } = await makeTerminalTicket(bench)(actor)
    bench.clock.advance(14 * 60)
    await expect(redeem(ticket)).resolves.toMatchObject({ next: null })
  })
})
