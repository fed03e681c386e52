import type { InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import type { DueRow } from '@cloud-factory/contract/inspection/inspections'
import type { StandardItemRow } from '@cloud-factory/contract/standards/standards'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'

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

/** Pieces of one mark that wait for a gate, so many at least. */
async function dueAt(code: string, least = 1): Promise<DueRow> {
  const { body } = await call('inspector', 'GET', '/api/due-inspections?pageSize=200')
  const due = (body.items as DueRow[]).find(
    ({ process, pieceIds }) => process.code === code && pieceIds.length >= least,
  )
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

const at = (id: string, action = '') => `/api/inspections/${id}${action}`

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
  const step = async (person: string, action: string, body: object = {}) => {
    const answer = await call(person, 'POST', at(id, action), { version, ...body })
    if (answer.status === 200) version = answer.body.version
    return answer
  }
  expect((await step('inspector', '/submit')).status).toBe(200)
  const verdict = { verdict: 'pass', note: '' }
  expect((await step('inspector', '/judge', verdict)).body).toMatchObject({
    code: 'state.refused',
    params: { reason: 'four_eyes.inspection_judge' },
  })
  const canJudge = async () => ((await call('inspector', 'GET', at(id))).body as InspectionForm).can.judge
  expect(await canJudge()).toBe('four_eyes.inspection_judge')
  const policy = await call('admin', 'GET', '/api/four-eyes')
  expect(policy.body).toMatchObject({ alone: [], updatedBy: null })
  const relaxed = await call('admin', 'PUT', '/api/four-eyes', {
    version: policy.body.version,
    alone: ['inspection_judge'],
  })
  expect(relaxed.body).toMatchObject({ alone: ['inspection_judge'], updatedBy: '系统管理员' })
  expect(await canJudge()).toBe(true)
  const strict = { version: relaxed.body.version, alone: [] }
  expect((await call('admin', 'PUT', '/api/four-eyes', strict)).body).toMatchObject({ alone: [] })
  expect((await call('admin', 'PUT', '/api/four-eyes', strict)).body).toMatchObject({
    code: 'version.conflict',
    current: { alone: [] },
  })
  expect(await canJudge()).toBe('four_eyes.inspection_judge')
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

test('letters, commas, full-width digits and readings beyond the tool are refused at the route, and so is a form with gaps', async () => {
  const { pieceIds, process } = await dueAt('DimInspected')
  const input = { pieces: pieceIds.slice(0, 1), processId: process.id }
  const made = await call('inspector', 'POST', '/api/inspections', input)
  const id = made.body.items[0].id as string
  const full = await measure(id)
  const [item] = full.items.filter(({ measures }) => measures !== 'visual')
  const stood = full.readings.find(({ itemId }) => itemId === item?.id)
  const cell = { itemId: item?.id, pieceId: full.lot[0]?.id, point: stood?.point, was: stood?.value }
  const read = (reading: object) =>
    call('inspector', 'PUT', at(id, '/readings'), { readings: [{ ...cell, ...reading }] })
  for (const value of ['4oo', '400,5', '４００', '4e2', ' 400', '', '--1', '0.1234567', 400]) {
    const { status, body } = await read({ value })
    expect([status, body.code, body.errors?.[0]?.path], String(value)).toEqual([
      400,
      'request.invalid',
      'body.readings.0.value',
    ])
  }
  const tool = { name: '卷尺', kind: '', unit: 'mm', resolution: null, active: true }
  const withTool = async (facts: object) => {
    const body = { ...tool, rangeLow: null, rangeHigh: null, calibratedUntil: null, ...facts }
    const instrument = await call('admin', 'POST', '/api/instruments', body)
    expect(instrument.status).toBe(201)
    return (await read({ value: cell.was, instrumentId: instrument.body.id })).body.items[0]
  }
  const range = { rangeLow: '900000', rangeHigh: '900001' }
  expect(await withTool({ code: 'T-1', ...range })).toMatchObject({ reason: 'instrument.out_of_range' })
  const past = { code: 'T-2', calibratedUntil: '2020-01-31' }
  expect(await withTool(past)).toMatchObject({ reason: 'instrument.expired' })
  expect((await call('inspector', 'GET', at(id))).body.readings).toEqual(full.readings)

  expect((await read({ value: null })).body.items[0]).toMatchObject({ outcome: 'saved' })
  const { version } = (await call('inspector', 'GET', at(id))).body
  expect((await call('inspector', 'POST', at(id, '/submit'), { version })).body).toMatchObject({
    code: 'state.refused',
    params: { reason: 'inspection.missing_points' },
  })
})

test('a form stays as it was made when its standard is changed by the editor', async () => {
  const { pieceIds, process } = await dueAt('DimInspected', 2)
  const input = { pieces: pieceIds.slice(0, 2), processId: process.id }
  const made = await call('inspector', 'POST', '/api/inspections', { ...input, pieces: pieceIds.slice(0, 1) })
  const id = made.body.items[0].id as string
  const before = (await call('inspector', 'GET', at(id))).body as InspectionForm
  const standards = await call('admin', 'GET', '/api/standards?pageSize=200')
  const { inUse } = standards.body.items.find(({ code }: { code: string }) => code === before.standardCode)
  const list = `/api/editions/${inUse.id}/items?shape=${before.shape}&pageSize=200`
  const items = (await call('admin', 'GET', list)).body.items as StandardItemRow[]
  const [first] = items.filter(({ optional, names }) => !optional && names.zh === before.items[0]?.names.zh)
  if (first === undefined) throw new Error('the form has an item that its edition has not')
  const {
    id: itemId,
    editionId: _edition,
    position: _position,
    verified: _verified,
    can: _can,
    ...row
  } = first
  const changed = await call('admin', 'PATCH', `/api/standard-items/${itemId}`, {
    ...row,
    points: row.points + 7,
  })
  expect(changed.body).toMatchObject({ points: row.points + 7 })
  const after = (await call('inspector', 'GET', at(id))).body as InspectionForm
  expect(after.items).toEqual(before.items)
  const next = await call('inspector', 'POST', '/api/inspections', { ...input, pieces: pieceIds.slice(1, 2) })
  const newer = (await call('inspector', 'GET', at(next.body.items[0].id as string))).body as InspectionForm
  expect(newer.items[0]?.points).toBe((before.items[0]?.points ?? 0) + 7)
})

test('a welder whose certificate has ended welds nothing that is registered', async () => {
  const { body: people } = await call('inspector', 'GET', '/api/welders?pageSize=100')
  const [welder] = people.items.filter(({ code }: { code: string }) => code === 'H06')
  const { pieceIds } = await dueAt('DimInspected')
  const weld = { no: 'X9', joint: 'butt', class: '2', lengthMm: 600, thicknessMm: 12 }
  const { body: procedures } = await call('inspector', 'GET', '/api/wps?pageSize=100')
  const wpsId = procedures.items.find(({ process }: { process: string }) => process === 'gmaw').id
  const welds = { pieceIds: pieceIds.slice(0, 1), welds: [{ ...weld, wpsId }] }
  expect((await call('inspector', 'POST', '/api/welds/of-pieces', welds)).body).toMatchObject({ added: 1 })
  const { body: register } = await call('inspector', 'GET', `/api/welds?pieceId=${pieceIds[0]}&pageSize=100`)
  const [open] = register.items.filter(({ no }: { no: string }) => no === 'X9')
  const weldedAt = new Date().toISOString()
  const welded = { weldIds: [open.id], welderIds: [welder.id], wpsId: null, weldedAt }
  expect((await call('inspector', 'POST', '/api/welds/welded', welded)).body).toMatchObject({
    code: 'state.refused',
    params: { reason: 'welder.expired', welder: 'H06 吴永贵' },
  })
})
