import { describe, expect, it } from 'vitest'
import { openServer, startServer, things } from './server.fixtures.ts'

const server = openServer()
const { post } = server

describe('too many calls', () => {
  it('are refused by address whatever token they carry, and by session, and shut nobody else out', async () => {
    const strict = await startServer(server.database, true, 4)
    const call = (authorization: string) =>
      strict.inject({ url: '/api/things/1', headers: { authorization } })
    const statuses = async (tokens: readonly string[]) => {
      const codes: number[] = []
      for (const token of tokens) codes.push((await call(token)).statusCode)
      return codes
    }
    const madeUp = await statuses(Array.from({ length: 40 }, (_, n) => `made-up-${n}`))
    expect(madeUp.slice(0, 12)).toEqual(Array.from({ length: 12 }, () => 401))
    expect(madeUp.at(-1)).toBe(429)
    expect((await call('all')).statusCode).toBe(200)
    expect((await statuses(Array.from({ length: 40 }, () => 'all'))).at(-1)).toBe(429)
    await strict.close()
  })
})

describe('Idempotency-Key', () => {
  it('carries a request out once and gives the first reply again', async () => {
    const before = things.made
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => post('/api/things', { name: 'once' }, { 'idempotency-key': 'k1' })),
    )
    expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([201]))
    expect(new Set(replies.map((reply) => reply.body)).size).toBe(1)
    expect(things.made).toBe(before + 1)
  })
  it('refuses another request under the same key', async () => {
    const reply = await post('/api/things', { name: 'another' }, { 'idempotency-key': 'k1' })
    expect(reply.json().code).toBe('idempotency.mismatch')
  })
  it('answers from what was committed when the server died before it had replied', async () => {
    things.diesAfterCommit.add('cut')
    const before = things.made
    const ask = () => post('/api/read-things', { name: 'cut' }, { 'idempotency-key': 'k3' })
    expect((await ask()).statusCode).toBe(500)
    const reply = { name: 'cut', at: new Date(before + 1).toISOString() }
    for (const answer of [await ask(), await ask()])
      expect([answer.statusCode, answer.json()]).toEqual([201, reply])
    expect(things.made).toBe(before + 1)
  })
  it('forgets a key whose request was refused', async () => {
    const refused = await post('/api/things', { name: 'once' }, { 'idempotency-key': 'k2' })
    expect(refused.json().code).toBe('duplicate')
    expect((await post('/api/things', { name: 'twice' }, { 'idempotency-key': 'k2' })).statusCode).toBe(201)
  })
})

describe('a reply that tells a secret', () => {
  it('is never kept, whatever key the request carries', async () => {
    expect((await post('/api/secret', undefined, { 'idempotency-key': 'k9' })).json()).toEqual({
      secret: 's3cret',
    })
    const stored = await server.database.db.reads
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('key', '=', 'k9')
      .execute()
    expect(stored).toEqual([])
  })
})
