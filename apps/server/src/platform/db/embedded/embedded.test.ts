import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../../test/engines.ts'
import { databaseImage, silent, unpackDatabase } from '../../../../test/harness.ts'
import { DirectoryInUse } from '../directory-lock.ts'
import { readRows } from '../handles.ts'
import { openDatabase, openInMemory } from '../open.ts'

const openModule = new URL('../open.ts', import.meta.url).href
const lockModule = new URL('../directory-lock.ts', import.meta.url).href
const slow = 180_000

/** A data folder with a database that is ready: making one takes longer than the tests that only need it. */
async function readyFolder(): Promise<string> {
  const dataDir = temporaryDirectory()
  await unpackDatabase(await databaseImage('empty'), dataDir)
  return dataDir
}

/** Runs a module's text in a process of its own; `said` is its first line. */
async function inProcess(text: string, ...options: string[]) {
  const file = join(temporaryDirectory(), 'main.mjs')
  writeFileSync(file, text)
  const child = spawn(process.execPath, [...options, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const output = await new Promise<string>((resolve) => {
    child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()))
    child.once('exit', () => resolve(''))
  })
  return { output, gone, kill: () => child.kill('SIGKILL') }
}

test(
  'every commit reaches the disk',
  async () => {
    const directory = await readyFolder()
    const calls = join(directory, 'calls')
    const preload = join(directory, 'preload.mjs')
    // Threads load what their process preloads: each call in the database's thread leaves a dot.
    writeFileSync(
      preload,
      `import fs from 'node:fs'
       const real = fs.fsyncSync
       fs.fsyncSync = (file) => { fs.appendFileSync(${JSON.stringify(calls)}, '.'); real(file) }`,
    )
    writeFileSync(calls, '')
    const { output, gone } = await inProcess(
      `import fs from 'node:fs'
       import { openDatabase } from ${JSON.stringify(openModule)}
       const count = () => fs.statSync(${JSON.stringify(calls)}).size
       const log = { info() {}, warn() {}, error() {} }
       const db = await openDatabase({ dataDir: ${JSON.stringify(directory)}, log })
       await db.tx((write) => write.schema.createTable('t').addColumn('n', 'integer').execute())
       const before = count()
       for (let n = 0; n < 50; n++) await db.tx((write) => write.insertInto('t').values({ n }).execute())
       const after = count()
       for (let n = 0; n < 50; n++) await db.ping()
       console.log(JSON.stringify({ commits: after - before, reads: count() - after }))
       await db.close()`,
      '--import',
      preload,
    )
    await gone
    const { commits, reads } = JSON.parse(output) as { commits: number; reads: number }
    expect(commits).toBeGreaterThanOrEqual(50)
    expect(reads).toBeLessThan(10)
  },
  slow,
)

test(
  'a second process is refused, and let in after the first was killed',
  async () => {
    const directory = temporaryDirectory()
    const hold = `import { lockDirectory } from ${JSON.stringify(lockModule)}
    try { lockDirectory(${JSON.stringify(directory)}); console.log('held'); setInterval(() => {}, 1000) }
    catch (error) { console.log(error.message) }`
    for (let round = 0; round < 2; round += 1) {
      const first = await inProcess(hold)
      expect(first.output).toBe('held')
      const second = await inProcess(hold)
      expect(second.output).toMatch(/in use by process \d+\. .*DATABASE_URL/)
      await second.gone
      first.kill()
      await first.gone
    }
  },
  slow,
)

test(
  'the same process is refused too; close frees the directory and keeps the rows',
  async () => {
    const dataDir = await readyFolder()
    const first = await openDatabase({ dataDir, log: silent })
    await expect(openDatabase({ dataDir, log: silent })).rejects.toThrow(DirectoryInUse)
    await first.tx((write) => sql`create table kept as select 7 as n`.execute(write))
    await first.close()
    const again = await openDatabase({ dataDir, log: silent })
    expect(await readRows(again.reads, sql`select n from kept`)).toEqual([{ n: 7 }])
    await again.close()
  },
  slow,
)

test(
  'a statement that does not end is stopped, rolled back, and the committed rows are there',
  async () => {
    const db = await openDatabase({ dataDir: await readyFolder(), log: silent, statementMs: 3000 })
    await db.tx((write) => sql`create table kept as select 7 as n`.execute(write))
    const endless = db.tx(async (write) => {
      await sql`insert into kept values (8)`.execute(write)
      await sql`select count(*) from generate_series(1, 1e12::bigint)`.execute(write)
    })
    await expect(endless).rejects.toThrow('ran longer than 3000 ms')
    expect(await readRows(db.reads, sql`select n from kept`)).toEqual([{ n: 7 }])
    await db.close()
  },
  slow,
)

test(
  'queries are answered in the order of asking while a transaction holds the connection',
  async () => {
    const db = await openInMemory({ image: await databaseImage('empty'), log: silent })
    const order: string[] = []
    const transaction = db.tx(async (write) => {
      await sql`select 1`.execute(write)
      await new Promise((resolve) => setTimeout(resolve, 50))
      order.push('transaction')
    })
    const reads = ['a', 'b', 'c'].map((name) => db.ping().then(() => order.push(name)))
    await Promise.all([transaction, ...reads])
    expect(order).toEqual(['transaction', 'a', 'b', 'c'])
    await db.close()
  },
  slow,
)

test(
  'a directory that is no database is refused, and is free again',
  async () => {
    const dataDir = temporaryDirectory()
    const inside = join(dataDir, 'db/pg')
    mkdirSync(inside, { recursive: true })
    writeFileSync(join(inside, 'PG_VERSION'), 'nonsense')
    await expect(openDatabase({ dataDir, log: silent })).rejects.toThrow()
    await expect(openDatabase({ dataDir, log: silent })).rejects.not.toThrow(DirectoryInUse)
    expect(readFileSync(join(inside, 'PG_VERSION'), 'utf8')).toBe('nonsense')
  },
  slow,
)

test(
  'what was written is checkpointed while it runs, also behind a transaction that takes long',
  async () => {
    const checkpoints = { everyMs: 20, afterBytes: 8192 }
    const db = await openDatabase({ dataDir: await readyFolder(), log: silent, checkpoints })
    const redo = async () =>
      (
        await readRows(
          db.reads,
          sql<{ at: string }>`select redo_lsn::text as at from pg_control_checkpoint()`,
        )
      )[0]?.at
    const before = await redo()
    await db.tx(async (write) => {
      await sql`create table kept as select n, repeat('x', 500) as text from generate_series(1, 2000) n`.execute(
        write,
      )
      await new Promise((resolve) => setTimeout(resolve, 100))
    })
    await expect.poll(redo, { timeout: 20_000 }).not.toBe(before)
    await db.close()
  },
  slow,
)
