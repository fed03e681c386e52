import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { bothEngines, temporaryDirectory } from '../../../test/engines.ts'
import { migrationsFolder } from '../../../test/harness.ts'
import type { Database } from './handles.ts'
import { readRows } from './handles.ts'
import { MigrationRefused, migrate } from './migrate.ts'

const engines = await bothEngines()

function folderOf(files: Record<string, string>): string {
  const folder = temporaryDirectory()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const one = 'create table first (n int); insert into first values (1);'
const two = '-- a comment; with a semicolon\ninsert into first values (2);'

describe.each(engines)('$name', ({ name, open }) => {
  const withDatabase = (work: (db: Database) => Promise<void>) => async () => {
    const db = await open()
    await work(db).finally(() => db.close())
  }

  test(
    'applies what is new, in order, and refuses what does not belong',
    withDatabase(async (db) => {
      expect(await migrate(db, folderOf({ '0001_one.sql': one }))).toEqual(['0001_one.sql'])
      const both = folderOf({ '0001_one.sql': one, '0002_two.sql': two })
      expect(await migrate(db, both)).toEqual(['0002_two.sql'])
      expect(await migrate(db, both)).toEqual([])
      expect(await readRows(db.reads, sql`select n from first order by n`)).toEqual([{ n: 1 }, { n: 2 }])

      const turned = folderOf({ '0001_one.sql': one, '0002_two.sql': two.replaceAll('\n', '\r\n') })
      expect(await migrate(db, turned)).toEqual([])
      const changed = folderOf({ '0001_one.sql': one, '0002_two.sql': `${two} ` })
      await expect(migrate(db, changed)).rejects.toThrow(/0002_two.sql was changed/)
      await expect(migrate(db, folderOf({ '0001_one.sql': one }))).rejects.toThrow(/newer version/)
    }),
  )

  test(
    'a file that fails leaves nothing behind',
    withDatabase(async (db) => {
      const broken = folderOf({
        '0001_one.sql': one,
        '0002_bad.sql': 'create table half (n int); select 1 / 0;',
      })
      await expect(migrate(db, broken)).rejects.toMatchObject({ code: '22012' })
      const tables = sql`select to_regclass('first') is not null as first, to_regclass('half') is not null as half`
      expect(await readRows(db.reads, tables)).toEqual([{ first: false, half: false }])
      const counts: string[] = []
      const onApplied = (count: number, of: number) => counts.push(`${count} of ${of}`)
      await migrate(db, folderOf({ '0001_one.sql': one }), { onApplied })
      await expect(migrate(db, broken, { onApplied })).rejects.toMatchObject({ code: '22012' })
      expect(await readRows(db.reads, tables)).toEqual([{ first: true, half: false }])
      expect(counts).toEqual(['1 of 1'])
    }),
  )

  test(
    'applies a file that landed after later ones, and what is missing of one that was changed',
    withDatabase(async (db) => {
      await migrate(db, folderOf({ '0002_two.sql': one }))
      const late = { '0001_one.sql': 'create table late (n int);', '0002_two.sql': one }
      expect(await migrate(db, folderOf(late))).toEqual(['0001_one.sql'])
      const changed = folderOf({ ...late, '0002_two.sql': `${one} insert into first values (2);` })
      await expect(migrate(db, changed)).rejects.toThrow(/was changed.*empty database/)
      const amendments = { [createHash('sha256').update(one).digest('hex')]: 'insert into first values (2)' }
      expect(await migrate(db, changed, { amendments })).toEqual(['0002_two.sql'])
      expect(await migrate(db, changed, { amendments })).toEqual([])
      expect(await readRows(db.reads, sql`select n from first order by n`)).toEqual([{ n: 1 }, { n: 2 }])
    }),
  )

  test(
    'refuses a number twice, or none',
    withDatabase(async (db) => {
      const twice = folderOf({ '0002_two.sql': one, '0002_other.sql': one })
      await expect(migrate(db, twice)).rejects.toThrow(/Two migrations/)
      await expect(migrate(db, folderOf({ 'two.sql': one }))).rejects.toThrow(MigrationRefused)
    }),
  )

  test(
    "the product's own migrations apply, and make the plant",
    withDatabase(async (db) => {
      expect((await migrate(db, migrationsFolder))[0]).toBe('0001_platform.sql')
      const plants = await db.reads.selectFrom('plants').select(['id', 'time_zone']).execute()
      expect(plants).toEqual([{ id: 1, time_zone: 'Asia/Shanghai' }])
    }),
  )

  // The embedded database belongs to one server.
  if (name === 'postgres')
    test(
      'eight servers starting at once migrate once',
      withDatabase(async (db) => {
        const folder = folderOf({ '0001_one.sql': one, '0002_two.sql': two })
        const names = await Promise.all(Array.from({ length: 8 }, () => migrate(db, folder)))
        expect(names.flat().sort()).toEqual(['0001_one.sql', '0002_two.sql'])
      }),
    )
})
