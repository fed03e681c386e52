import type { AlarmRow } from '@cloud-factory/contract/alarms/alarms'
import type { PlanRow } from '@cloud-factory/contract/maintenance/maintenance-plans'
import type { RepairDetail } from '@cloud-factory/contract/maintenance/repairs'
import type { SparePartRow, StockMoveRow } from '@cloud-factory/contract/maintenance/spare-parts'
import type { CheckItemRow } from '@cloud-factory/contract/maintenance/equipment-rounds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'

let app: TestApp
let now = new Date('2026-03-20T02:00:00Z')
const tokens: Record<string, string> = {}
beforeAll(async () => {
  app = await testApp({
    demo: ['identity', 'machines', 'maintenance', 'oee', 'alarms'],
    clock: { now: () => now },
  })
  await signedIn(now)
}, 180_000)
afterAll(() => app.close())

/** Hours later nobody is signed in any more. */
async function signedIn(at: Date): Promise<void> {
  now = at
  for (const name of ['admin', 'equipment', 'foreman', 'viewer'])
    tokens[name] = (await app.signIn(name)).token
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
async function ask(who: string, method: Method, url: string, payload?: object) {
  const headers = { authorization: tokens[who] }
  const reply = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() }
}
const machineId = async (code: string): Promise<string> =>
  (await ask('viewer', 'GET', `/api/machine-codes/${code}`)).body.id

const report = async (code: string, change: object = {}) =>
  (
    await ask('foreman', 'POST', '/api/repairs', {
      machineId: await machineId(code),
      source: 'qr',
      alarmId: null,
      stopped: true,
      symptom: 'noise',
      description: '',
      ...change,
    })
  ).body as RepairDetail

async function addPhoto(who: string, url: string, bytes: Buffer, name = 'a.png') {
  const boundary = 'photo-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const headers = {
    authorization: tokens[who],
    'content-type': `multipart/form-data; boundary=${boundary}`,
  }
  return app.inject({ method: 'POST', url, headers, payload })
}
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('picture')])

test('a repair from the report of the foreman to his confirmation, with a part and a photo', async () => {
  const made = await report('CUT-01')
  expect(made).toMatchObject({
    status: 'reported',
    reportedBy: '王大勇',
    can: { accept: 'permission.denied' },
  })
  expect(made.no).toMatch(/^RO-\d{5}$/)
  const url = `/api/repairs/${made.id}`
  const action = (who: string, context: string, body: object) => ask(who, 'POST', `${url}/${context}`, body)
  expect((await action('equipment', 'start', { version: 1 })).body).toMatchObject({
    code: 'state.refused',
    params: { reason: 'repair.wrong_state' },
  })
  expect((await action('equipment', 'accept', { version: 1 })).body).toMatchObject({ acceptedBy: '刘志强' })
  expect((await action('equipment', 'accept', { version: 1 })).body).toMatchObject({
    code: 'version.conflict',
  })
  expect((await addPhoto('foreman', `${url}/photos`, png)).statusCode).toBe(201)
  const again = await addPhoto('foreman', `${url}/photos`, png)
  expect(again.json().photoList).toHaveLength(1)
  expect((await addPhoto('foreman', `${url}/photos`, Buffer.from('text'), 'a.txt')).json()).toMatchObject({
    code: 'file.unknown_type',
  })
  const photo = again.json().photoList[0].id as string
  const picture = await app.inject({
    url: `/api/maintenance-photos/${photo}/file`,
    headers: { authorization: tokens['viewer'] },
  })
  expect(picture.rawPayload).toEqual(png)
  let { version } = again.json() as RepairDetail
  version = (await action('equipment', 'start', { version })).body.version
  const parts = (await ask('viewer', 'GET', '/api/spare-parts?q=SP-0001')).body.items as SparePartRow[]
  const part = parts[0] as SparePartRow
  const used = await action('equipment', 'parts', { partId: part.id, quantity: 2 })
  expect(used.body.parts).toMatchObject([{ code: 'SP-0001', quantity: 2 }])
  const short = await action('equipment', 'parts', { partId: part.id, quantity: part.stock })
  expect(short.body).toMatchObject({ code: 'state.refused', params: { reason: 'part.short' } })
  await signedIn(new Date(now.getTime() + 5400_000))
  const finish = { version, cause: 'wear', result: 'fixed', remedy: '更换' }
  const done = await action('equipment', 'finish', finish)
  expect(done.body).toMatchObject({ status: 'done', downtimeFrom: 'states' })
  const own = { params: { reason: 'four_eyes.repair_verify' } }
  expect((await action('equipment', 'verify', { version: done.body.version })).body).toMatchObject(own)
  const back = await action('foreman', 'reject', { version: done.body.version, reason: '还响' })
  expect(back.body).toMatchObject({ status: 'working', downtimeS: null })
  const twice = await action('admin', 'finish', { ...finish, version: back.body.version })
  expect((await action('equipment', 'verify', { version: twice.body.version })).body).toMatchObject(own)
  expect((await action('foreman', 'verify', { version: twice.body.version })).body).toMatchObject({
    status: 'verified',
    verifiedBy: '王大勇',
  })
  const history = (await ask('viewer', 'GET', `${url}/history`)).body.items as { action: string }[]
  expect(history.map(({ action }) => action.split('.')[1]).join(' ')).toBe(
    'verify finish reject finish start photo accept report',
  )
})

