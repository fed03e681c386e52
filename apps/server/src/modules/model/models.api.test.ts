import { gunzipSync } from 'node:zlib'
import type { MatchRow, ModelMember, ModelRevision, ModelStates } from '@cloud-factory/contract/model/models'
import { colourings } from '@cloud-factory/domain/model/member-states'
import { decodeChunk } from '@cloud-factory/domain/model/geometry-chunk'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { multipart } from '../../../test/multipart.ts'
import { type FrameMember, frameIfc, guidOf, membersOfMarks } from './ifc.fixtures.ts'

let app: TestApp
let orderId: string
let members: FrameMember[]
const tokens = new Map<string, string>()
beforeAll(async () => {
  app = await testApp({ demo: 'all' })
  for (const name of ['planner', 'viewer', 'foreman']) tokens.set(name, (await app.signIn(name)).token)
  // The smallest one with a piece that can be reported.
  const orders = await run(sql<{ id: string }>`
    select o.id::text from orders o join pieces p on p.order_id = o.id
    where o.status = 'in_production' and p.steps_done = 0 and p.step_part = 0 and p.holds = 0 and p.status = 'issued'
    group by o.id order by o.pieces, o.id limit 1`)
  orderId = orders.rows[0]?.id ?? ''
  const { rows } = await run(sql<{ mark: string; quantity: number; lengthMm: number | null }>`
    select m.mark, count(*)::int as quantity, m.length_mm::float8 as "lengthMm" from marks m join pieces p on p.mark_id = m.id
    where m.order_id = ${orderId} and p.status not in ('scrapped', 'superseded') group by m.id order by m.mark`)
  members = membersOfMarks(rows, 2)
})
afterAll(() => app.close())
beforeEach(() => run(sql`delete from model_revisions`))

const run = <T>(statement: ReturnType<typeof sql<T>>) =>
  app.database.db.tx((write) => statement.execute(write))
async function call(method: 'GET' | 'POST', url: string, payload?: object, person = 'planner') {
  const headers = { authorization: tokens.get(person) ?? '' }
  const reply = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() }
}
async function send(content: string, person = 'planner', order = orderId) {
  const { payload, headers } = multipart('files', [['frame.ifc', content]])
  const all = { ...headers, authorization: tokens.get(person) ?? '' }
  const reply = await app.inject({
    method: 'POST',
    url: `/api/orders/${order}/models`,
    headers: all,
    payload,
  })
  return { status: reply.statusCode, body: reply.json() }
}
const models = async (): Promise<ModelRevision[]> =>
  (await call('GET', `/api/orders/${orderId}/models`)).body.items
/** Waits until the latest model is read. */
async function settled(): Promise<ModelRevision> {
  await expect.poll(async () => (await models())[0]?.status).not.toBe('reading')
  const [model] = await models()
  if (model === undefined) throw new Error('no model')
  return model
}
async function upload(content: string): Promise<ModelRevision> {
  expect((await send(content)).status).toBe(201)
  return settled()
}
const use = ({ id, version }: ModelRevision, person = 'planner') =>
  call('POST', `/api/models/${id}/use`, { version }, person)
const matches = async ({ id }: ModelRevision, query = ''): Promise<MatchRow[]> =>
  (await call('GET', `/api/models/${id}/matches?pageSize=200${query}`)).body.items
const membersOf = async ({ id }: ModelRevision): Promise<ModelMember[]> =>
  (await call('GET', `/api/models/${id}/members`)).body.items
const states = async (): Promise<ModelStates> =>
  (await call('GET', `/api/orders/${orderId}/model-states`)).body

