import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, cpSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../apps/server/test/engines.ts'
import { databaseImage, silent, unpackDatabase } from '../../apps/server/test/harness.ts'
import { readRows } from '../../apps/server/src/platform/db/handles.ts'
import { openDatabase } from '../../apps/server/src/platform/db/open.ts'
import { DatabaseUnreadable } from '../../apps/server/src/platform/db/embedded/database-thread-owner.ts'

const openModule = new URL('../../apps/server/src/platform/db/open.ts', import.meta.url).href

/** A data folder of a process killed after saving forty rows, each in its own transaction. */
async function killedFolder(): Promise<string> {
  const dataDir = temporaryDirectory()
  await unpackDatabase(await databaseImage('empty'), dataDir)
  const file = join(temporaryDirectory(), 'main.mjs')
  writeFileSync(
    file,
    `import { openDatabase } from ${JSON.stringify(openModule)}
     const log = { info() {}, warn() {}, error() {} }
     const db = await openDatabase({ dataDir: ${JSON.stringify(dataDir)}, log })
     await db.tx((write) => write.schema.createTable('t').addColumn('text', 'text').execute())
     for (let n = 0; n < 40; n++)
       await db.tx((write) => write.insertInto('t').values({ text: 'x'.repeat(300) }).execute())
     process.kill(process.pid, 'SIGKILL')`,
  )
  await once(spawn(process.execPath, [file], { stdio: ['ignore', 'ignore', 'inherit'] }), 'exit')
  return dataDir
}

/** Overwrites the log, `before` bytes ahead of its last record. */
function damage(dataDir: string, before: number): void {
  const folder = join(dataDir, 'db/pg/pg_wal')
  const file = readdirSync(folder).findLast((name) => /^[0-9A-F]{24}$/.test(name)) ?? ''
  const bytes = readFileSync(join(folder, file))
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1
  const fd = openSync(join(folder, file), 'r+')
  writeSync(fd, Buffer.alloc(64, 0xab), 0, 64, end - before)
  closeSync(fd)
}

const rowsOf = async (dataDir: string) => {
  const reported: unknown[] = []
  const db = await openDatabase({
    dataDir,
    log: { ...silent, error: (...words) => void reported.push(words) },
  })
  const [row] = await readRows(db.reads, sql<{ n: number }>`select count(*)::int as n from t`)
  const found = { rows: row?.n ?? 0, damage: db.logDamage(), reported }
  await db.close()
  return found
}

test('a damaged end of the write-ahead log is told of, or refused with the way out', async () => {
  const killed = await killedFolder()
  const whole = temporaryDirectory()
  cpSync(killed, whole, { recursive: true })
  expect(await rowsOf(whole)).toEqual({ rows: 40, damage: null, reported: [] })

  // Everything after the damage is lost.
  damage(killed, 5_000)
  const found = await rowsOf(killed)
  expect(found.rows).toBeLessThan(40)
  expect(found.damage).toMatch(/^(incorrect|invalid|record)/)
  expect(found.reported).toEqual([
    [{ reason: found.damage }, expect.stringMatching(/damaged at its end.*docs\/operations\.md/)],
  ])
  // The recovered data are complete: the next start reports nothing.
  expect(await rowsOf(killed)).toEqual({ rows: found.rows, damage: null, reported: [] })

  // A start begins with the last record of a clean stop.
  damage(whole, 64)
  const opening = openDatabase({ dataDir: whole, log: silent })
  await expect(opening).rejects.toThrow(DatabaseUnreadable)
  await expect(opening).rejects.toThrow(/checkpoint record.*DATA_DIR\/backups/)
})
