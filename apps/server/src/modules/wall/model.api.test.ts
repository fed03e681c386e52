import type { ScreenRow } from '@cloud-factory/contract/displays/screens'
import type { ModelStates } from '@cloud-factory/contract/model/models'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { tvCalls } from '../displays/tvs.fixtures.ts'

let app: TestApp
let admin: string
let screen: ScreenRow | undefined
let orderId: string
beforeAll(async () => {
  app = await testApp()
  admin = (await app.signIn('admin')).token
  screen = (await get<{ items: ScreenRow[] }>('/api/screens')).items.find(({ source }) => source === 'live')
  const { rows } = await app.database.db.tx((write) =>
    sql<{ id: string }>`select order_id::text as id from model_revisions where status = 'current'`.execute(
      write,
    ),
  )
  orderId = rows[0]?.id ?? ''
})
afterAll(() => app.close())

const { call, pair } = tvCalls(
  () => app,
  () => admin,
  () => screen,
)
async function get<T>(url: string, token = admin): Promise<T> {
  const reply = await app.inject({ url, headers: { authorization: token } })
  expect(reply.statusCode, `${url} ${reply.body.slice(0, 200)}`).toBe(200)
  return reply.json()
}
const ofLive = 'source=live&data=model'
const statusOf = async (url: string, token = admin) =>
  (await app.inject({ url, headers: { authorization: token } })).statusCode

interface Series {
  readonly series: string
  readonly views: number
  readonly at: number
}

/** Pictures are drawn in the background after the first question. */
async function drawn(query = ofLive, token = admin): Promise<Series> {
  let found: Series | null = null
  await expect
    .poll(async () => (found = await get<Series | null>(`/api/wall/model/pictures?${query}`, token)), {
      timeout: 30_000,
    })
    .not.toBeNull()
  return found as unknown as Series
}

describe('the model on a wall', () => {
  test('has the states of the office, and a new version of them after a work report', async () => {
    const before = await get<{ version: string; states: number[] }>(`/api/wall/model/states?${ofLive}`)
    const office = await get<ModelStates>(`/api/orders/${orderId}/model-states`)
    expect(before.states.length).toBeGreaterThan(50)
    expect(before.states).toEqual(office.states.status)
    const foreman = (await app.signIn('foreman')).token
    const { items } = await get<{ items: { id: string }[] }>(
      `/api/orders/${orderId}/pieces?status=issued&pageSize=1`,
    )
    const { nextProcessId } = await get<{ nextProcessId: string }>(`/api/pieces/${items[0]?.id}`)
    const report = {
      processId: nextProcessId,
      pieces: [items[0]?.id],
      part: 1,
      source: 'list',
      crewId: null,
      worker: null,
      hours: null,
      withEarlier: false,
      clientKey: crypto.randomUUID(),
    }
    expect((await call('POST', '/api/work-reports', report, foreman)).status).toBe(200)
    await expect
      .poll(async () => (await get<{ version: string }>(`/api/wall/model/states?${ofLive}`)).version, {
        timeout: 10_000,
      })
      .not.toBe(before.version)
  })

  test('is drawn as pictures with their time; other series and views do not exist', async () => {
    const asked = Date.now()
    const { series, views, at } = await drawn()
    expect(views).toBe(24)
    expect(Math.abs(at - asked)).toBeLessThan(60_000)
    const path = (view: number, of = series) => `/api/wall/model/pictures/${view}?${ofLive}&series=${of}`
    const reply = await app.inject({ url: path(23), headers: { authorization: admin } })
    expect(reply.headers['content-type']).toBe('image/png')
    expect(reply.rawPayload.subarray(1, 4).toString()).toBe('PNG')
    expect(reply.rawPayload.length).toBeGreaterThan(5_000)
    expect([await statusOf(path(24)), await statusOf(path(0, 'other'))]).toEqual([404, 404])
    // The series is the same for everybody until states change.
    expect((await drawn()).series).toBe(series)
  })

  test('is shown to a TV that has it on its screen, and nothing of it to others', async () => {
    const { token } = await pair('with model')
    const model = await get<{ states: unknown[] }>('/api/wall/model/states?data=model', token)
    expect(model.states.length).toBeGreaterThan(50)
    const revision = (await get<ModelStates>(`/api/orders/${orderId}/model-states`)).revisionId
    const chunk = (of: string, position = 0) => `/api/wall/model/chunks/${position}?data=model&model=${of}`
    expect(await statusOf(chunk(revision), token)).toBe(200)
    expect(await statusOf(chunk(revision, 99), token)).toBe(404)
    expect(await statusOf(chunk('999999'), token)).toBe(404)
    // The office's own addresses are not for TVs, nor is a panel that its screen does not have.
    expect(await statusOf(`/api/models/${revision}/chunks/0`, token)).toBe(403)
    const other = encodeURIComponent(`model {"order":"${orderId}"}`)
    expect(await statusOf(`/api/wall/model/states?data=${other}`, token)).toBe(404)
    expect(await statusOf('/api/wall/model/states?data=alarms', token)).toBe(404)
    expect(await statusOf('/api/wall/model/states?data=model', 'nobody')).toBe(401)
  })

  test('of the simulated factory, and of orders without one, does not exist', async () => {
    expect(await statusOf('/api/wall/model/pictures?source=simulated&data=model')).toBe(404)
    await app.database.db.tx((write) => sql`delete from model_revisions`.execute(write))
    await expect.poll(() => statusOf(`/api/wall/model/pictures?${ofLive}`), { timeout: 10_000 }).toBe(404)
  })
})
