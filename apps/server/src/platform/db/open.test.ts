import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { bothEngines } from '../../../test/engines.ts'
import { QueryOutsideTransaction, readRows } from './handles.ts'
import { violationOf } from './violation.ts'

const engines = await bothEngines()
const databases = await Promise.all(engines.map(async ({ name, open }) => ({ name, db: await open() })))
afterAll(async () => {
  for (const { db } of databases) await db.close()
})

const values = sql`select 9007199254740991::bigint as big, 12.50::numeric as kg, date '2026-02-28' as day,
  timestamptz '2026-02-28 10:00+08' as at, '{"b":[1,null]}'::jsonb as json, array[1,2]::bigint[] as bigs,
  array[1.5,null]::numeric[] as kgs, array[date '2026-01-01'] as days, true as yes, null::text as nothing,
  count(*) as count, 1.5::float8 as float, '甲"\\' as text, current_setting('TimeZone') as zone`

describe.each(databases)('$name', ({ name, db }) => {
  test('is what it says it is', async () => {
    expect(db.engine).toBe(name)
    await db.ping()
  })

  test('reads values as the program wants them', async () => {
    expect(await readRows(db.reads, values)).toEqual([
      {
        big: 9007199254740991,
        kg: 12.5,
        day: '2026-02-28',
        at: new Date('2026-02-28T02:00:00Z'),
        json: { b: [1, null] },
        bigs: [1, 2],
        kgs: [1.5, null],
        days: ['2026-01-01'],
        yes: true,
        nothing: null,
        count: 1,
        float: 1.5,
        text: '甲"\\',
        zone: 'UTC',
      },
    ])
  })

  test('reads the other types of columns as the generated table types say', async () => {
    const others = sql`select 7::smallint as small, 8::integer as whole, time '07:30' as shift,
      'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid as tag, array[1,2]::smallint[] as weekdays,
      array[3,4]::integer[] as counts, array[1.5,null]::float8[] as means, array['甲','b']::text[] as words,
      'null'::jsonb as nothing, '"a"'::jsonb as word`
    expect(await readRows(db.reads, others)).toEqual([
      {
        small: 7,
        whole: 8,
        shift: '07:30:00',
        tag: 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
        weekdays: [1, 2],
        counts: [3, 4],
        means: [1.5, null],
        words: ['甲', 'b'],
        nothing: null,
        word: 'a',
      },
    ])
  })

  test('writes values bound', async () => {
    const at = new Date('2026-03-04T05:06:07.089Z')
    const bound = sql`select ${1}::bigint as big, ${2.25}::numeric as kg, ${'2026-02-28'}::date as day,
      ${at}::timestamptz as at, ${JSON.stringify([1])}::jsonb as json, ${['a', '"b,', null]}::text[] as words,
      ${[3, 4]}::bigint[] as bigs, ${null}::text as nothing, ${Buffer.from([0, 255])}::bytea as bytes`
    expect(await readRows(db.reads, bound)).toEqual([
      {
        big: 1,
        kg: 2.25,
        day: '2026-02-28',
        at,
        json: [1],
        words: ['a', '"b,', null],
        bigs: [3, 4],
        nothing: null,
        bytes: Buffer.from([0, 255]),
      },
    ])
  })

  test('refuses the outer handle and a second tx inside a transaction, and works on afterwards', async () => {
    await db.tx(async (write) => {
      await expect(readRows(db.reads, sql`select 1`)).rejects.toThrow(QueryOutsideTransaction)
      await expect(db.ping()).rejects.toThrow(QueryOutsideTransaction)
      await expect(db.tx(async () => 1)).rejects.toThrow(QueryOutsideTransaction)
      expect((await sql`select 2 as two`.execute(write)).rows).toEqual([{ two: 2 }])
    })
    await db.ping()
  })

  test('lets code that outlives its transaction query again', async () => {
    let later: Promise<void> = Promise.resolve()
    await db.tx(async () => {
      later = new Promise((resolve) => setTimeout(resolve, 50)).then(() => db.ping())
    })
    await later
  })

  test('commits what resolved, rolls back what rejected', async () => {
    await db.tx(async (write) => sql`create table kept (id int primary key)`.execute(write))
    await db.tx(async (write) => sql`insert into kept values (1)`.execute(write))
    const failed = db.tx(async (write) => {
      await sql`insert into kept values (2)`.execute(write)
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    expect(await readRows(db.reads, sql`select id from kept`)).toEqual([{ id: 1 }])
  })

  test('a statement that failed spoils its transaction even when the error was swallowed', async () => {
    const swallowed = db.tx(async (write) => {
      await sql`select 1 / 0`.execute(write).catch(() => undefined)
    })
    await expect(swallowed).rejects.toThrow()
  })

  test('twenty transactions at once each see their own sum', async () => {
    await db.tx(async (write) => {
      await sql`create table counters (n int)`.execute(write)
      await sql`insert into counters values (0)`.execute(write)
    })
    const add = () =>
      db.tx(async (write) => {
        const { rows } = await sql<{ n: number }>`select n from counters for update`.execute(write)
        await new Promise((resolve) => setTimeout(resolve, 2))
        await sql`update counters set n = ${(rows[0]?.n ?? 0) + 1}`.execute(write)
      })
    await Promise.all(Array.from({ length: 20 }, add))
    expect(await readRows(db.reads, sql`select n from counters`)).toEqual([{ n: 20 }])
  })

  test.each(['40001', '40P01'])('tries again after %s, three times in all', async (code) => {
    let runs = 0
    const lose = async (times: number) =>
      db.tx(async (write) => {
        runs += 1
        if (runs > times) return 'won'
        await sql.raw(`do $$ begin raise exception 'lost' using errcode = '${code}'; end $$`).execute(write)
        return 'never'
      })
    expect(await lose(2)).toBe('won')
    expect(runs).toBe(3)
    runs = 0
    await expect(lose(3)).rejects.toMatchObject({ code })
    expect(runs).toBe(3)
  })

  test('other errors are not tried again', async () => {
    let runs = 0
    const failing = db.tx(async (write) => {
      runs += 1
      await sql`select 1 / 0`.execute(write)
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(runs).toBe(1)
  })

  test.each([
    ['insert into child values (1, 1, 5, 5)', { kind: 'unique', constraint: 'child_pkey' }],
    ['insert into child values (2, 99, 5, 5)', { kind: 'foreign', constraint: 'child_of_parent' }],
    ['insert into child values (2, 1, -1, 5)', { kind: 'check', constraint: 'child_size' }],
    ['insert into child values (2, 1, null, 5)', { kind: 'not_null', constraint: 'child.size' }],
    ['insert into child values (2, 1, 5, 5)', { kind: 'exclusion', constraint: 'child_slot' }],
    ['insert into nowhere values (1)', null],
  ])('%s', async (statement, violation) => {
    await db.tx(async (write) => {
      await sql`drop table if exists child, parent`.execute(write)
      await sql`create table parent (id int primary key)`.execute(write)
      await sql`create table child (
        id int primary key,
        parent_id int constraint child_of_parent references parent,
        size int not null constraint child_size check (size > 0),
        slot int,
        constraint child_slot exclude using btree (slot with =) deferrable initially immediate
      )`.execute(write)
      await sql`insert into parent values (1)`.execute(write)
      await sql`insert into child values (1, 1, 5, 5)`.execute(write)
    })
    const error: unknown = await db.tx((write) => sql.raw(statement).execute(write)).catch((reason) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(violationOf(error)).toEqual(violation)
  })

  test('a megabyte and a hundred thousand rows come back whole', async () => {
    const long = 'ä'.repeat(1 << 20)
    expect(await readRows(db.reads, sql`select ${long}::text as long`)).toEqual([{ long }])
    const rows = await readRows(db.reads, sql<{ n: number }>`select generate_series(1, 100000) as n`)
    expect(rows.length).toBe(100_000)
    expect(rows.at(-1)).toEqual({ n: 100_000 })
  })
})