describe('the model of an order', () => {
  test('is read, matched with all pieces, and put to use', async () => {
    const model = await upload(frameIfc(members))
    expect(model).toMatchObject({
      status: 'waiting',
      members: members.length,
      matched: members.length,
      parts: members.length * 2,
      schema: 'IFC2X3',
      warnings: {},
      can: { use: true, cancel: true, match: true },
    })
    expect(
      (await matches(model)).every(({ outcome, source }) => outcome === 'matched' && source === 'mark'),
    ).toBe(true)
    expect((await call('GET', `/api/orders/${orderId}/model-states`)).status).toBe(404)
    expect((await use(model)).body).toMatchObject({ status: 'current', can: { use: 'model.wrong_state' } })
    const pieces = (await membersOf(model)).map(({ pieceId }) => pieceId)
    expect(new Set(pieces).size).toBe(members.length)
    const chunk = await app.inject({
      url: `/api/models/${model.id}/chunks/0`,
      headers: { authorization: tokens.get('viewer') ?? '' },
    })
    const { parts } = decodeChunk(new Uint8Array(gunzipSync(chunk.rawPayload)))
    expect(parts.length).toBe(model.chunks[0]?.parts)
  })

  test('its colours add up to the list of pieces, and follow a work report', async () => {
    await use(await upload(frameIfc(members)))
    const before = await states()
    const { rows } = await run(sql<{ status: string; pieces: number; kg: number }>`
      select status, count(*)::int as pieces, coalesce(sum(net_kg), 0)::float8 as kg from pieces
      where order_id = ${orderId} and status not in ('scrapped', 'superseded') group by status`)
    const sum = (all: readonly { pieces: number }[]) => all.reduce((total, { pieces }) => total + pieces, 0)
    expect(
      Object.fromEntries(before.sums.status.map(({ state, pieces, kg }) => [state, [pieces, kg]])),
    ).toEqual(Object.fromEntries(rows.map(({ status, pieces, kg }) => [status, [pieces, kg]])))
    for (const colouring of colourings.filter((one) => one !== 'change')) {
      expect(sum(before.sums[colouring])).toBe(members.length)
      expect(before.states[colouring]).toHaveLength(members.length)
    }
    const piece = await run(sql<{ id: string; process: string }>`
      select id::text, next_process_id::text as process from pieces where order_id = ${orderId}
        and steps_done = 0 and step_part = 0 and holds = 0 and status = 'issued' limit 1`)
    const [target] = piece.rows
    if (target === undefined) throw new Error('no piece without work')
    const step = { processId: target.process, pieces: [target.id], part: 1, source: 'list' }
    const unspecified = { crewId: null, worker: null, hours: null, withEarlier: false }
    const body = { ...step, ...unspecified, clientKey: crypto.randomUUID() }
    const report = await call('POST', '/api/work-reports', body, 'foreman')
    expect(report.body.items).toMatchObject([{ outcome: 'reported' }])
    const after = await states()
    const number = (all: ModelStates, state: string) =>
      all.sums.status.find((one) => one.state === state)?.pieces ?? 0
    expect(number(after, 'issued')).toBe(number(before, 'issued') - 1)
    const at = (await membersOf((await models())[0] as ModelRevision)).findIndex(
      ({ pieceId }) => pieceId === target.id,
    )
    const state = (all: ModelStates) => all.sums.status[all.states.status[at] ?? -1]?.state
    expect([state(before), state(after)]).toEqual(['issued', 'in_process'])
  })

  test('a second one is compared, and members keep their pieces', async () => {
    const base = members.map((one, at) => ({
      ...one,
      guid: guidOf(String(at)),
      at: [at * 3000, 0, 0] as const,
    }))
    const first = await upload(frameIfc(base))
    await use(first)
    const [gone, moved, ...others] = base as [FrameMember, FrameMember, ...FrameMember[]]
    const second = await upload(frameIfc([{ ...moved, at: [0, 90_000, 0] }, ...others]))
    expect(second.changes).toEqual({ removed: 1, moved: 1, same: others.length })
    const [mark] = members
    expect((await call('GET', `/api/models/${second.id}/removed`)).body).toMatchObject({
      modelId: first.id,
      chunks: first.chunks,
      items: [{ guid: gone.guid, mark: mark?.mark, change: 'removed', serial: null, kg: expect.any(Number) }],
    })
    expect((await call('GET', `/api/models/${first.id}/removed`)).body).toMatchObject({
      modelId: null,
      items: [],
    })
    expect((await matches(second, '&outcome=short,not_in_model')).map(({ mark }) => mark?.mark)).toEqual([
      gone.mark,
    ])
    const before = new Map((await membersOf(first)).map(({ guid, pieceId }) => [guid, pieceId]))
    for (const { guid, pieceId } of await membersOf(second)) expect(pieceId).toBe(before.get(guid))
    await use(second)
    expect((await models()).map(({ status }) => status)).toEqual(['current', 'replaced'])
  })

  test('marks that nobody recognises wait for a person', async () => {
    const [first] = members
    const own = first?.mark ?? ''
    const named = members.map((one) => (one.mark === own ? { ...one, mark: 'ZZ-9' } : one))
    const model = await upload(frameIfc([...named, { mark: 'QQ', kind: 'beam', lengthMm: 900, parts: 1 }]))
    const undecided = await matches(model, '&outcome=unmatched,not_in_model')
    expect(new Set(undecided.map(({ modelMark, mark }) => modelMark ?? mark?.mark))).toEqual(
      new Set([own, 'QQ', 'ZZ-9']),
    )
    const markId = undecided.find(({ mark }) => mark?.mark === own)?.mark?.id
    const assign = { modelMark: 'ZZ-9', markId }
    expect((await call('POST', `/api/models/${model.id}/matches`, assign)).body).toMatchObject({
      matched: members.length,
    })
    expect((await matches(model)).find(({ modelMark }) => modelMark === 'ZZ-9')).toMatchObject({
      outcome: 'matched',
      source: 'hand',
      mark: { mark: own },
    })
    await use((await models())[0] as ModelRevision)
    const again = await upload(frameIfc(named))
    expect(again.matched).toBe(members.length)
  })

  test('of another project is doubted; without geometry it fails', async () => {
    const other = members.map((one, at) => ({ ...one, mark: `OTHER-${at}` }))
    expect((await upload(frameIfc(other))).warnings).toEqual({ partly_matched: members.length })
    expect(await upload(frameIfc([]))).toMatchObject({ status: 'failed', error: 'no_geometry' })
    expect((await models()).map(({ status }) => status)).toEqual(['failed', 'cancelled'])
  })

  test('can be stopped while it is read', async () => {
    const many = Array.from(
      { length: 4000 },
      (_, at): FrameMember => ({
        mark: `M${at}`,
        kind: 'beam',
        lengthMm: 1000 + at,
        parts: 2,
      }),
    )
    const { body } = await send(frameIfc(many))
    expect(body).toMatchObject({ status: 'reading', can: { cancel: true, use: 'model.wrong_state' } })
    const stale = await call('POST', `/api/models/${body.id}/cancel`, { version: body.version + 1 })
    expect(stale).toMatchObject({ status: 409, body: { code: 'version.conflict' } })
    const stopped = await call('POST', `/api/models/${body.id}/cancel`, { version: body.version })
    expect(stopped.body).toMatchObject({ status: 'cancelled' })
    expect((await upload(frameIfc(members))).status).toBe('waiting')
    expect((await models()).map(({ status }) => status)).toEqual(['waiting', 'cancelled'])
  })

  test('is refused without the right, of other types, and in a closed order', async () => {
    expect((await send(frameIfc(members), 'viewer')).status).toBe(403)
    expect(await send('%PDF-1.7')).toMatchObject({ status: 400, body: { code: 'file.unknown_type' } })
    expect((await send(frameIfc([]), 'planner', '99999999')).status).toBe(404)
    const model = await upload(frameIfc(members))
    expect((await use(model, 'foreman')).status).toBe(403)
    for (const url of ['matches', 'members', 'removed', 'chunks/0'])
      expect((await call('GET', `/api/models/99999999/${url}`)).status).toBe(404)
    expect((await call('GET', `/api/models/${model.id}/chunks/77`)).status).toBe(404)
    await run(sql`update orders set status = 'closed' where id = ${orderId}`)
    expect((await use(model)).body).toMatchObject({ params: { reason: 'order.closed' } })
    await run(sql`update orders set status = 'in_production' where id = ${orderId}`)
  })
})
