import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
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
})
