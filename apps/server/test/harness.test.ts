import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { recordAudit } from '../src/platform/audit/record.ts'
import { readRows } from '../src/platform/db/handles.ts'
import { recordEvent } from '../src/platform/outbox/record.ts'
import { testActor } from './actor.ts'
import { testDatabase } from './harness.ts'
import { runPostgres } from './run-postgres.ts'

const server = await runPostgres('test databases')

const places = [
  { engine: 'pglite', url: '' },
  ...(server === null ? [] : [{ engine: 'postgres', url: server }]),
]

describe.each(places)('$engine', ({ engine, url }) => {
  test('a database of its own, which wipe makes new again', async () => {
    vi.stubEnv('TEST_DATABASE_URL', url)
    const [one, other] = await Promise.all([testDatabase(), testDatabase()])
    vi.unstubAllEnvs()
    expect(one.db.engine).toBe(engine)
    const work = () =>
      one.db.tx(async (write) => {
        const entry = { action: 'a.b', subjectKind: 'a', subjectId: '1', subjectName: '' }
        await recordAudit(write, testActor(), entry)
        await recordEvent(write, { plantId: 1 }, { name: 'orders.changed', subjectId: '1' })
      })
    const state = () =>
      readRows(
        one.db.reads,
        sql`select (select max(id) from audit_log) as audit, (select max(seq) from outbox) as seq`,
      )
    await work()
    await work()
    await one.wipe()
    expect(await state()).toEqual([{ audit: null, seq: null }])
    await work()
    expect(await state()).toEqual([{ audit: 1, seq: 1 }])
    expect(await one.db.reads.selectFrom('plants').select('id').execute()).toEqual([{ id: 1 }])
    await expect(one.db.tx((write) => sql`delete from audit_log`.execute(write))).rejects.toThrow(
      /append-only/,
    )
    expect(await readRows(other.db.reads, sql`select 1 from audit_log`)).toEqual([])
    await one.close()
    await other.close()
  }, 60_000)
})
