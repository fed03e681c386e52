import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import { multipart } from './multipart.ts'

/*
 * Commands that no other test runs. In each test database a trigger (`watch-labels.ts`) rejects an audit row whose
 * field has no label in the dictionary, which happens only to commands that are run.
 */
let app: TestApp
let token = ''
beforeAll(async () => {
  app = await testApp({ demo: 'all' })
  token = (await app.signIn('admin')).token
}, 240_000)
afterAll(() => app.close())

interface Entity {
  readonly id: string
  readonly version: number
  readonly can: Readonly<Record<string, true | string>>
}

async function call<T = Entity>(
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
): Promise<T> {
  const headers = { authorization: token }
  const reply = await app.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
  expect(reply.statusCode, `${method} ${url} ${reply.body}`).toBeLessThan(300)
  return (reply.body === '' ? null : reply.json()) as T
}

const listOf = async <T = Entity>(url: string): Promise<T[]> => (await call<{ items: T[] }>('GET', url)).items
async function oneOf<T = Entity>(url: string, fits: (one: T) => boolean = () => true): Promise<T> {
  const found = (await listOf<T>(url)).find(fits)
  if (found === undefined) throw new Error(`the demo factory has none of ${url}`)
  return found
}

async function addPhoto(url: string): Promise<void> {
  const { payload, headers } = multipart('files', [['现场.png', Buffer.from('89504e470d0a1a0a00', 'hex')]])
  const reply = await app.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...headers, authorization: token },
  })
  expect(reply.statusCode, `${url} ${reply.body}`).toBeLessThan(300)
}

