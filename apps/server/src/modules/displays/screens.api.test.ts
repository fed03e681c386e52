import { layoutOf } from '@cloud-factory/contract/displays/screen-templates'
import type {
  ScreenBundle,
  ScreenDetail,
  ScreenLayout,
  ScreenRow,
  ShownScreen,
} from '@cloud-factory/contract/displays/screens'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, type TestApp, testApp } from '../../../test/app.ts'
import { insertFirstScreens } from './screens.store.ts'
import { addPerson } from '../../../test/people.ts'

let app: TestApp
let admin: string
let viewer: string
beforeAll(async () => {
  app = await testApp({ demo: 'none' })
  await addPerson(app.database.db, { username: 'viewer', password, tags: ['screen.view'] })
  admin = (await app.signIn('admin')).token
  viewer = (await app.signIn('viewer')).token
})
afterAll(() => app.close())

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
const call = async <T>(method: Method, url: string, payload?: object, authorization = admin) => {
  const reply = await app.inject({ method, url, headers: { authorization }, ...(payload && { payload }) })
  return { status: reply.statusCode, body: (reply.body === '' ? null : reply.json()) as T }
}
const list = async () => (await call<{ items: ScreenRow[] }>('GET', '/api/screens')).body.items
const one = async (id: string) => (await call<ScreenDetail>('GET', `/api/screens/${id}`)).body
const shown = async (query: string, token = viewer) =>
  call<ShownScreen>('GET', `/api/screens/shown?${query}`, undefined, token)
const named = (zh: string) => ({ zh, en: `${zh} en`, es: `${zh} es` })
const add = async (zh: string, source = 'live') =>
  (
    await call<ScreenDetail>('POST', '/api/screens', {
      names: named(zh),
      place: '',
      source,
      template: 'usual',
    })
  ).body
const save = async (screen: ScreenDetail, change: Partial<ScreenLayout>) => {
  const { version } = await one(screen.id)
  return call<ScreenDetail>('PUT', `/api/screens/${screen.id}/draft`, {
    version,
    draft: { ...screen.draft, ...change },
  })
}
const publish = async (id: string, note = '') =>
  call<ScreenDetail>('POST', `/api/screens/${id}/publish`, { version: (await one(id)).version, note })

