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

const { pair } = tvCalls(
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
    const { series } = await drawn('data=model', token)
    expect(await statusOf(`/api/wall/model/pictures/0?data=model&series=${series}`, token)).toBe(200)
    // The office's own addresses are not for TVs, nor is a panel that its screen does not have.
    const revision = (await get<ModelStates>(`/api/orders/${orderId}/model-states`)).revisionId
    expect(await statusOf(`/api/models/${revision}/chunks/0`, token)).toBe(403)
    const other = encodeURIComponent(`model {"order":"${orderId}"}`)
    expect(await statusOf(`/api/wall/model/pictures?data=${other}`, token)).toBe(404)
    expect(await statusOf('/api/wall/model/pictures?data=alarms', token)).toBe(404)
    expect(await statusOf('/api/wall/model/pictures?data=model', 'nobody')).toBe(401)
  })

  test('of the simulated factory, and of orders without one, does not exist', async () => {
    expect(await statusOf('/api/wall/model/pictures?source=simulated&data=model')).toBe(404)
    await app.database.db.tx((write) => sql`delete from model_revisions`.execute(write))
    await expect.poll(() => statusOf(`/api/wall/model/pictures?${ofLive}`), { timeout: 10_000 }).toBe(404)
  })
})