/** Actions recorded while `act` runs, in their order. */
async function recorded(act: () => Promise<unknown>): Promise<string[]> {
  const latest = () => app.database.db.reads.selectFrom('audit_log').select(['id', 'action'])
  const last = (await latest().orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0
  await act()
  const rows = await latest().where('id', '>', last).orderBy('id').execute()
  return rows.map(({ action }) => action)
}

test('a grade of steel from its draft to its end', async () => {
  const limits = [
    {
      property: 'C',
      over: null,
      upTo: null,
      lower: null,
      upper: '0.2',
      required: true,
      condition: '',
      source: '表 1',
      certainty: 'official',
    },
  ]
  const names = { code: 'Q355T', standard: 'GB/T 1591', edition: '2026' }
  const actions = await recorded(async () => {
    const draft = await call('POST', '/api/steel-grades', { ...names, copyOf: null })
    const change = { version: draft.version, ...names, edition: '2027', source: 'GB/T 1591-2027', limits }
    const changed = await call('PATCH', `/api/steel-grades/${draft.id}`, change)
    const { version } = await call('POST', `/api/steel-grades/${draft.id}/approve`, {
      version: changed.version,
    })
    await call('POST', `/api/steel-grades/${draft.id}/retire`, { version })
    const other = await call('POST', '/api/steel-grades', { ...names, edition: '2028', copyOf: draft.id })
    await call('DELETE', `/api/steel-grades/${other.id}?version=${other.version}`)
  })
  expect(actions.map((action) => action.replace('steel_grades.', ''))).toEqual([
    'create',
    'change',
    'approve',
    'retire',
    'create',
    'delete',
  ])
})

test('a receipt, its lot and its certificates are corrected, rejected and deleted', async () => {
  const { id: gradeId } = await oneOf('/api/steel-grades?q=Q355B')
  const facts = { form: 'plate', profile: '-20*2000*8000', thicknessMm: '20', pieces: 4, kg: 9000 }
  const receipt = await call<Entity & { items: (Entity & { heat: Entity })[] }>('POST', '/api/receipts', {
    supplier: '试验钢厂',
    deliveryNote: 'SH-88',
    receivedOn: '2026-03-02',
    projectId: null,
    note: '',
    lots: [{ ...facts, heatNo: 'R-88', gradeId, mill: '' }],
  })
  const [lot] = receipt.items
  const certify = (no: string) =>
    call('POST', '/api/mill-certificates', {
      no,
      kind: '3.1',
      supplier: '试验钢厂',
      issuedOn: '2026-02-20',
      note: '',
      lines: [{ heatId: lot?.heat.id, gradeCode: 'Q355B', thicknessMm: '20', values: { C: '0.16' } }],
    })
  const actions = await recorded(async () => {
    const head = { version: receipt.version, deliveryNote: 'SH-89', receivedOn: '2026-03-03', note: '补单' }
    await call('PATCH', `/api/receipts/${receipt.id}`, head)
    const change = { ...facts, version: lot?.version, pieces: 3, kg: 7000, lengthMm: 8000 }
    await call('PATCH', `/api/lots/${lot?.id}`, change)
    const first = await certify('MC-1')
    await call('POST', `/api/mill-certificates/${first.id}/reject`, { version: first.version, note: '缺 S' })
    const second = await certify('MC-2')
    await call('DELETE', `/api/mill-certificates/${second.id}?version=${second.version}`)
  })
  expect(actions).toEqual([
    'material.change_receipt',
    'material.change_lot',
    'mill_certificates.create',
    'mill_certificates.reject',
    'mill_certificates.create',
    'mill_certificates.delete',
  ])
})

test('a draft edition of a standard is changed and deleted', async () => {
  const { id } = await oneOf('/api/standards')
  const names = { no: '2031', validFrom: null, source: '' }
  const draft = await call('POST', `/api/standards/${id}/editions`, { ...names, copyOf: null })
  const actions = await recorded(async () => {
    const change = { ...names, version: draft.version, validFrom: '2031-01-01', source: '征求意见稿' }
    const { version } = await call('PATCH', `/api/editions/${draft.id}`, change)
    await call('DELETE', `/api/editions/${draft.id}?version=${version}`)
  })
  expect(actions).toEqual(['editions.update', 'editions.delete'])
})

test('an alarm rule is changed and deleted, and a shelved alarm comes back', async () => {
  const rule = await oneOf<Entity & { code: string; machine: string | null; unit: string }>(
    '/api/alarm-rules',
  )
  const { id: _id, can: _can, machine: _machine, unit: _unit, version: _version, ...facts } = rule
  const made = await call('POST', '/api/alarm-rules', { ...facts, code: 'RARE-1' })
  const alarm = await oneOf('/api/alarms', ({ can }) => can['shelve'] === true)
  const actions = await recorded(async () => {
    const change = { ...facts, code: 'RARE-2', version: made.version }
    const { version } = await call('PATCH', `/api/alarm-rules/${made.id}`, change)
    await call('DELETE', `/api/alarm-rules/${made.id}?version=${version}`)
    const shelf = { version: alarm.version, minutes: 5, reason: '等备件' }
    const shelved = await call('POST', `/api/alarms/${alarm.id}/shelve`, shelf)
    await call('POST', `/api/alarms/${alarm.id}/unshelve`, { version: shelved.version })
  })
  expect(actions).toEqual(['alarm_rules.update', 'alarm_rules.delete', 'alarms.shelve', 'alarms.unshelve'])
})

test('a workshop gets working times of its own and follows the factory again', async () => {
  interface Month {
    readonly pattern: { readonly shifts: readonly object[]; readonly promptMinutes: number }
    readonly workshops: readonly { readonly id: string }[]
  }
  const month = (workshop = '') => call<Month>('GET', `/api/work-calendar?month=2026-03${workshop}`)
  const { pattern, workshops } = await month()
  const workshopId = workshops[0]?.id
  const actions = await recorded(async () => {
    const { shifts, promptMinutes } = pattern
    const own = { workshopId, version: 0, shifts, promptMinutes: promptMinutes + 1, reason: '两班' }
    await call('PUT', '/api/work-calendar/pattern', own)
    await call('DELETE', `/api/work-calendar/pattern?workshopId=${workshopId}&version=1`)
  })
  expect(actions).toEqual(['calendar.pattern', 'calendar.follow'])
})

test('photos of an equipment round, a report and an inspection', async () => {
  const round = await oneOf('/api/checks')
  const ncr = await oneOf('/api/ncrs', ({ can }) => can['photo'] === true)
  const inspection = await oneOf('/api/inspections?status=draft')
  const actions = await recorded(async () => {
    await addPhoto(`/api/checks/${round.id}/photos`)
    await addPhoto(`/api/ncrs/${ncr.id}/photos`)
    await addPhoto(`/api/inspections/${inspection.id}/photos`)
    const { photos } = await call<{ photos: Entity[] }>('GET', `/api/inspections/${inspection.id}`)
    await call('DELETE', `/api/inspection-photos/${photos.at(-1)?.id}`)
  })
  expect(actions).toEqual([
    'checks.photo',
    'ncrs.add_photos',
    'inspections.photo',
    'inspections.remove_photo',
  ])
})
