import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import { type AuditQuery, auditList, matches, clientErrorList } from './audit.queries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  const who = [
    testActor({ userId: '7', username: 'planner' }),
    testActor({ userId: '', username: '' }),
  ] as const
  vi.useFakeTimers({ toFake: ['Date'] })
  for (let number = 1; number <= 6; number += 1) {
    vi.setSystemTime(Date.UTC(2026, 2, 1, 8, number))
    await database.db.tx((write) =>
      recordAudit(write, who[number % 2 === 1 ? 0 : 1], {
        action: number % 2 === 1 ? 'order.update' : 'signin.failed',
        subjectKind: number % 2 === 1 ? 'order' : 'user',
        subjectId: number % 2 === 1 ? String(number) : '',
        subjectName: number % 2 === 1 ? `D-2026-0${number}_%` : '',
        ...(number === 1 && { before: { due: '2026-03-01' }, after: { due: '2026-03-08' } }),
      }),
    )
  }
  vi.useRealTimers()
})
afterAll(() => database.close())

const list = (query: AuditQuery = {}) => auditList(database.db.reads, 1, query)
const ids = async (query: AuditQuery) => (await list(query)).items.map(({ id }) => id)

describe('the log', () => {
  it('is read newest first, with nothing in place of what is empty', async () => {
    const { items, total } = await list()
    expect(total).toBe(6)
    expect(items.map(({ id }) => id)).toEqual(['6', '5', '4', '3', '2', '1'])
    expect(items[5]).toMatchObject({
      actorName: '计划员',
      actorId: '7',
      before: { due: '2026-03-01' },
      subjectId: '1',
    })
    expect(items[0]).toMatchObject({
      actorId: null,
      subjectId: null,
      subjectName: null,
      before: null,
      after: null,
    })
  })
  it('is paged and turned round', async () => {
    expect(await ids({ page: 2, pageSize: 4 })).toEqual(['2', '1'])
    expect(await ids({ sort: 'at', pageSize: 2 })).toEqual(['1', '2'])
    expect(await list({ page: 100_000, pageSize: 200 })).toEqual({ items: [], total: 6 })
  })
  it('is narrowed by action, person, record, words and time', async () => {
    expect(await ids({ action: 'signin.failed' })).toEqual(['6', '4', '2'])
    expect(await ids({ actorId: '7' })).toEqual(['5', '3', '1'])
    expect(await ids({ subjectKind: 'order', subjectId: '3' })).toEqual(['3'])
    expect(await ids({ q: 'd-2026-05' })).toEqual(['5'])
    expect(await ids({ q: '5_%' })).toEqual(['5'])
    expect(await ids({ q: '%%' })).toEqual([])
    const { items } = await list({ sort: 'at' })
    expect(await ids({ from: items[3]?.at, to: items[5]?.at })).toEqual(['5', '4'])
  })
})

describe('errors of browsers', () => {
  it('are read by last seen or by how often', async () => {
    const row = { plant_id: 1, stack: '', component: '', url: '/x', app_version: '', user_id: null }
    await database.db.tx((write) =>
      write
        .insertInto('client_errors')
        .values([
          { ...row, hash: 'a', message: 'often', count: 9, last_at: new Date(1000) },
          { ...row, hash: 'b', message: 'lately', count: 2, last_at: new Date(2000), stack: 'at x' },
        ])
        .execute(),
    )
    const messages = async (query: Parameters<typeof clientErrorList>[2]) =>
      (await clientErrorList(database.db.reads, 1, query)).items.map(({ message }) => message)
    expect(await messages({})).toEqual(['lately', 'often'])
    expect(await messages({ sort: '-count' })).toEqual(['often', 'lately'])
    expect(await messages({ q: 'OFT' })).toEqual(['often'])
    expect(await messages({ pageSize: 1, page: 2 })).toEqual(['often'])
    const { items, total } = await clientErrorList(database.db.reads, 1, {})
    expect(total).toBe(2)
    expect(items[0]).toMatchObject({ stack: 'at x', component: null, appVersion: null })
  })
})

describe('the log of years', () => {
  const plan = async (query: AuditQuery) => {
    const page = matches(database.db.reads, 1, query).selectAll().orderBy('at', 'desc').orderBy('id', 'desc')
    return JSON.stringify(await page.limit(50).explain('text'))
  }
  beforeAll(() =>
    database.db.tx(async (write) => {
      await sql`
        insert into audit_log (plant_id, at, actor_id, actor_name, address, request_id, action, subject_kind,
          subject_id, subject_name, prev_hash, hash)
        select 1, '2026-01-01'::timestamptz + n * interval '1 minute', n % 50, 'person' || n % 50, '', '',
          'order.update', 'order', (n % 2000)::text, 'D-' || n, 'p' || n, 'h' || n
        from generate_series(1, 30000) n`.execute(write)
      await sql`analyze audit_log`.execute(write)
    }),
  )
  it.each<[string, AuditQuery, string]>([
    ['newest first', {}, 'audit_log_by_newest'],
    ['by time', { from: '2026-01-02T00:00:00Z', to: '2026-01-03T00:00:00Z' }, 'audit_log_by_newest'],
    ['by person', { actorId: '7' }, 'audit_log_by_actor'],
    ['by record', { subjectKind: 'order', subjectId: '77' }, 'audit_log_by_subject'],
    ['by a rare word', { q: 'D-29999' }, 'audit_log_words'],
  ])('is read by an index %s', async (_, query, index) => {
    const text = await plan(query)
    expect(text).toContain(index)
    expect(text).not.toContain('Seq Scan')
  })
  it('is counted to ten thousand and paged no further', async () => {
    expect(await list({ page: 200, pageSize: 50 })).toMatchObject({ total: 10_000, items: { length: 50 } })
    expect(await list({ page: 201, pageSize: 50 })).toEqual({ total: 10_000, items: [] })
  })
})
