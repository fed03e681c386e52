import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { bothEngines } from '../../../test/engines.ts'
import { type Database, readRows } from './handles.ts'
import { prepare } from './prepared-statements.ts'

const engines = await bothEngines()
const opened: Database[] = []
afterAll(async () => {
  for (const db of opened) await db.close()
})

describe.each(engines)('$name', ({ open }) => {
  let db: Database
  beforeEach(async () => {
    db = await open()
    opened.push(db)
    await db.tx((write) => sql`create table if not exists kept (id int, what text)`.execute(write))
    await db.tx((write) => sql`delete from kept`.execute(write))
  })

  const plans = async () =>
    (await readRows(db.reads, sql<{ name: string }>`select name from pg_prepared_statements`)).map(
      ({ name }) => name,
    )
  const marked = (id: number) =>
    readRows(db.reads, sql<{ twice: number }>`${prepare}select ${id}::int * 2 as twice`)
  const oneAfterAnother = async <T>(times: number, work: (time: number) => Promise<T>) => {
    for (let time = 1; time <= times; time += 1) await work(time)
  }

  test('a marked statement that comes often keeps its plan, and answers by its own values', async () => {
    await oneAfterAnother(2, (id) => marked(id))
    expect(await plans()).toEqual([])
    await oneAfterAnother(8, async (id) => expect(await marked(id)).toEqual([{ twice: id * 2 }]))
    expect(await plans()).toEqual(['kept_1'])
  })

  test('others do not, and no more than sixty do', async () => {
    await oneAfterAnother(5, () => readRows(db.reads, sql`select 1 as one`))
    expect(await plans()).toEqual([])
    await oneAfterAnother(70, (text) =>
      oneAfterAnother(4, () => readRows(db.reads, sql`${prepare}select ${sql.lit(text)} as text`)),
    )
    expect(await plans()).toHaveLength(60)
  })

  test('a plan that fits no more is given up, and the answer comes all the same', async () => {
    const ask = () => readRows(db.reads, sql`${prepare}select id from kept`)
    await db.tx((write) => sql`insert into kept values (7, 'x')`.execute(write))
    await oneAfterAnother(4, ask)
    await db.tx((write) => sql`alter table kept alter column id type text`.execute(write))
    expect(await ask()).toEqual([{ id: '7' }])
    await db.tx((write) => sql`drop table kept`.execute(write))
    await expect(ask()).rejects.toMatchObject({ code: '42P01' })
  })
})
