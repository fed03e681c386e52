import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { readRows } from '../../platform/db/handles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ demo: 'all' })
})
afterAll(() => app.close())

const one = async <T>(text: ReturnType<typeof sql<T>>) => (await readRows(app.database.db.reads, text))[0]

test('every piece that is packed or gone lies in a package, and in the state of its package', async () => {
  expect(
    await one(sql`
      select count(*) as pieces, count(*) filter (where k.id is null) as loose,
        count(*) filter (where k.status <> case p.status when 'packed' then 'closed' else p.status end) as wrong
      from pieces p left join package_pieces pp on pp.piece_id = p.id left join packages k on k.id = pp.package_id
      where p.status in ('packed', 'shipped', 'received')`),
  ).toMatchObject({ pieces: expect.toSatisfy((n: number) => n > 100), loose: 0, wrong: 0 })
})

test('packages and deliveries count what is in them', async () => {
  expect(
    await one(sql`
      select count(*) as packages, count(*) filter (where k.pieces <> c.pieces or k.net_kg <> c.kg) as wrong
      from packages k cross join lateral (
        select count(*) as pieces, coalesce(sum(p.net_kg), 0) as kg
        from package_pieces pp join pieces p on p.id = pp.piece_id where pp.package_id = k.id) c`),
  ).toMatchObject({ packages: expect.toSatisfy((n: number) => n > 10), wrong: 0 })
  expect(
    await one(sql`
      select count(*) as deliveries, count(*) filter (where d.packages <> c.packages or d.gross_kg <> c.kg) as wrong,
        count(*) filter (where d.difference_reason is not null) as explained
      from deliveries d cross join lateral (
        select count(*) as packages, sum(gross_kg) as kg from packages where delivery_id = d.id) c`),
  ).toMatchObject({
    deliveries: expect.toSatisfy((n: number) => n > 3),
    wrong: 0,
    explained: expect.toSatisfy((n: number) => n > 0),
  })
})

test('a receipt shows its signature', async () => {
  const { token } = await app.signIn('viewer')
  const headers = { authorization: token }
  const list = await app.inject({ url: '/api/deliveries?status=received&pageSize=1', headers })
  const [delivery] = list.json<{ items: { id: string }[] }>().items
  const reply = await app.inject({ url: `/api/deliveries/${delivery?.id}/signature`, headers })
  expect(reply.json<{ png: string }>().png).toMatch(/^iVBORw0KGgo/)
})
