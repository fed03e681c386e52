import type { ProfileDetail } from '@cloud-factory/contract/machines/machine-profiles'
import type { MachineRow } from '@cloud-factory/contract/machines/machines'
import type { ImportApplied, ImportPreview } from '@cloud-factory/contract/record-import/import-endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { planForEquipment } from '../../app/ports.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { bringUpToDate } from '../oee/follow-states.ts'
import { knownMachines } from './known-machines.queries.ts'
import { sendList } from '../../../test/send-list.ts'
import { readWorkbook } from '../../platform/table/read-table.ts'
import { workbookOf } from '../../platform/table/table.fixtures.ts'
import { bareMachine } from '../../../test/bare-machine.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await testApp()
  token = (await app.signIn('equipment')).token
}, 120_000)
afterAll(() => app.close())

async function ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) {
  const headers = { authorization: token }
  const reply = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() }
}

async function newMachine(change: object = {}) {
  const { items } = (await ask('GET', '/api/machine-profiles?class=saw')).body as { items: ProfileDetail[] }
  return {
    code: 'NEW-01',
    line: 'cut',
    name: '新锯床',
    profileId: items[0]?.id,
    ...bareMachine,
    ratedKw: 11.5,
    standardRate: 12,
    ...change,
  }
}

describe('the code of a new machine', () => {
  const nextOf = async (factory: TestApp) => {
    const headers = { authorization: (await factory.signIn('admin')).token }
    const read = async (url: string) => (await factory.inject({ url, headers })).json()
    const [profile] = (await read('/api/machine-profiles?class=gantry_saw')).items
    return (await read(`/api/next-machine-code?profileId=${profile.id}`)).code
  }

  test('continues those of its profile', async () => {
    expect(await nextOf(app)).toBe('SAW-GANTRY-06')
  })

  test('does not continue those of the simulator, which every factory has', async () => {
    const factory = await testApp({ demo: 'none' })
    expect(await nextOf(factory).finally(() => factory.close())).toBeNull()
  })
})

test('the demo factory has sixty machines in its workshops, and telemetry knows them with their signals', async () => {
  const { body } = await ask('GET', '/api/machines?pageSize=100')
  expect(body).toMatchObject({ total: 60, can: { add: true } })
  const all = body.items as MachineRow[]
  expect(all.every(({ workshop, source, xM }) => workshop !== null && source === 'demo' && xM !== null)).toBe(
    true,
  )
  const gantries = (await ask('GET', '/api/machines?class=gantry_saw&sort=-code')).body
  expect(gantries.total).toBe(5)
  expect(gantries.items[0]).toMatchObject({ code: 'SAW-GANTRY-05', process: { code: 'WeldH' } })
  expect((await ask('GET', '/api/machines?q=三维钻')).body.total).toBe(4)
  const known = await knownMachines(app.database.db.reads, 1)
  expect(known.filter(({ source }) => source === 'demo')).toHaveLength(60)
  // The simulated site has its own, in every factory; the register does not show them unless asked.
  expect(known.filter(({ source, site }) => source === 'sim' && site === 'sim')).toHaveLength(60)
  expect((await ask('GET', '/api/machines?source=sim')).body.total).toBe(60)
  const gantry = known.find(({ code }) => code === 'SAW-GANTRY-03')
  expect(gantry).toMatchObject({
    site: 'main',
    line: 'beam',
    profileCode: 'gantry-saw',
    profileVersion: 1,
    rateMs: 1000,
  })
  expect(gantry?.signals.map(({ slot }) => slot)).toEqual(gantry?.signals.map((_, at) => at + 1))
  expect(gantry?.signals[1]).toMatchObject({ code: 'cur', role: 'current', low: 0, high: 1500 })
})

