import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { bothEngines } from '../../../test/engines.ts'
import type { Database } from '../db/handles.ts'
import { type AuditEntry, recordAudit } from './record.ts'
import { verifyChain } from './chain.ts'

const engines = await bothEngines()
const databases = await Promise.all(
  engines.map(async ({ name, open }) => ({ name, db: await open('migrated') })),
)
afterAll(async () => {
  for (const { db } of databases) await db.close()
})

/** As a person with the owner's password could do it. */
const tamper = (db: Database, statement: string) =>
  db.tx((write) =>
    sql
      .raw(
        `alter table audit_log disable trigger user; ${statement}; alter table audit_log enable trigger user`,
      )
      .execute(write),
  )
beforeEach(async () => {
  for (const { db } of databases) await tamper(db, 'delete from audit_log')
})

const entry: AuditEntry = {
  action: 'orders.update',
  subjectKind: 'order',
  subjectId: '12',
  subjectName: 'GD-2026-012',
  before: { to: 1.5, from: { y: [1, null], b: '重量' }, netKg: 1e21 },
  after: { at: new Date('2026-01-02T03:04:05Z'), note: undefined, name: 'x' },
}
const record = (db: Database, change: Partial<AuditEntry> = {}) =>
  db.tx((write) => recordAudit(write, testActor(), { ...entry, ...change }))

describe.each(databases)('$name', ({ db }) => {
  test('remembers who, what and from where', async () => {
    await record(db)
    await db.tx((write) =>
      recordAudit(write, testActor({ userId: '', username: 'system' }), {
        action: 'demo.load',
        subjectKind: 'plant',
        subjectId: '1',
        subjectName: '',
      }),
    )
    const rows = await db.reads.selectFrom('audit_log').selectAll().orderBy('id').execute()
    expect(rows[0]).toMatchObject({
      plant_id: 1,
      actor_id: 1,
      actor_name: '计划员',
      address: '192.0.2.7',
      request_id: 'test-request',
      action: 'orders.update',
      subject_kind: 'order',
      subject_id: '12',
      subject_name: 'GD-2026-012',
      before: entry.before,
      after: { at: '2026-01-02T03:04:05.000Z', name: 'x' },
      prev_hash: '',
    })
    expect(rows[1]).toMatchObject({ actor_id: null, before: null, after: null, prev_hash: rows[0]?.hash })
    expect(await verifyChain(db.reads, 1)).toEqual({ rows: 2, brokenAt: null })
    expect(await verifyChain(db.reads, 2)).toEqual({ rows: 0, brokenAt: null })
  })

  test.each(["update audit_log set action = 'x'", 'delete from audit_log', 'truncate audit_log'])(
    'refuses: %s',
    async (statement) => {
      await record(db)
      await expect(db.tx((write) => sql.raw(statement).execute(write))).rejects.toThrow(/append-only/)
      expect(await verifyChain(db.reads, 1)).toEqual({ rows: 1, brokenAt: null })
    },
  )

  test('thirty commands at once make one chain', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, n) => record(db, { subjectId: String(n) })))
    expect(await verifyChain(db.reads, 1)).toEqual({ rows: 30, brokenAt: null })
  })

  test('a chain of more than one page is whole', async () => {
    await db.tx(async (write) => {
      for (let n = 0; n < 1005; n += 1) await recordAudit(write, testActor(), entry)
    })
    expect(await verifyChain(db.reads, 1)).toEqual({ rows: 1005, brokenAt: null })
  }, 30_000)

  test.each([
    ['a changed word', "update audit_log set actor_name = 'somebody else' where subject_id = '2'", 2],
    [
      'a changed value',
      `update audit_log set before = jsonb_set(before, '{to}', '1.6') where subject_id = '2'`,
      2,
    ],
    ['a later time', "update audit_log set at = at + interval '1 ms' where subject_id = '2'", 2],
    ['a missing row', "delete from audit_log where subject_id = '2'", 3],
    ['a missing first row', "delete from audit_log where subject_id = '1'", 2],
  ])('finds %s', async (_what, statement, subject) => {
    for (const subjectId of ['1', '2', '3']) await record(db, { subjectId })
    await tamper(db, statement)
    const row = await db.reads
      .selectFrom('audit_log')
      .select('id')
      .where('subject_id', '=', String(subject))
      .executeTakeFirstOrThrow()
    expect((await verifyChain(db.reads, 1)).brokenAt).toBe(row.id)
  })
})