describe('screens', () => {
  test('every factory has one of each source, published from the first start', async () => {
    const screens = await list()
    expect(screens.map(({ source, shown: no, settled }) => [source, no, settled])).toEqual([
      ['live', 1, true],
      ['simulated', 1, true],
    ])
    for (const source of ['live', 'simulated']) {
      const reply = await shown(`source=${source}`)
      expect(reply.body).toMatchObject({ source, no: 1, layout: layoutOf('usual') })
    }
  })

  test('a screen that nobody has changed follows the built-in layout at the next start, a changed one stays', async () => {
    const { db } = app.database
    const older = JSON.stringify({ ...layoutOf('usual'), pages: layoutOf('usual').pages.slice(0, 1) })
    const [live] = await list()
    const { id: plant } = await db.reads.selectFrom('plants').select('id').executeTakeFirstOrThrow()
    const id = Number(live?.id)
    const restarted = async () => {
      await db.tx((write) => insertFirstScreens(write, plant))
      return (await shown(`id=${id}`)).body
    }
    await db.tx(async (write) => {
      await sql`insert into display_versions (plant_id, document_id, no, content, published_by_name)
        values (${plant}, ${id}, 2, ${older}::jsonb, '')`.execute(write)
      await sql`update display_documents set draft = ${older}::jsonb, shown = 2 where id = ${id}`.execute(
        write,
      )
    })
    expect(await restarted()).toMatchObject({ no: 3, layout: layoutOf('usual') })
    expect(await restarted()).toMatchObject({ no: 3 })

    expect((await save(await one(String(id)), { theme: 'day' })).status).toBe(200)
    expect(await restarted()).toMatchObject({ no: 3 })
    expect((await one(String(id))).draft.theme).toBe('day')
  })

  test('a draft is seen by who may change it; all others see what was published last', async () => {
    const screen = await add('一号屏')
    expect((await shown(`id=${screen.id}`)).body).toMatchObject({ no: null, layout: null })
    expect((await publish(screen.id)).body).toMatchObject({
      shown: 1,
      settled: true,
      can: { publish: 'display.settled' },
    })
    const saved = await save(screen, { theme: 'day' })
    expect(saved.body).toMatchObject({ settled: false, can: { publish: true } })
    expect((await shown(`id=${screen.id}`)).body.layout?.theme).toBe('deep')
    expect((await shown(`id=${screen.id}&draft=1`, admin)).body).toMatchObject({
      no: null,
      layout: { theme: 'day' },
    })
    expect((await shown(`id=${screen.id}&draft=1`)).status).toBe(403)
    await publish(screen.id, '白天')
    expect((await shown(`id=${screen.id}`)).body).toMatchObject({ no: 2, layout: { theme: 'day' } })
  })

  test('an old version comes back as draft, and is published as a new one', async () => {
    const screen = await add('二号屏')
    await publish(screen.id, '甲')
    await save(screen, { theme: 'graphite' })
    await publish(screen.id, '乙')
    const { version } = await one(screen.id)
    const back = await call<ScreenDetail>('POST', `/api/screens/${screen.id}/restore`, { version, no: 1 })
    expect(back.body).toMatchObject({ settled: false, shown: 2, draft: { theme: 'deep' } })
    await publish(screen.id, '回退')
    const versions = await call<{ items: { no: number; note: string }[]; total: number }>(
      'GET',
      `/api/screens/${screen.id}/versions`,
    )
    expect(versions.body.items.map(({ no, note }) => [no, note])).toEqual([
      [3, '回退'],
      [2, '乙'],
      [1, '甲'],
    ])
    const second = await call<{ content: ScreenLayout }>('GET', `/api/screens/${screen.id}/versions/2`)
    expect(second.body.content.theme).toBe('graphite')
    expect((await call('GET', `/api/screens/${screen.id}/versions/9`)).status).toBe(404)
  })

  test('is not published with problems: each is named by its field, and the draft is kept', async () => {
    const screen = await add('三号屏')
    const [first] = screen.draft.pages
    const doubled = {
      ...first,
      panels: [...(first?.panels ?? []).slice(0, 1), ...(first?.panels ?? []).slice(0, 1)],
    }
    const [tonnes, other] = doubled.panels
    const wrong = [{ ...tonnes, options: { workshopIds: ['1'], title: 7 } }, other]
    await save(screen, { pages: [{ ...doubled, panels: wrong }] as ScreenLayout['pages'] })
    const reply = await publish(screen.id)
    expect([reply.status, reply.body]).toMatchObject([
      400,
      {
        errors: [
          { path: 'draft.pages.0.panels.0.options.title', reason: 'screen.bad_option' },
          { path: 'draft.pages.0.panels.0.options.workshopIds', reason: 'screen.unknown_option' },
          { path: 'draft.pages.0.panels.1', reason: 'screen.overlaps' },
        ],
      },
    ])
    expect((await one(screen.id)).draft.pages).toHaveLength(1)
  })

  test('goes to another site as a file; what nobody knows is refused by name', async () => {
    const screen = await add('四号屏')
    const [page] = screen.draft.pages
    const panel = { kind: 'oee' as const, x: 0, y: 0, width: 4, height: 2 }
    const own = { title: 'Hall 2', workshopIds: ['1'], machineIds: ['2'], oeeTarget: 0.7 }
    await save(screen, {
      filters: { projectIds: ['1'], processIds: [], machineIds: ['2'] },
      pages: [{ ...page, panels: [{ ...panel, options: own }] }] as ScreenLayout['pages'],
    })
    const { body: bundle } = await call<ScreenBundle>('GET', `/api/screens/${screen.id}/export`)
    expect(bundle).toMatchObject({ format: 'cloud-factory.screen', names: named('四号屏') })
    const twice = await call('POST', '/api/screens/import', { bundle })
    expect([twice.status, twice.body]).toMatchObject([409, { code: 'duplicate', params: { field: 'names' } }])
    const other = { ...bundle, names: named('来自别厂') }
    const imported = await call<ScreenDetail>('POST', '/api/screens/import', { bundle: other })
    // Ids of another factory would point at something else here.
    expect(imported.body).toMatchObject({
      shown: null,
      draft: {
        filters: { projectIds: [], machineIds: [] },
        pages: [{ panels: [{ options: { title: 'Hall 2', oeeTarget: 0.7 } }] }],
      },
    })
    expect(imported.body.draft.pages[0]?.panels[0]?.options).not.toHaveProperty('workshopIds')
    const future = { ...other, names: named('将来'), layout: { ...bundle.layout, hologram: true } }
    const strange = await call('POST', '/api/screens/import', { bundle: future })
    expect([strange.status, strange.body]).toMatchObject([
      400,
      { errors: [{ path: 'body.bundle.layout.hologram', reason: 'unknown_field' }] },
    ])
    const newer = { ...other, names: named('将来'), layout: { ...bundle.layout, schemaVersion: 2 } }
    expect((await call('POST', '/api/screens/import', { bundle: newer })).body).toMatchObject({
      errors: [{ path: 'body.bundle.layout.schemaVersion', reason: 'screen.newer' }],
    })
  })

  test('two who save at once: the second is told what is there now', async () => {
    const screen = await add('五号屏')
    const body = (theme: string) => ({ version: screen.version, draft: { ...screen.draft, theme } })
    const url = `/api/screens/${screen.id}/draft`
    const replies = await Promise.all([call('PUT', url, body('day')), call('PUT', url, body('graphite'))])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'version.conflict',
      current: { version: screen.version + 1 },
    })
  })

  test('name and place change at once; a name is given once; a screen goes away and its name is free', async () => {
    const screen = await add('六号屏')
    const url = `/api/screens/${screen.id}`
    const change = { version: screen.version, names: named('大厅屏'), place: '一号门' }
    expect((await call('PATCH', url, change)).body).toMatchObject({ place: '一号门', names: named('大厅屏') })
    expect((await call('PATCH', url, change)).status).toBe(409)
    const same = { names: named('大厅屏'), place: '', source: 'live', template: 'portrait' }
    expect((await call('POST', '/api/screens', same)).body).toMatchObject({ code: 'duplicate' })
    expect((await call('DELETE', `${url}?version=${screen.version}`)).status).toBe(409)
    expect((await call('DELETE', `${url}?version=${screen.version + 1}`)).status).toBe(204)
    expect((await call('GET', url)).status).toBe(404)
    expect((await shown(`id=${screen.id}`)).status).toBe(404)
    expect((await call('POST', '/api/screens', same)).status).toBe(201)
  })

  test('the last screen of a source stays', async () => {
    const [simulated] = (await list()).filter(({ source }) => source === 'simulated')
    expect(simulated?.can.delete).toBe('screen.last')
    const url = `/api/screens/${simulated?.id}?version=${simulated?.version}`
    expect((await call('DELETE', url)).body).toMatchObject({ params: { reason: 'screen.last' } })
  })
})
