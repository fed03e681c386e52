import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkPieces } from '../../../test/bulk-pieces.ts'
import { bulkRows } from '../../../test/bulk-rows.ts'
import type { TestDatabase } from '../../../test/harness.ts'
import { addPerson } from '../../../test/people.ts'
import { planOf } from '../../../test/plan-of.ts'
import { databaseAtSize } from '../../../test/run-postgres.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { readRows } from '../../platform/db/handles.ts'
import { listMessages, messagePage, unreadOf } from './messages.queries.ts'

// Plans at size: five thousand messages of one person among those of others.

let testDb: TestDatabase
let reader: Actor
beforeAll(async () => {
  testDb = await databaseAtSize()
  await bulkPieces(testDb.db, { orders: 300, pieces: 1 })
  reader = await addPerson(testDb.db, { username: 'reader', tags: ['order.view'] })
  const others = await Promise.all(
    Array.from({ length: 9 }, (_, at) => addPerson(testDb.db, { username: `other.${at}` })),
  )
  const userIds = [reader, ...others].map(({ userId }) => userId)
  await bulkRows(testDb.db, async (write) => {
    await sql`insert into conversations (plant_id, kind, record_id) select 1, 'order', id from orders`.execute(
      write,
    )
    await sql`
      insert into comments (plant_id, conversation_id, author_id, author_name, text, created_at)
      select 1, c.id, 1, 'x', repeat('文', 400), timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(1, 5000) n
        join (select id, row_number() over (order by id) as nth from conversations) c on c.nth = 1 + n % 300`.execute(
      write,
    )
    await sql`
      insert into messages (plant_id, user_id, conversation_id, comment_id, reason, created_at, read_at)
      select 1, u.id, k.conversation_id, k.id, 'followed', k.created_at,
        case when k.id % 50 > 0 then k.created_at end
      from comments k, unnest(${userIds}::bigint[]) u (id)`.execute(write)
    await sql`analyze conversations, comments, messages`.execute(write)
  })
}, 120_000)
afterAll(() => testDb.close())

test.each([
  ['the newest', {}],
  ['a later page', { before: '25000' }],
])('%s are found by their index, and only one page of them is joined', async (_, query) => {
  const plan = await planOf(testDb.db, messagePage(reader, query))
  expect(plan).toMatch(
    /Index Scan Backward using messages_pkey on messages m .*\n +Index Cond: \(+user_id = /,
  )
  expect(plan).not.toMatch(/Seq Scan on (messages|comments|orders)/)
})

test('unread ones are found and counted by theirs', async () => {
  expect(await planOf(testDb.db, messagePage(reader, { unread: 'true' }))).toMatch(/messages_unread/)
  expect(await planOf(testDb.db, unreadOf(reader))).toMatch(/messages_unread/)
  expect(await readRows(testDb.db.reads, unreadOf(reader))).toEqual([{ count: 100 }])
})

test('a reader walks through all of them, each once', async () => {
  const read = new Set<string>()
  let before: string | undefined
  for (;;) {
    const { items, total } = await listMessages(testDb.db.reads, reader, { before })
    expect(total).toBe(5000)
    for (const { id } of items) read.add(id)
    before = items.at(-1)?.id
    if (before === undefined) break
  }
  expect(read.size).toBe(5000)
})
