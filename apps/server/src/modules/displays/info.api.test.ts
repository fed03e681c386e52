import type { DisplayInfo, DisplayInfoDraft } from '@cloud-factory/contract/displays/display-info'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'

let app: TestApp
let admin: string
let viewer: string
beforeAll(async () => {
  app = await testApp({ demo: 'all' })
  admin = (await app.signIn('admin')).token
  viewer = (await app.signIn('viewer')).token
})
afterAll(() => app.close())

const call = async <T>(
  method: 'GET' | 'PUT' | 'POST',
  url: string,
  payload?: object,
  authorization = admin,
) => {
  const reply = await app.inject({ method, url, headers: { authorization }, ...(payload && { payload }) })
  return { status: reply.statusCode, body: reply.json<T>() }
}
const draft = async () => (await call<DisplayInfoDraft>('GET', '/api/display/info')).body
const save = async (change: Partial<DisplayInfo>) => {
  const now = await draft()
  const reply = await call<DisplayInfoDraft>('PUT', '/api/display/info', {
    version: now.version,
    draft: { ...now.draft, ...change },
  })
  expect(reply.status).toBe(200)
  return reply.body
}
const publish = async (note = '') =>
  call<DisplayInfoDraft>('POST', '/api/display/info/publish', { version: (await draft()).version, note })
const shown = async () =>
  (
    await call<{ no: number; content: DisplayInfo } | null>(
      'GET',
      '/api/display/info/shown',
      undefined,
      viewer,
    )
  ).body
const named = (zh: string) => ({ names: { zh, en: zh, es: zh } })

describe('what the walls say', () => {
  test('is a draft that nobody sees, until it is published; then a version for ever', async () => {
    const before = await shown()
    const saved = await save(named('宏远钢构'))
    expect(saved).toMatchObject({ settled: false, can: { publish: true } })
    expect(await shown()).toEqual(before)
    const published = await publish('第一版')
    expect(published.body).toMatchObject({ settled: true, can: { publish: 'display.settled' } })
    expect((await shown())?.content.names.zh).toBe('宏远钢构')
    const again = await publish()
    expect([again.status, again.body]).toMatchObject([409, { params: { reason: 'display.settled' } }])
  })

  test('a draft that is put back by hand has nothing to publish', async () => {
    const { draft: start } = await draft()
    expect((await save(named('别名'))).settled).toBe(false)
    expect((await save({ names: start.names })).settled).toBe(true)
  })

  test('an old version comes back as draft, and as a new version when published', async () => {
    await save(named('新名'))
    await publish('改名')
    const { shown: no, version } = await draft()
    const restored = await call<DisplayInfoDraft>('POST', '/api/display/info/restore', {
      version,
      no: (no ?? 0) - 1,
    })
    expect(restored.body).toMatchObject({ settled: false, shown: no, draft: named('宏远钢构') })
    await publish('回退')
    const { items, total } = (
      await call<{ items: { no: number; note: string; shown: boolean }[]; total: number }>(
        'GET',
        '/api/display/info/versions',
      )
    ).body
    expect(total).toBe((no ?? 0) + 1)
    expect(items.map(({ note }) => note).slice(0, 3)).toEqual(['回退', '改名', '第一版'])
    expect(items.map((row) => row.shown)).toEqual([true, ...items.slice(1).map(() => false)])
    const old = await call<{ content: DisplayInfo }>('GET', `/api/display/info/versions/${no}`)
    expect(old.body.content.names.zh).toBe('新名')
  })

  test('is not published with problems: each is named by its field, and the draft is kept', async () => {
    const notice = {
      text: { zh: '停电', en: 'x', es: 'x' },
      from: '2026-05-10',
      until: '2026-05-01',
      urgent: true,
    }
    await save({ notices: [notice] })
    const reply = await publish()
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { errors: [{ path: 'draft.notices.0.until', reason: 'display.ends_before' }] },
    ])
    expect((await draft()).draft.notices).toHaveLength(1)
    await save({ notices: [] })
  })

  test('two who save at once: the second is told what is there now', async () => {
    const { version, draft: start } = await draft()
    const body = (zh: string) => ({ version, draft: { ...start, ...named(zh) } })
    const [one, two] = await Promise.all([
      call('PUT', '/api/display/info', body('甲')),
      call('PUT', '/api/display/info', body('乙')),
    ])
    expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    const lost = [one, two].find(({ status }) => status === 409)
    expect(lost?.body).toMatchObject({ code: 'version.conflict', current: { version: version + 1 } })
  })

  test('a version that is not there, and an unknown field', async () => {
    const { version, draft: start } = await draft()
    expect((await call('POST', '/api/display/info/restore', { version, no: 99 })).status).toBe(404)
    expect((await call('GET', '/api/display/info/versions/99')).status).toBe(404)
    const wrong = await call('PUT', '/api/display/info', { version, draft: { ...start, colour: 'red' } })
    expect(wrong.status).toBe(400)
  })

  test('published versions never change, whoever tries', async () => {
    const change = app.database.db.tx((write) =>
      write.updateTable('display_versions').set({ note: 'x' }).execute(),
    )
    await expect(change).rejects.toThrow('never changes')
    const remove = app.database.db.tx((write) => write.deleteFrom('display_versions').execute())
    await expect(remove).rejects.toThrow('never changes')
  })
})
