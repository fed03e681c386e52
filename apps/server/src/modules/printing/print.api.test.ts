import type { LabelRow, TravellerRow } from '@cloud-factory/contract/printing/order-print'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'

let app: TestApp
let token: string
let orderId: string
beforeAll(async () => {
  app = await testApp({ demo: 'all' })
  token = (await app.signIn('viewer')).token
  const orders = await get('/api/orders?sort=-pieces&status=in_production')
  orderId = (orders.body.items as { id: string }[])[0]?.id ?? ''
})
afterAll(() => app.close())

async function get(url: string) {
  const reply = await app.inject({ method: 'GET', url, headers: { authorization: token } })
  return { status: reply.statusCode, body: reply.json() }
}
const labels = async (query = '') =>
  (await get(`/api/orders/${orderId}/labels?pageSize=200${query}`)).body as {
    items: LabelRow[]
    total: number
  }

test('every piece that counts has a label, in the order of its serials', async () => {
  const { body: order } = await get(`/api/orders/${orderId}`)
  const { items, total } = await labels()
  expect(total).toBe(order.pieces)
  const serials = items.map(({ serial }) => serial)
  expect(serials).toEqual(serials.toSorted())
  expect(items[0]?.qr).toMatch(/^CF1:1:[0-9a-f-]{36}$/)
})

test('a label says what its piece and mark say', async () => {
  const { items } = await labels()
  const [piece] = items
  const { body: pieces } = await get(`/api/orders/${orderId}/pieces?q=${piece?.serial}`)
  const { body: marks } = await get(`/api/orders/${orderId}/marks?q=${piece?.mark}`)
  expect(pieces.items[0]).toMatchObject({ id: piece?.id, qr: piece?.qr, netKg: piece?.netKg })
  expect(marks.items[0]).toMatchObject({
    id: piece?.markId,
    profile: piece?.profile,
    lengthMm: piece?.lengthMm,
  })
})

test('scrapped pieces get no label, whoever asks for them', async () => {
  const [piece] = (await labels()).items
  await app.database.db.tx((write) =>
    write.updateTable('pieces').set({ status: 'scrapped' }).where('id', '=', Number(piece?.id)).execute(),
  )
  expect((await labels(`&pieceIds=${piece?.id}`)).total).toBe(0)
})

test('choices are joined: marks, pieces, states', async () => {
  const all = (await labels()).items
  const [one, other] = [all[0], all.find(({ markId }) => markId !== all[0]?.markId)]
  expect(
    (await labels(`&markIds=${one?.markId},${other?.markId}`)).items.map(({ markId }) => markId),
  ).toEqual(all.map(({ markId }) => markId).filter((id) => id === one?.markId || id === other?.markId))
  expect((await labels(`&pieceIds=${one?.id},${other?.id}`)).total).toBe(2)
  expect((await labels(`&pieceIds=${one?.id}&markIds=${other?.markId}`)).total).toBe(0)
  expect((await labels('&productionLotId=999999')).total).toBe(0)
  expect((await labels('&status=received,shipped&pieceIds=1')).total).toBe(0)
})

test('what cannot be a choice is refused', async () => {
  for (const query of ['markIds=0', 'pieceIds=1;2', 'productionLotId=x', 'status=broken'])
    expect((await get(`/api/orders/${orderId}/labels?${query}`)).status).toBe(400)
  const many = Array.from({ length: 501 }, (_, at) => at + 1).join(',')
  expect((await get(`/api/orders/${orderId}/labels?pieceIds=${many}`)).status).toBe(400)
  expect((await get('/api/orders/99999999/labels')).status).toBe(404)
  expect((await get('/api/orders/99999999/travellers')).status).toBe(404)
})

test('a traveller has its parts, and the steps of the route that its kind takes', async () => {
  await app.database.db.tx(async (write) => {
    await sql`update marks set route_id = null`.execute(write)
    await sql`delete from routes`.execute(write)
    await sql`insert into processes (plant_id, code, names, position, unit, kind, gate, updated_by_name)
      values (1, 'T-CUT', '{"zh":"下料","en":"Cut","es":"Corte"}', 900, 'piece', 'work', 'self', 'x'),
        (1, 'T-WELD', '{"zh":"焊接","en":"Weld","es":"Soldar"}', 901, 'piece', 'work', 'hold', 'x')`.execute(
      write,
    )
    await sql`insert into routes (plant_id, code, names, kinds, updated_by_name) values (1, 'T', '{"zh":"甲","en":"A",
      "es":"A"}', array(select distinct kind from marks), 'x')`.execute(write)
    await sql`insert into route_steps (route_id, position, plant_id, process_id)
      select r.id, p.position - 900, 1, p.id from routes r, processes p where p.code like 'T-%'`.execute(
      write,
    )
  })
  const { body } = await get(`/api/orders/${orderId}/travellers?pageSize=200`)
  const cards = body.items as TravellerRow[]
  expect(body.total).toBe(cards.length)
  expect(cards[0]?.steps.map(({ code, gate }) => [code, gate])).toEqual([
    ['T-CUT', 'self'],
    ['T-WELD', 'hold'],
  ])
  expect(cards[0]?.route?.names.es).toBe('A')
  const { body: parts } = await get(`/api/marks/${cards[0]?.id}/parts`)
  expect(cards[0]?.partsTotal).toBe(parts.total)
  expect(cards[0]?.parts.map(({ partMark }) => partMark).toSorted()).toEqual(
    (parts.items as { partMark: string }[]).map(({ partMark }) => partMark).toSorted(),
  )
})
