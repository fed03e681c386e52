import type { MemberDays, ModelStates } from '@cloud-factory/contract/model/models'
import type { ProductionReport } from '@cloud-factory/contract/production-reports/production-reports'
import { modelOn } from '@cloud-factory/domain/model/member-days'
import { dayNumber, dayOf } from '@cloud-factory/domain/numbers/civil-days'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'

let app: TestApp
let orderId: string
const tokens = new Map<string, string>()
beforeAll(async () => {
  app = await testApp({ demo: 'all' })
  for (const name of ['viewer', 'foreman']) tokens.set(name, (await app.signIn(name)).token)
  const [model] = await rowsOf(sql<{ id: string }>`
    select order_id::text as id from model_revisions where status = 'current'`)
  orderId = model?.id ?? ''
})
afterAll(() => app.close())

const rowsOf = async <T>(statement: ReturnType<typeof sql<T>>): Promise<readonly T[]> =>
  (await app.database.db.tx((write) => statement.execute(write))).rows
async function call(method: 'GET' | 'POST', url: string, payload?: object, person = 'viewer') {
  const headers = { authorization: tokens.get(person) ?? '' }
  const reply = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  return { status: reply.statusCode, body: reply.json() }
}
const days = async (): Promise<MemberDays> => (await call('GET', `/api/orders/${orderId}/model-days`)).body
const states = async (): Promise<ModelStates> =>
  (await call('GET', `/api/orders/${orderId}/model-states`)).body
const onDay = ({ pieces, real }: MemberDays, day: number) =>
  modelOn(pieces, real, { day, members: pieces.members.filter((member) => member !== null).length })
const today = (all: MemberDays) => onDay(all, dayNumber(all.today))
/** Every state with its pieces and tonnes, and the state of every member. */
const named = ({ states: of, sums }: ReturnType<typeof onDay>) => ({
  sums,
  states: of.map((at) => sums[at ?? -1]?.state ?? null),
})

test('today is what the colours of the model say', async () => {
  const { sums, states: of } = await states()
  expect(named(today(await days()))).toEqual(named({ sums: sums.status, states: of.status }))
})

test('on any day sums equal the production report up to it', async () => {
  const all = await days()
  const begin = Math.min(...all.real.days)
  // The status that a finished process gives; of two with the same the last.
  const milestones = await rowsOf(sql<{ id: string; state: string }>`
    select distinct on (state) id::text, state from (
      select p.id, min(s.position) as position, case p.kind when 'pack' then 'packed' when 'ship' then 'shipped'
        when 'receive' then 'received' else p.gives end as state
      from processes p join route_steps s on s.process_id = p.id join marks m on m.route_id = s.route_id
      where m.order_id = ${orderId} group by p.id) given
    where state is not null order by state, position`)
  const order = ['accepted', 'coated', 'packed', 'shipped', 'received']
  const inOrder = milestones.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  expect(inOrder.length).toBeGreaterThan(2)
  let compared = 0
  for (let day = begin - 1; day <= dayNumber(all.today); day += 7) {
    const span = `from=${dayOf(begin - 2)}&to=${dayOf(day)}&per=month&group=none&orderId=${orderId}`
    const report: ProductionReport = (await call('GET', `/api/reports/production?${span}`)).body
    const { sums } = onDay(all, day)
    for (const [at, { id }] of inOrder.entries()) {
      const reached = [...inOrder.slice(at).map(({ state }) => state), 'erected']
      const own = sums.filter(({ state }) => reached.includes(state))
      const total = (of: 'pieces' | 'kg') => own.reduce((sum, one) => sum + one[of], 0)
      const reported = report.totals.find(({ processId }) => processId === id)
      expect([day, id, total('pieces')]).toEqual([day, id, reported?.pieces ?? 0])
      compared += reported?.pieces ?? 0
    }
  }
  expect(compared).toBeGreaterThan(0)
})

test('a work report moves its piece on its day, and undoing it moves it back', async () => {
  const before = await days()
  const [target] = await rowsOf(sql<{ id: string; process: string }>`
    select id::text, next_process_id::text as process from pieces where order_id = ${orderId}
      and steps_done = 0 and step_part = 0 and holds = 0 and status = 'issued' order by id limit 1`)
  if (target === undefined) throw new Error('no piece without work')
  const step = { processId: target.process, pieces: [target.id], part: 1, source: 'list' }
  const unspecified = { crewId: null, worker: null, hours: null, withEarlier: false }
  const body = { ...step, ...unspecified, clientKey: crypto.randomUUID() }
  const report = await call('POST', '/api/work-reports', body, 'foreman')
  expect(report.body.items).toMatchObject([{ outcome: 'reported' }])
  const after = await days()
  const issued = (all: MemberDays) => today(all).sums.find(({ state }) => state === 'issued')?.pieces ?? 0
  expect(issued(after)).toBe(issued(before) - 1)
  // A night shift reports on the day on which it began.
  const [written] = await rowsOf(sql<{ id: string; day: string }>`
    select id::text, day::text from work_reports where piece_id = ${target.id} order by id desc limit 1`)
  const dayBefore = dayNumber(written?.day ?? '') - 1
  expect(onDay(after, dayBefore)).toEqual(onDay(before, dayBefore))
  const undone = await call('POST', `/api/work-reports/${written?.id}/undo`, { reason: 'x' }, 'foreman')
  expect(undone.status).toBe(200)
  expect((await days()).real).toEqual(before.real)
})

test('erection lots are planned, site reports are real', async () => {
  const [piece] = await rowsOf(sql<{ id: number; at: number }>`
    select p.id, d.position as at from pieces p join model_members d on d.piece_id = p.id
    where p.order_id = ${orderId} order by d.position limit 1`)
  if (piece === undefined) throw new Error('no member with a piece')
  const erectsOn = '2031-05-20'
  await rowsOf(sql`with lot as (insert into erection_lots (plant_id, order_id, code, name, area, position, planned_on, updated_by_name)
      select plant_id, id, 'E-TIME', '', '', 999, ${erectsOn}, 'x' from orders where id = ${orderId} returning id, plant_id)
    insert into erection_places (piece_id, plant_id, lot_id, position) select ${piece.id}, plant_id, id, 1 from lot
    on conflict (piece_id) do update set lot_id = excluded.lot_id`)
  const { pieces, planned } = await days()
  const on = (day: number) => {
    const { sums, states: of } = modelOn(pieces, planned, { day, members: pieces.members.length })
    return sums[of[piece.at] ?? -1]?.state
  }
  expect(on(dayNumber(erectsOn))).toBe('erected')
  expect(on(dayNumber(erectsOn) - 1)).not.toBe('erected')
})

test('an order without a model in use has no days', async () => {
  const [other] = await rowsOf(sql<{ id: string }>`
    select id::text from orders where id <> ${orderId} order by id limit 1`)
  for (const id of [other?.id, '99999999'])
    expect((await call('GET', `/api/orders/${id}/model-days`)).status).toBe(404)
})
