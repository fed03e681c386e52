import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { bothEngines, temporaryDirectory } from '../../../test/engines.ts'
import type { Database } from './handles.ts'
import { readRows } from './handles.ts'
import { migrate } from './migrate.ts'
import { exportDatabase, importDatabase } from './transfer.ts'

const schema = `
  create table audit_log (id bigint generated always as identity primary key, what text);
  create function reject() returns trigger language plpgsql as $$ begin raise exception 'append-only'; end $$;
  create trigger keep before insert or update or delete on audit_log for each row execute function reject();
  create table ring_a (id bigint generated always as identity primary key, b_id bigint, up_id bigint references ring_a);
  create table ring_b (id bigint generated always as identity primary key, a_id bigint not null references ring_a);
  alter table ring_a add constraint ring foreign key (b_id) references ring_b;
  create table "Odd Name" (
    "the key" text collate "C" primary key, kg numeric(12,3), day date, at timestamptz, span interval, data jsonb,
    words text[], bytes bytea, yes boolean, float double precision, twice numeric generated always as (kg * 2) stored
  );
  create table frames (at timestamptz not null, value int) partition by range (at);
  insert into ring_a (b_id) values (null);`

const odd = sql`insert into "Odd Name" values
  ('a"\\,(x)', 123456789.125, '2026-02-28', '2026-02-28 01:02:03.456789+00', '1 day 2 hours', '{"b": [1, null, "ü"]}',
   array['x', null, '', 'NULL', 'q"\\'], '\\x00ff', true, 0.1),
  ('', null, '-infinity', 'infinity', null, 'null', '{}', '', false, 'NaN'),
  (${'甲\t\r\n'}, 0, null, null, null, '"\\\\n"', null, null, null, -1e-300)`

const engines = await bothEngines()

async function prepared(open: () => Promise<Database>, text = schema): Promise<Database> {
  const folder = temporaryDirectory()
  writeFileSync(join(folder, '0001_schema.sql'), text)
  const db = await open()
  await migrate(db, folder)
  return db
}

async function fill(db: Database): Promise<void> {
  await db.tx(async (write) => {
    await sql`insert into ring_a (up_id) select 1 from generate_series(1, 1200)`.execute(write)
    await sql`insert into ring_b (a_id) values (1200), (7)`.execute(write)
    await sql`update ring_a set b_id = 2, up_id = 1201 where id = 3`.execute(write)
    await odd.execute(write)
    await sql`create table frames_1 partition of frames for values from ('2026-01-01') to ('2026-01-02')`.execute(
      write,
    )
    await sql`create table frames_rest partition of frames default`.execute(write)
    await sql`insert into frames values ('2026-01-01 05:00+00', 1), ('2027-01-01', 2)`.execute(write)
  })
}

async function contents(db: Database): Promise<unknown> {
  const read = (text: string) => readRows(db.reads, sql.raw(text))
  return {
    a: await read('select * from ring_a order by id'),
    b: await read('select * from ring_b order by id'),
    odd: await read(`select t::text, data is null as no_data from "Odd Name" t order by "the key"`),
    parts: await read('select tableoid::regclass::text as part, t.* from frames t order by at'),
    keys: await read(
      `select conname, convalidated from pg_constraint where contype = 'f' and conparentid = 0 order by 1`,
    ),
    triggers: await read(`select tgname, tgenabled from pg_trigger where not tgisinternal order by 1`),
  }
}

const directions = engines.flatMap((from) =>
  engines.map((to) => ({ from, to, title: `${from.name} to ${to.name}` })),
)

describe.each(directions)('$title', ({ from, to }) => {
  test('everything arrives, and ids go on where they were', async () => {
    const path = join(temporaryDirectory(), 'export.gz')
    const source = await prepared(from.open)
    await fill(source)
    const target = await prepared(to.open)
    expect(await exportDatabase(source, path)).toBe(1201 + 2 + 3 + 2)
    expect(await importDatabase(target, path)).toBe(1208)
    expect(await contents(target)).toEqual(await contents(source))
    await target.tx((write) => sql`insert into ring_b (a_id) values (1)`.execute(write))
    expect(await readRows(target.reads, sql`select max(id) as id from ring_b`)).toEqual([{ id: 3 }])
    await source.close()
    await target.close()
  }, 60_000)
})

test('a file of another version, a cut or a changed one, and a database in use are refused; nothing is changed', async () => {
  const [engine] = engines
  if (engine === undefined) throw new Error('There is always one engine')
  const directory = temporaryDirectory()
  const path = join(directory, 'export.gz')
  const db = await prepared(engine.open)
  await fill(db)
  await exportDatabase(db, path)
  const before = await contents(db)
  const lines = gunzipSync(readFileSync(path)).toString().trimEnd().split('\n')
  const altered = (change: string[]) => {
    const file = join(directory, 'altered.gz')
    writeFileSync(file, gzipSync(`${change.join('\n')}\n`))
    return file
  }

  const cut = join(directory, 'cut.gz')
  writeFileSync(cut, readFileSync(path).subarray(0, -20))
  await expect(importDatabase(db, cut)).rejects.toThrow(/unexpected end/)
  await expect(importDatabase(db, altered(lines.slice(0, -1)))).rejects.toThrow(/incomplete/)
  await expect(importDatabase(db, altered(lines.slice(1)))).rejects.toThrow(/no export/)
  const row = lines.findIndex((line) => line.startsWith('"(7'))
  expect(row).toBeGreaterThan(0)
  await expect(importDatabase(db, altered(lines.toSpliced(row, 1)))).rejects.toThrow(/Rows are missing/)
  const orphan = lines.toSpliced(row, 1, '"(7,999999,)"')
  await expect(importDatabase(db, altered(orphan))).rejects.toMatchObject({ code: '23503' })
  expect(await contents(db)).toEqual(before)

  const sly = lines.with(
    0,
    (lines[0] ?? '').replace('frames_rest', 'x(n int); drop table ring_b cascade; --'),
  )
  await expect(importDatabase(db, altered(sly))).rejects.toThrow(/strangely/)
  expect(await contents(db)).toEqual(before)

  const other = await prepared(engine.open, `${schema} `)
  await expect(importDatabase(other, path)).rejects.toThrow(/another version/)
  await other.close()
  await db.tx((write) =>
    sql
      .raw("alter table audit_log disable trigger keep; insert into audit_log (what) values ('x')")
      .execute(write),
  )
  await expect(importDatabase(db, path)).rejects.toThrow(/worked with/)
  await db.close()
}, 60_000)
