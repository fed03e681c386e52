import type { InspectionForm } from '@cloud-factory/contract/inspection-forms'
import type { DueRow } from '@cloud-factory/contract/inspections'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'

let app: TestApp
const tokens = new Map<string, string>()
beforeAll(async () => {
  app = await testApp({ demo: 'all' })
  for (const name of ['foreman', 'inspector', 'admin', 'viewer'])
    tokens.set(name, (await app.signIn(name)).token)
}, 240_000)
afterAll(() => app.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT'
async function call(person: string, method: Method, url: string, payload?: object) {
  const headers = { authorization: tokens.get(person) ?? '' }
  const reply = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() }
}

async function dueAt(code: string): Promise<DueRow> {
  const { body } = await call('inspector', 'GET', '/api/due-inspections?pageSize=200')
  const due = (body.items as DueRow[]).find((row) => row.process.code === code)
  if (due === undefined) throw new Error(`nothing waits for ${code}`)
  return due
}

async function report(processId: string, pieces: readonly string[]): Promise<(string | null)[]> {
  const { status, body } = await call('foreman', 'POST', '/api/work-reports', {
    clientKey: randomUUID(),
    processId,
    pieces,
    withEarlier: false,
    crewId: null,
    worker: null,
    hours: null,
    source: 'list',
  })
  expect(status).toBe(200)
  return (body.items as { reason: string | null }[]).map(({ reason }) => reason)
}

const at = (id: string, deed = '') => `/api/inspections/${id}${deed}`

/** Fills in sizes that the profile did not tell, and reads every point in the middle of what is allowed. */
async function measure(id: string): Promise<InspectionForm> {
  const form = (await call('inspector', 'GET', at(id))).body as InspectionForm
  const sizes = { ...Object.fromEntries(form.sizesAsked.map((name) => [name, '300'])), ...form.sizes }
  const { version, note } = form
  const changed = await call('inspector', 'PATCH', at(id), { version, sizes, places: [], note })
  expect(changed.status).toBe(200)
  const measured = changed.body as InspectionForm
  const readings = measured.lot.flatMap(({ id: pieceId }) =>
    measured.items.flatMap((item) =>
      Array.from({ length: item.points }, (_, index) => ({
        itemId: item.id,
        pieceId,
        point: index + 1,
        value: item.measures === 'visual' ? '1' : (item.nominal ?? '0'),
        was: null,
      })),
    ),
  )
  const saved = await call('inspector', 'PUT', at(id, '/readings'), { readings })
  expect(saved.body.items.every(({ outcome }: { outcome: string }) => outcome === 'saved')).toBe(true)
  return (await call('inspector', 'GET', at(id))).body as InspectionForm
}

test('a hold point lets nothing through but what was inspected, judged by somebody else and locked', async () => {
  const due = await dueAt('DimInspected')
  const processId = due.process.id
  const pieces = due.pieceIds.slice(0, 3)
  expect(new Set(await report(processId, pieces))).toEqual(new Set(['work.inspection_open']))

  expect((await call('viewer', 'POST', '/api/inspections', { pieces, processId })).status).toBe(403)
  const made = await call('inspector', 'POST', '/api/inspections', { pieces, processId })
  expect(made.status).toBe(201)
  const id = made.body.items[0].id as string
  let { version } = await measure(id)
  const step = async (person: string, deed: string, body: object = {}) => {
    const answer = await call(person, 'POST', at(id, deed), { version, ...body })
    if (answer.status === 200) version = answer.body.version
    return answer
  }
  expect((await step('inspector', '/submit')).status).toBe(200)
  const verdict = { verdict: 'pass', note: '' }
  expect((await step('inspector', '/judge', verdict)).body).toMatchObject({
    code: 'state.refused',
    params: { reason: 'inspection.own_work' },
  })
  expect((await step('admin', '/judge', verdict)).body).toMatchObject({ verdict: 'pass' })
  // Judged is not yet locked.
  expect(new Set(await report(processId, pieces))).toEqual(new Set(['work.inspection_open']))
  expect((await step('admin', '/lock')).body).toMatchObject({ status: 'locked' })
  expect(new Set(await report(processId, pieces))).toEqual(new Set([null]))
})

test('what is locked is changed by no call', async () => {
  const { body } = await call('inspector', 'GET', '/api/inspections?status=locked&pageSize=1')
  const [{ id }] = body.items
  const form = (await call('admin', 'GET', at(id))).body as InspectionForm
  const { version, sizes, note } = form
  const cell = { itemId: form.items[0]?.id, pieceId: form.lot[0]?.id, point: 1, value: '1', was: null }
  const tries: readonly (readonly [Method, string, object])[] = [
    ['PUT', at(id, '/readings'), { readings: [cell] }],
    ['PATCH', at(id), { version, sizes, places: [], note: 'x' }],
    ['POST', at(id, '/judge'), { version, verdict: 'fail', note: 'x' }],
    ['POST', at(id, '/reopen'), { version, reason: 'x' }],
    ['POST', at(id, '/return'), { version, reason: 'x' }],
    ['POST', at(id, '/cancel'), { version, reason: 'x' }],
    ['POST', at(id, '/lock'), { version }],
  ]
  for (const [method, url, payload] of tries)
    expect((await call('admin', method, url, payload)).status, url).toBe(409)
  expect((await call('admin', 'GET', at(id))).body).toMatchObject({ version, hash: form.hash, note })
})

test('what the demo factory has behind a gate was inspected: every lot is locked with its readings', async () => {
  const { body } = await call('inspector', 'GET', '/api/inspections?pageSize=200')
  expect(body.total).toBeGreaterThan(100)
  const forms = await Promise.all(
    (body.items as { id: string; status: string }[])
      .filter(({ status }) => status === 'locked')
      .slice(0, 10)
      .map(async ({ id }) => (await call('inspector', 'GET', at(id))).body as InspectionForm),
  )
  for (const form of forms) {
    expect(form.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(form.byRule.verdict).toBe('pass')
    const measured = form.lot.filter((piece) => piece.measured).length
    const points = form.items.reduce((sum, item) => sum + item.points, 0)
    expect(form.readings.length).toBe(measured * points)
  }
})
