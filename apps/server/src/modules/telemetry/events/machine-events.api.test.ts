import type { MachineEventPage } from '@cloud-factory/contract/telemetry/telemetry'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { testClock } from '../../../../test/clock.ts'
import { madeMachines } from '../../../../test/made-machines.ts'
import { planOf } from '../../../../test/plan-of.ts'
import { eventRows, reportedRows } from './events.queries.ts'

let app: TestApp
let token: string
let ids: readonly number[]
const morning = '2026-03-20T00:00:00Z'
const start = Date.parse(morning)
beforeAll(async () => {
  // By the computer's clock they would be older than events are kept, and go while the test looks at them.
  app = await testApp({ demo: 'none', clock: testClock(morning), env: { SIMULATOR: '0' } })
  const { db } = app.database
  ids = await madeMachines(db, 40)
  token = (await app.signIn('admin')).token
  // Half a year of the others, so that plans are those of a factory that runs.
  await db.tx(async (write) => {
    await sql`insert into telemetry_events (machine_id, event_key, at, received_at, type, data)
      select m, 'e' || n, ${new Date(start)}::timestamptz - n * interval '40 minutes', now(), 'alarm', '{"code": "E1"}'
      from unnest(${ids.slice(1)}::bigint[]) m, generate_series(1, 1000) n`.execute(write)
    await sql`analyze telemetry_events, machines`.execute(write)
  })
}, 300_000)
afterAll(() => app.close())

const [first, second] = [0, 60_000]
async function reported(event: { key: string; ms: number; type?: string; data?: object; late?: number }) {
  const { key, ms, type = 'alarm', data = {}, late = 0 } = event
  const at = new Date(start + ms)
  await app.database.db.tx((write) =>
    sql`insert into telemetry_events (machine_id, event_key, at, received_at, type, data)
      values (${ids[0]}, ${key}, ${at}, ${new Date(at.getTime() + late)}, ${type}, ${JSON.stringify(data)}::jsonb)`.execute(
      write,
    ),
  )
}
async function events(query = '', machine = ids[0]) {
  const url = `/api/machines/${machine}/events${query}`
  const reply = await app.inject({ method: 'GET', url, headers: { authorization: token } })
  return { status: reply.statusCode, body: reply.json<MachineEventPage>() }
}

test('a machine without events has an empty list; one that is none is not found', async () => {
  expect((await events()).body).toEqual({ items: [], next: null })
  expect((await events('', 999_999)).status).toBe(404)
})

test('an event is told as the machine said it, and how much later it came', async () => {
  await reported({
    key: 'a',
    ms: first,
    late: 5000,
    data: { code: 102, text: 'Torch collision', severity: 'critical', on: true, axis: 4, deep: { er: 1 } },
  })
  await reported({ key: 'b', ms: second, type: 'job.start', data: { job: 'GL-1', kg: 812.5 } })
  const at = new Date(start + first).toISOString()
  expect((await events()).body.items).toEqual([
    {
      id: 'b',
      at: new Date(start + second).toISOString(),
      receivedAt: new Date(start + second).toISOString(),
      type: 'job.start',
      code: '',
      text: '',
      severity: null,
      on: null,
      details: [
        { name: 'kg', value: '812.5' },
        { name: 'job', value: 'GL-1' },
      ],
    },
    {
      id: 'a',
      at,
      receivedAt: new Date(start + first + 5000).toISOString(),
      type: 'alarm',
      code: '102',
      text: 'Torch collision',
      severity: 'critical',
      on: true,
      details: [{ name: 'axis', value: '4' }],
    },
  ])
})

test('kinds and days are asked for', async () => {
  expect((await events('?type=alarm,reason')).body.items.map(({ id }) => id)).toEqual(['a'])
  const at = (ms: number) => new Date(start + ms).toISOString()
  expect((await events(`?from=${at(second)}`)).body.items.map(({ id }) => id)).toEqual(['b'])
  expect((await events(`?to=${at(second)}`)).body.items.map(({ id }) => id)).toEqual(['a'])
  expect((await events('?type=other')).status).toBe(400)
})

test('pages follow each other without a gap, though many happened in one instant and more come meanwhile', async () => {
  for (let n = 0; n < 120; n += 1) await reported({ key: `p${n}`, ms: Math.floor(n / 60), type: 'job.end' })
  const received: string[] = []
  let query = '?type=job.end'
  for (let page = 0; page < 5; page += 1) {
    const { items, next } = (await events(query)).body
    received.push(...items.map(({ id }) => id))
    if (next === null) break
    query = `?type=job.end&before=${next.before}&beforeId=${next.beforeId}`
    await reported({ key: `later${page}`, ms: second + page, type: 'job.end' })
  }
  expect(received).toHaveLength(120)
  expect(new Set(received).size).toBe(120)
})

test.each([
  ['the first page', {}],
  ['a later page of a kind', { type: ['alarm' as const], before: '2026-03-01T00:00:00Z', beforeId: 'e9' }],
  ['a day', { from: '2026-03-10T00:00:00Z', to: '2026-03-11T00:00:00Z' }],
])('%s is read off the end of an index', async (_page, query) => {
  const plan = await planOf(app.database.db, eventRows(ids[5] ?? 0, query))
  expect(plan).toContain('telemetry_events_pages')
  expect(plan).not.toMatch(/Seq Scan|Sort/)
})

test('what was told in stops is looked up stop by stop', async () => {
  const spans = ids.slice(1).map((machineId) => ({ machineId, from: start - 3_600_000, to: start }))
  const plan = await planOf(app.database.db, reportedRows(spans, ['E1']))
  expect(plan).toContain('telemetry_events_pages')
  expect(plan).not.toMatch(/Seq Scan on telemetry_events/)
})