test('who only looks reports nothing, and what nobody began is taken back', async () => {
  const refused = await ask('viewer', 'POST', '/api/repairs', {})
  expect(refused.status).toBe(403)
  const made = await report('CUT-02', { stopped: false })
  const url = `/api/repairs/${made.id}/cancel`
  expect((await ask('equipment', 'POST', url, { version: 1, reason: '误报' })).body).toMatchObject({
    status: 'cancelled',
    cancelReason: '误报',
  })
  const list = (await ask('viewer', 'GET', '/api/repairs?status=cancelled')).body
  expect(list).toMatchObject({ total: 1, can: { report: 'permission.denied' } })
  expect((await ask('viewer', 'GET', `/api/repairs?q=${made.no.toLowerCase()}`)).body.total).toBe(1)
})

test('an alarm has one repair order, on its own machine, and shows how it stands', async () => {
  const { items } = (await ask('viewer', 'GET', '/api/alarms?view=open&pageSize=200')).body as {
    items: AlarmRow[]
  }
  const alarm = items.find(({ machine }) => machine.code !== 'CUT-01') as AlarmRow
  expect(alarm).toMatchObject({ repair: null, can: { repair: 'permission.denied' } })
  const report = (change: object = {}) =>
    ask('foreman', 'POST', '/api/repairs', {
      machineId: alarm.machine.id,
      source: 'alarm',
      alarmId: alarm.id,
      stopped: true,
      symptom: 'stops',
      description: '',
      ...change,
    })
  expect((await report({ machineId: await machineId('CUT-01') })).body).toMatchObject({ code: 'not_found' })
  expect((await report({ alarmId: '999999999' })).body).toMatchObject({ code: 'not_found' })
  const made = (await report()).body as RepairDetail
  expect(made).toMatchObject({ source: 'alarm', alarmId: alarm.id })
  expect((await report()).body).toMatchObject({
    code: 'state.refused',
    params: { reason: 'alarm.has_repair', no: made.no, repairId: made.id },
  })
  const shown = async () => (await ask('foreman', 'GET', `/api/alarms/${alarm.id}`)).body as AlarmRow
  expect(await shown()).toMatchObject({
    repair: { id: made.id, no: made.no, status: 'reported' },
    can: { repair: 'alarm.has_repair' },
  })
  await ask('equipment', 'POST', `/api/repairs/${made.id}/cancel`, { version: 1, reason: '误报' })
  expect(await shown()).toMatchObject({ repair: null, can: { repair: true } })
  expect((await report()).body.no).toBe((await shown()).repair?.no)
})

