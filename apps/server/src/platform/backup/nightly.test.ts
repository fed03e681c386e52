import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { readRows } from '../db/handles.ts'
import { importDatabase } from '../db/transfer.ts'
import { createLog } from '../log/log.ts'
import { nightlyBackup } from './nightly.ts'

let database: TestDatabase
const dataDir = mkdtempSync(join(tmpdir(), 'cloud-factory-nightly-'))
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('the nightly export', () => {
  let now = new Date('2026-11-20T18:30:00Z')
  const backup = () =>
    nightlyBackup({
      db: database.db,
      clock: { now: () => now },
      log: createLog('silent'),
      dataDir,
      timeZone: 'Asia/Shanghai',
      without: ['telemetry_frames'],
    })
  it('waits for three in the morning in the factory’s zone, and is made once a night', async () => {
    expect(await backup().runIfDue()).toBeNull()
    now = new Date('2026-11-20T19:05:00Z')
    expect(await backup().runIfDue()).toBe(join(dataDir, 'backups', '2026-11-21.ndjson.gz'))
    expect(await backup().runIfDue()).toBeNull()
  })
  it('keeps seven nights', async () => {
    for (let night = 1; night <= 8; night += 1) {
      now = new Date(Date.UTC(2026, 10, 20 + night, 19, 5))
      await backup().runIfDue()
    }
    const files = readdirSync(join(dataDir, 'backups'))
    expect(files).toHaveLength(7)
    expect(files.sort().at(-1)).toBe('2026-11-29.ndjson.gz')
  })
  it('is also written on request, over that of the day', async () => {
    now = new Date('2026-12-01T02:00:00Z')
    const requested = backup()
    const newest = () => readdirSync(join(dataDir, 'backups')).sort().slice(-2)
    for (let times = 0; times < 2; times += 1) {
      requested.runNow()
      expect(await requested.state()).toMatchObject({ running: true })
      await requested.close()
      expect(newest()).toEqual(['2026-11-29.ndjson.gz', '2026-12-01.ndjson.gz'])
    }
    expect(await requested.state()).toEqual({
      last: { at: expect.any(Date), bytes: expect.any(Number) },
      running: false,
      failed: false,
    })
  })
  it('leaves raw frames out and brings everything else back', async () => {
    const machine = '1, now(), 1'
    const make = async (table: string, columns: string, values: string) => {
      await database.db.tx(async (write) => {
        await sql.raw(`create table if not exists ${table}_all partition of ${table} default`).execute(write)
        await sql
          .raw(`insert into ${table} (machine_id, at, profile_id, ${columns}) values (${values})`)
          .execute(write)
      })
    }
    await make('telemetry_frames', 'values, received_at', `${machine}, '{1}', now()`)
    const sums = 'counts, lows, highs, means, lasts, held_ms'
    await make('telemetry_minutes', sums, `${machine}, '{1}', '{1}', '{1}', '{1}', '{1}', '{1}'`)
    now = new Date('2027-01-01T19:05:00Z')
    const path = (await backup().runIfDue()) ?? ''
    const restored = await testDatabase()
    await importDatabase(restored.db, path)
    const count = async ({ db }: TestDatabase, table: string) =>
      (await readRows(db.reads, sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`))[0]?.n
    expect(await count(database, 'telemetry_frames')).toBe(1)
    expect(await count(restored, 'telemetry_frames')).toBe(0)
    expect(await count(restored, 'telemetry_minutes')).toBe(1)
    for (const table of ['processes', 'roles', 'outbox'])
      expect(await count(restored, table)).toBe(await count(database, table))
    await restored.close()
  })
})
