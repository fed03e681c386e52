import type { MachineSignals, TextChangePage } from '@cloud-factory/contract/telemetry/telemetry'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { testClock } from '../../../../test/clock.ts'
import { madeMachines } from '../../../../test/made-machines.ts'
import { planOf } from '../../../../test/plan-of.ts'
import { writeTexts } from '../frames/frames.store.ts'
import { textRows } from './trends.queries.ts'

let app: TestApp
let token: string
let ids: readonly number[]
const start = Date.parse('2026-03-20T00:00:00Z')
beforeAll(async () => {
  app = await testApp({ demo: 'none', clock: testClock('2026-03-20T04:00:00Z'), env: { SIMULATOR: '0' } })
  const { db } = app.database
  ids = await madeMachines(db, 6)
  token = (await app.signIn('admin')).token
  await db.tx(async (write) => {
    await sql`insert into telemetry_texts (machine_id, slot, at, profile_id, seen_at, kind, value)
      select m.id, 1 + n % 2, ${new Date(start)}::timestamptz - n * interval '1 hour', m.profile_id, now(), 'text', 'J' || n
      from machines m, generate_series(1, 3000) n where m.id = any(${ids.slice(1)}::bigint[])`.execute(write)
    await sql`analyze telemetry_texts, machines`.execute(write)
  })
}, 300_000)
afterAll(() => app.close())

const get = async <T>(what: string) => {
  const url = `/api/machines/${ids[0]}/${what}`
  return (await app.inject({ method: 'GET', url, headers: { authorization: token } })).json<T>()
}
const changes = async (query = '') => {
  const { items, next } = await get<TextChangePage>(`texts${query}`)
  const seconds = (at: string) => (Date.parse(at) - start) / 1000
  return { next, rows: items.map(({ slot, at, kind, text }) => `${seconds(at)} ${slot} ${kind} ${text}`) }
}

/** As ingestion stores them, one message after the other. */
async function reported(
  second: number,
  slot: number,
  value: string,
  kind: 'text' | 'null' = 'text',
): Promise<void> {
  const { db } = app.database
  const signals = await get<MachineSignals>('signals')
  const { rows } = await db.tx((write) =>
    sql<{ id: number }>`select profile_id as id from machines where id = ${ids[0]}`.execute(write),
  )
  const profileId = rows[0]?.id ?? 0
  const at = start + second * 1000
  const frame = { machineId: Number(signals.id), profileId, at, receivedAt: at, values: [], qualities: null }
  const texts = [{ slot, kind, value }]
  await db.tx((write) => writeTexts(write, [{ ...frame, live: true, stored: false, ticket: null, texts }]))
}

test('job and program are listed when they changed, the latest first, also what came late', async () => {
  expect(await changes()).toEqual({ rows: [], next: null })
  await reported(0, 2, 'GL-1')
  await reported(10, 2, 'GL-1')
  await reported(20, 3, 'P7')
  await reported(60, 2, 'GL-2')
  await reported(90, 2, '', 'null')
  // Kept by a gateway: the first job was still on.
  await reported(30, 2, 'GL-1')
  expect((await changes()).rows).toEqual(['90 2 null ', '60 2 text GL-2', '20 3 text P7', '0 2 text GL-1'])
  expect((await changes('?slot=3')).rows).toEqual(['20 3 text P7'])
  const { signals } = await get<TextChangePage>('texts')
  expect(signals.map(({ code }) => code)).toEqual(['out', 'kwh'])
})

test('pages follow each other without a gap, though several signals change at one instant', async () => {
  for (let n = 0; n < 60; n += 1) for (const slot of [2, 3]) await reported(1000 + n, slot, `X${n}`)
  const received: string[] = []
  let query = ''
  for (;;) {
    const { rows, next } = await changes(query)
    expect(rows.length).toBeLessThanOrEqual(50)
    received.push(...rows)
    if (next === null) break
    query = `?before=${next.before}&beforeSlot=${next.beforeSlot}`
  }
  expect([received.length, new Set(received).size]).toEqual([124, 124])
})

test.each([
  ['the first page', {}],
  ['a later page', { before: '2026-03-01T00:00:00Z', beforeSlot: 2 }],
])('%s is read off the end of an index', async (_page, query) => {
  const plan = await planOf(app.database.db, textRows(ids[5] ?? 0, query))
  expect(plan).toContain('telemetry_texts_pages')
  expect(plan).not.toMatch(/Seq Scan on telemetry_texts/)
})