test('a machine is added once, changed by version, found by its code, retired and put back', async () => {
  const added = await ask('POST', '/api/machines', await newMachine())
  expect(added).toMatchObject({ status: 201, body: { site: 'main', source: 'real', version: 1 } })
  const { id } = added.body as MachineRow
  expect((await ask('POST', '/api/machines', await newMachine())).body).toMatchObject({ code: 'duplicate' })
  const moved = await ask(
    'PATCH',
    `/api/machines/${id}`,
    await newMachine({ version: 1, xM: 3.25, line: 'saw' }),
  )
  expect(moved.body).toMatchObject({ version: 2, xM: 3.25, line: 'saw' })
  const same = await ask(
    'PATCH',
    `/api/machines/${id}`,
    await newMachine({ version: 2, xM: 3.25, line: 'saw' }),
  )
  expect(same.body).toMatchObject({ version: 2 })
  const late = await ask('PATCH', `/api/machines/${id}`, await newMachine({ version: 1 }))
  expect(late.body).toMatchObject({ code: 'version.conflict', current: { version: 2 } })
  expect((await ask('GET', '/api/machine-codes/NEW-01')).body).toMatchObject({ id })
  const retired = await ask('POST', `/api/machines/${id}/retire`, { version: 2, reason: '报废' })
  expect(retired.body).toMatchObject({ active: false, can: { edit: 'machine.retired', restore: true } })
  expect((await knownMachines(app.database.db.reads, 1)).some(({ code }) => code === 'NEW-01')).toBe(false)
  const refused = await ask('PATCH', `/api/machines/${id}`, await newMachine({ version: 3 }))
  expect(refused.body).toMatchObject({ code: 'state.refused', params: { reason: 'machine.retired' } })
  expect((await ask('GET', '/api/machines?retired=true')).body.total).toBe(1)
  expect((await ask('POST', `/api/machines/${id}/restore`, { version: 3 })).body).toMatchObject({
    active: true,
  })
  const history = (await ask('GET', `/api/machines/${id}/history`)).body.items as { action: string }[]
  expect(history.map(({ action }) => action)).toEqual([
    'machines.restore',
    'machines.retire',
    'machines.update',
    'machines.create',
  ])
})

test('what a machine names must be there', async () => {
  const wrong = async (change: object) =>
    (await ask('POST', '/api/machines', await newMachine({ code: 'X-1', ...change }))).body
  expect(await wrong({ workshopId: '999' })).toMatchObject({
    code: 'not_found',
    params: { field: 'workshopId' },
  })
  expect(await wrong({ processId: '999' })).toMatchObject({
    code: 'not_found',
    params: { field: 'processId' },
  })
  expect(await wrong({ profileId: '999' })).toMatchObject({
    code: 'not_found',
    params: { field: 'profileId' },
  })
  expect(await wrong({ code: 'SAW 01' })).toMatchObject({ code: 'request.invalid' })
})

test('a used profile is kept: its change is the next version, and its machines go over', async () => {
  const { items } = (await ask('GET', '/api/machine-profiles?class=saw')).body as { items: { id: string }[] }
  const before = (await ask('GET', `/api/machine-profiles/${items[0]?.id}`)).body as ProfileDetail
  const input = { names: before.names, class: before.class, rateMs: 500, signals: before.signals }
  const url = `/api/machine-profiles/${before.id}`
  const same = await ask('PATCH', url, { ...input, rateMs: before.rateMs, version: before.version })
  expect(same.body).toMatchObject({ id: before.id, profileVersion: 1 })
  const after = (await ask('PATCH', url, { ...input, version: before.version })).body as ProfileDetail
  expect(after).toMatchObject({ profileVersion: 2, rateMs: 500, machines: before.machines, latest: true })
  expect(after.signals).toEqual(before.signals)
  const former = await ask('PATCH', url, { ...input, version: before.version })
  expect(former.body).toMatchObject({ code: 'state.refused', params: { reason: 'profile.former' } })
  expect((await ask('DELETE', `${url}?version=1`)).body).toMatchObject({ code: 'in_use' })
  const saws = (await knownMachines(app.database.db.reads, 1)).filter(
    ({ profileCode }) => profileCode === 'band-saw',
  )
  expect(saws.every(({ profileVersion, rateMs }) => profileVersion === 2 && rateMs === 500)).toBe(true)
})

test('a profile of its own is changed in place until a machine uses it, and deleted while none does', async () => {
  const signal = {
    names: { zh: '温度', en: 'Temperature', es: 'Temperatura' },
    unit: '°C',
    kind: 'gauge',
    role: 'temperature',
    low: null,
    high: null,
    decimals: 1,
    deadband: 0,
    deadbandPercent: false,
    silenceS: 60,
  }
  const input = {
    names: { zh: '烘箱', en: 'Oven', es: 'Horno' },
    class: 'other',
    rateMs: 2000,
    signals: [{ code: 't', ...signal }],
  }
  const made = await ask('POST', '/api/machine-profiles', { code: 'oven', ...input })
  expect(made).toMatchObject({ status: 201, body: { profileVersion: 1 } })
  const { id } = made.body as ProfileDetail
  const twice = {
    ...input,
    signals: [
      { code: 't', ...signal },
      { code: 't', ...signal },
    ],
  }
  const refused = await ask('PATCH', `/api/machine-profiles/${id}`, { ...twice, version: 1 })
  expect(refused.body.errors).toMatchObject([
    { path: 'body.signals.1.code' },
    { path: 'body.signals.1.role' },
  ])
  const more = {
    ...input,
    signals: [
      { code: 't', ...signal },
      { code: 'u', ...signal, role: null },
    ],
  }
  const changed = await ask('PATCH', `/api/machine-profiles/${id}`, { ...more, version: 1 })
  expect(changed.body).toMatchObject({
    id,
    profileVersion: 1,
    version: 2,
    signals: [{ code: 't' }, { code: 'u' }],
  })
  expect((await ask('DELETE', `/api/machine-profiles/${id}?version=2`)).status).toBe(204)
})

