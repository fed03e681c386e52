import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { bothEngines } from '../../../test/engines.ts'
import type { Database } from '../db/handles.ts'
import { forgetOldFacts, recordEvent } from './record.ts'
import { eventsAfter, latestCursor } from './read.ts'

const engines = await bothEngines()
const databases = await Promise.all(
  engines.map(async ({ name, open }) => ({ name, db: await open('migrated') })),
)
afterAll(async () => {
  for (const { db } of databases) await db.close()
})
beforeEach(async () => {
  for (const { db } of databases) await db.tx((write) => write.deleteFrom('outbox').execute())
})

const record = (db: Database, subjectId: string) =>
  db.tx((write) =>
    recordEvent(write, { plantId: 1, tab: 'tab-1' }, { name: 'orders.created', subjectId, orderId: '7' }),
  )

/** From now on every other event takes long to commit, after it has its number. */
const slowCommits = (db: Database) =>
  db.tx((write) =>
    sql
      .raw(
        `create function sleep_now() returns trigger language plpgsql as $$ begin perform pg_sleep(0.015); return null; end $$;
        create constraint trigger slow_commit after insert on outbox deferrable initially deferred for each row
          when (new.seq % 2 = 0) execute function sleep_now()`,
      )
      .execute(write),
  )

describe.each(databases)('$name', ({ db }) => {
  test('facts come back as written, oldest first, from the cursor on, by the page', async () => {
    expect(await latestCursor(db.reads, 1)).toBe(0)
    for (const subject of ['a', 'b', 'c']) await record(db, subject)
    const [first, second] = await eventsAfter(db.reads, 1, 0, 2)
    expect(first).toEqual({
      seq: first?.seq,
      name: 'orders.created',
      subjectId: 'a',
      orderId: '7',
      tab: 'tab-1',
    })
    expect(second?.subjectId).toBe('b')
    const rest = await eventsAfter(db.reads, 1, second?.seq ?? 0, 100)
    expect(rest.map(({ subjectId }) => subjectId)).toEqual(['c'])
    expect(await latestCursor(db.reads, 1)).toBe(rest[0]?.seq)
    expect(await latestCursor(db.reads, 1, 600)).toBe(0)
    expect(await eventsAfter(db.reads, 1, rest[0]?.seq ?? 0, 100)).toEqual([])
  })

  test('a fact of a command that failed was never there; another plant has its own', async () => {
    const failed = db.tx(async (write) => {
      await recordEvent(write, { plantId: 1 }, { name: 'orders.created', subjectId: 'lost' })
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await eventsAfter(db.reads, 1, 0, 100)).toEqual([])
    expect(await eventsAfter(db.reads, 2, 0, 100)).toEqual([])
  })

  test('a command whose fact cannot be written is undone, and says why', async () => {
    const failed = db.tx(async (write) => {
      await sql`insert into settings (key, value) values ('lost', '1')`.execute(write)
      await recordEvent(write, { plantId: 99 }, { name: 'orders.created', subjectId: 'a' })
    })
    await expect(failed).rejects.toThrow(/outbox_plant_id_fkey/)
    expect(await db.reads.selectFrom('settings').select('key').where('key', '=', 'lost').execute()).toEqual(
      [],
    )
    await record(db, 'b')
    expect((await eventsAfter(db.reads, 1, 0, 100)).map(({ subjectId }) => subjectId)).toEqual(['b'])
  })

  test('a reader that follows the cursor sees every fact of writers that overlap', async () => {
    await slowCommits(db)
    const received: string[] = []
    let cursor = 0
    let writing = true
    const follow = async () => {
      const events = await eventsAfter(db.reads, 1, cursor, 7)
      received.push(...events.map(({ subjectId }) => subjectId))
      cursor = events.at(-1)?.seq ?? cursor
      return events.length
    }
    const reader = (async () => {
      while (writing) await follow()
      while ((await follow()) > 0);
    })()
    const subjects = Array.from({ length: 60 }, (_, index) => String(index))
    await Promise.all(subjects.map((subject) => record(db, subject)))
    writing = false
    await reader
    expect(received.toSorted()).toEqual(subjects.toSorted())
    await db.tx((write) => sql`drop function sleep_now cascade`.execute(write))
  })

  test('facts older than a week are forgotten, the newest of a plant never: the cursor does not go back', async () => {
    const now = new Date()
    const daysAgo = (days: number, count: number) =>
      db.tx((write) =>
        sql`insert into outbox (plant_id, name, subject_id, payload, at)
          select 1, 'orders.created', n::text, '{}', ${now}::timestamptz - ${days} * interval '1 day'
          from generate_series(1, ${count}::int) n`.execute(write),
      )
    const left = async () => (await eventsAfter(db.reads, 1, 0, 20_000)).length
    await daysAgo(8, 11_000)
    await daysAgo(6, 3)
    await forgetOldFacts(db, now)
    expect(await left()).toBe(3)
    const cursor = await latestCursor(db.reads, 1)
    await forgetOldFacts(db, new Date(now.getTime() + 30 * 86_400_000))
    expect(await left()).toBe(1)
    expect(await latestCursor(db.reads, 1)).toBe(cursor)
  })
})