test('an equipment inspection round answers every item once; its faults become one repair order', async () => {
  const id = await machineId('SAW-01')
  const items = (await ask('viewer', 'GET', '/api/check-items?class=saw&active=true')).body
    .items as CheckItemRow[]
  expect(items.length).toBeGreaterThan(3)
  const answers = items.map(({ id: itemId }, at) => ({ itemId, result: at === 1 ? 'fault' : 'ok' }))
  const some = await ask('foreman', 'POST', `/api/machines/${id}/checks`, { answers: answers.slice(1) })
  expect(some.body).toMatchObject({ code: 'state.refused', params: { reason: 'check.items' } })
  const twice = await ask('foreman', 'POST', `/api/machines/${id}/checks`, {
    answers: [...answers.slice(1), answers[1]],
  })
  expect(twice.body).toMatchObject({ params: { reason: 'check.items' } })
  const saved = await ask('foreman', 'POST', `/api/machines/${id}/checks`, { answers })
  expect(saved.body).toMatchObject({ items: items.length, faults: 1, day: '2026-03-20' })
  const repair = (await ask('viewer', 'GET', `/api/repairs/${saved.body.repair.id}`)).body
  expect(repair).toMatchObject({ source: 'check', machineId: id, description: items[1]?.names.zh })
  const due = (await ask('viewer', 'GET', '/api/checks/due?pageSize=200')).body.items as { id: string }[]
  expect(due.some((machine) => machine.id === id)).toBe(false)
  await signedIn(new Date('2026-03-20T16:30:00Z'))
  const tomorrow = (await ask('viewer', 'GET', '/api/checks/due?pageSize=200')).body
  expect((tomorrow.items as { id: string }[]).some((machine) => machine.id === id)).toBe(true)
  // An item with answers is kept; changed, it changes no check.
  const item = items[1] as CheckItemRow
  const gone = await ask('equipment', 'DELETE', `/api/check-items/${item.id}?version=${item.version}`)
  expect(gone.body).toMatchObject({ code: 'in_use' })
  const { class: kind, position, active } = item
  const names = { zh: '新', en: 'new', es: 'nuevo' }
  await ask('equipment', 'PATCH', `/api/check-items/${item.id}`, {
    version: 1,
    class: kind,
    position,
    active,
    names,
  })
  const check = (await ask('viewer', 'GET', `/api/checks/${saved.body.id}`)).body
  expect(check.answers[1]).toMatchObject({ names: item.names, result: 'fault' })
})

test('a plan is due by the plant’s calendar, and begins anew where it was done', async () => {
  const input = {
    machineId: await machineId('STR-01'),
    title: '油样',
    instructions: '',
    trigger: 'days',
    every: 10,
    lastDoneOn: '2026-03-01',
    noticeDays: 2,
    active: true,
  }
  const made = (await ask('equipment', 'POST', '/api/maintenance-plans', input)).body as PlanRow
  // 16:30 UTC is the next day in the factory already.
  expect(made).toMatchObject({ dueOn: '2026-03-11', state: 'overdue', version: 1 })
  const url = `/api/maintenance-plans/${made.id}`
  const done = (doneOn: string, version = 1) =>
    ask('equipment', 'POST', `${url}/done`, { version, doneOn, note: '' })
  expect((await done('2026-03-22')).body.errors).toMatchObject([
    { path: 'body.doneOn', reason: 'day.future' },
  ])
  expect((await done('2026-02-28')).body.errors).toMatchObject([{ reason: 'day.before_last' }])
  expect((await done('2026-03-21')).body).toMatchObject({ dueOn: '2026-03-31', state: 'later', version: 2 })
  expect((await done('2026-03-21')).body).toMatchObject({ code: 'version.conflict' })
  expect((await ask('equipment', 'DELETE', `${url}?version=2`)).body).toMatchObject({ code: 'in_use' })
  const calendar = (await ask('viewer', 'GET', '/api/maintenance-calendar?from=2026-03-01&to=2026-03-31'))
    .body
  const own = (calendar.items as { title: string; day: string; kind: string }[]).filter(
    ({ title }) => title === '油样',
  )
  expect(own.map(({ kind, day }) => `${kind} ${day}`).toSorted()).toEqual([
    'done 2026-03-21',
    'due 2026-03-31',
  ])
  const wide = await ask('viewer', 'GET', '/api/maintenance-calendar?from=2026-01-01&to=2026-12-31')
  expect(wide.status).toBe(400)
  expect((await ask('viewer', 'GET', '/api/maintenance-summary')).body.repairsOpen).toBeGreaterThan(0)
})