test('all that match leave as a file', async () => {
  const headers = { authorization: token }
  const payload = {
    language: 'zh',
    filter: { class: 'saw' },
    columns: [{ key: 'code', title: '编号' }, { key: 'process' }],
  }
  const reply = await app.inject({ method: 'POST', url: '/api/exports/machines', headers, payload })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toContain('spreadsheetml')
  expect(reply.rawPayload.length).toBeGreaterThan(1000)
})

test('machines are imported with names of profile, workshop and process, and deleted while nothing is known of them', async () => {
  const rows = [
    ['编号', '名称', '型号', '产线', '车间', '工序', '重要度', '投用日期'],
    ['IMP-01', '数控锯床', '带锯床', 'cut', null, null, 'a', '2025/3/9'],
    ['IMP-02', '锯床', '没有这种', 'cut', '没有', null, 'Z', null],
    ['IMP 03', '锯床', '带锯床', 'cut', null, null, null, null],
    ['SAW-GANTRY-05', '龙门', '带锯床', 'cut', null, null, null, null],
  ]
  const head = await app.inject({
    url: '/api/record-imports/machines/template?language=zh',
    headers: { authorization: token },
  })
  const { rows: template } = await readWorkbook(head.rawPayload)
  const titleOf = (at: number) => String(template[0]?.[at]).replace(' *', '')
  const profiles = (await ask('GET', '/api/machine-profiles?class=saw')).body.items as ProfileDetail[]
  const [profile] = profiles
  const named = rows.map((row, at) =>
    at === 0
      ? [0, 1, 2, 3, 4, 5, 9, 10].map(titleOf)
      : row.map((cell) => (cell === '带锯床' ? (profile?.names.zh ?? null) : cell)),
  )
  const bytes = workbookOf({ List: named })
  const sent = await sendList(app, { token, path: 'machines', bytes })
  const preview = sent.body as ImportPreview
  expect(preview.ignored).toEqual([])
  expect(
    preview.rows.map(({ state, errors }) => [
      state,
      ...errors.map(({ field, reason }) => `${field} ${reason}`),
    ]),
  ).toEqual([
    ['new'],
    ['faulty', 'profileId invalid_value', 'workshopId invalid_value', 'criticality invalid_value'],
    ['faulty', 'code format.regex'],
    ['exists'],
  ])
  const records = preview.rows.flatMap(({ record }) => record ?? [])
  const body = { records, file: '设备.xlsx' }
  const made = (await ask('POST', '/api/record-imports/machines', body)).body as ImportApplied
  const [{ id, name } = { id: '', name: '' }] = made.items
  expect((await ask('GET', `/api/machines/${id}`)).body).toMatchObject({
    code: 'IMP-01',
    criticality: 'A',
    commissionedOn: '2025-03-09',
    class: 'saw',
  })
  const undo = async () =>
    (await ask('POST', '/api/record-imports/machines/undo', { importId: made.importId })).body
  const { db } = app.database
  // What the server does by itself while it runs: it computes figures of every machine, which keep none from being undone.
  const figures = () => bringUpToDate({ db, clock: systemClock, plan: planForEquipment, plantId: 1 })
  await figures()
  const times = await db.reads
    .selectFrom('machine_times')
    .select('day')
    .where('machine_id', '=', Number(id))
    .execute()
  expect(times.length).toBeGreaterThan(0)
  const interval = async (change: 'insert' | 'delete') =>
    db.tx((write) =>
      change === 'delete'
        ? sql`delete from machine_intervals where machine_id = ${id}`.execute(write)
        : sql`insert into machine_intervals (plant_id, machine_id, source, state, t0)
            values (1, ${id}, 'real', 'running', now())`.execute(write),
    )
  await interval('insert')
  const remaining = [{ id, name, reason: 'in_use' }]
  expect(await undo()).toEqual({ undone: 0, remaining, next: null })
  await interval('delete')
  expect(await undo()).toEqual({ undone: 1, remaining: [], next: null })
  expect(await undo()).toEqual({ undone: 0, remaining: [], next: null })
})