test('parts are moved, never below nothing, and counted', async () => {
  const bare = { place: '', price: null, note: '', active: true }
  const input = { code: 'X-1', name: '轴承', unit: '个', minStock: 2, ...bare }
  const { id } = (await ask('equipment', 'POST', '/api/spare-parts', input)).body as SparePartRow
  const move = (kind: string, quantity: number, note = '') =>
    ask('equipment', 'POST', `/api/spare-parts/${id}/moves`, { kind, quantity, note })
  expect((await move('in', 3)).body).toMatchObject({ stock: 3, short: false })
  expect((await move('use', 3.001)).body).toMatchObject({
    code: 'state.refused',
    params: { reason: 'part.short' },
  })
  expect((await move('use', 1.5)).body).toMatchObject({ stock: 1.5, short: true })
  expect((await move('count', 0.3)).body.errors).toMatchObject([{ path: 'body.note' }])
  expect((await move('count', 0.3, '少了')).body).toMatchObject({ stock: 0.3 })
  expect((await move('in', 300)).body.params).toEqual({ reason: 'unlikely.parts', value: 300, most: 50 })
  const dear = await ask('equipment', 'POST', '/api/spare-parts', { ...input, code: 'X-2', price: 380_000 })
  expect(dear.body.params).toMatchObject({ reason: 'unlikely.price' })
  const moves = (await ask('viewer', 'GET', `/api/spare-parts/${id}/moves`)).body.items as StockMoveRow[]
  expect(moves.map(({ change }) => change)).toEqual([-1.2, -1.5, 3])
  expect((await ask('equipment', 'DELETE', `/api/spare-parts/${id}?version=4`)).body).toMatchObject({
    code: 'in_use',
  })
  expect((await ask('viewer', 'GET', '/api/spare-parts?short=true&q=X-1')).body.total).toBe(1)
})

test('a file of the same name is the next version of a machine’s document', async () => {
  const id = await machineId('DRL-01')
  const add = async (text: string) => {
    const boundary = 'document-boundary'
    const parts = [
      `--${boundary}\r\ncontent-disposition: form-data; name="kind"\r\n\r\nmanual\r\n`,
      `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="说明书.txt"\r\ncontent-type: text/plain\r\n\r\n${text}\r\n--${boundary}--\r\n`,
    ]
    const headers = {
      authorization: tokens['equipment'],
      'content-type': `multipart/form-data; boundary=${boundary}`,
    }
    const url = `/api/machines/${id}/documents`
    return (await app.inject({ method: 'POST', url, headers, payload: Buffer.from(parts.join('')) })).json()
  }
  expect((await add('one')).items).toMatchObject([{ no: 1, kind: 'manual', type: 'text/plain' }])
  expect((await add('one')).items).toMatchObject([{ no: 1 }])
  const second = (await add('two')).items[0]
  expect(second).toMatchObject({ no: 2 })
  const file = await app.inject({
    url: `/api/machine-documents/${second.id}/file`,
    headers: { authorization: tokens['viewer'] },
  })
  expect(file.body).toBe('two')
  expect((await ask('viewer', 'GET', `/api/machines/${id}/documents`)).body.total).toBe(1)
  expect((await ask('viewer', 'GET', `/api/machines/${id}/documents?all=true`)).body.total).toBe(2)
  const retire = () =>
    ask('equipment', 'POST', `/api/machine-documents/${second.id}/retire`, { reason: '旧' })
  expect((await retire()).body).toMatchObject({ retired: { reason: '旧' } })
  expect((await retire()).body).toMatchObject({ params: { reason: 'document.retired' } })
  expect((await ask('viewer', 'GET', `/api/machines/${id}/documents`)).body.total).toBe(0)
})
