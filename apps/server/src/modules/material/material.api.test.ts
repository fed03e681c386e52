import type { CertificateLine } from '@cloud-factory/contract/material/mill-certificates'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { goodValues } from './material.fixtures.ts'

let app: TestApp
const tokens = new Map<string, string>()
beforeAll(async () => {
  app = await testApp({ demo: 'all' })
  for (const name of ['admin', 'inspector', 'foreman', 'viewer'])
    tokens.set(name, (await app.signIn(name)).token)
}, 240_000)
afterAll(() => app.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT'
async function call(person: string, method: Method, url: string, payload?: object) {
  const headers = { authorization: tokens.get(person) ?? '' }
  const reply = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() }
}

/** What the demo factory received goes by the computer's clock; what is received here comes after all of it. */
const today = new Date().toISOString().slice(0, 10)

async function received(heatNo: string) {
  const grades = await call('inspector', 'GET', '/api/steel-grades?q=Q355B')
  const lot = { form: 'plate', profile: '-20*2000*8000', thicknessMm: '20', pieces: 4, kg: 9000, mill: '' }
  const { status, body } = await call('inspector', 'POST', '/api/receipts', {
    supplier: '试验钢厂',
    deliveryNote: randomUUID(),
    receivedOn: today,
    projectId: null,
    note: '',
    lots: [{ ...lot, heatNo, gradeId: grades.body.items[0].id }],
  })
  expect(status).toBe(201)
  return body.items[0]
}

const entered = (heatId: string, values: object) =>
  call('inspector', 'POST', '/api/mill-certificates', {
    no: randomUUID(),
    kind: '3.1',
    supplier: '试验钢厂',
    issuedOn: '2026-02-20',
    note: '',
    lines: [{ heatId, gradeCode: 'Q355B', thicknessMm: '13', values }],
  })

test('letters, commas, full-width digits and negatives are no values of a certificate', async () => {
  const { heat } = await received('B-1')
  for (const C of ['0.1O', '0,17', '０.17', '-0.1', '1e-1', '≤0.2', ''])
    expect((await entered(heat.id, { C })).body, C).toMatchObject({ code: 'request.invalid' })
  expect((await entered(heat.id, { C: '0.1600001' })).status).toBe(400)
  expect((await entered(heat.id, { Xx: '1' })).status).toBe(400)
})

test('a piece is not cut of a heat in quarantine: assigned, refused, certified, released, cut', async () => {
  const lot = await received('G-1')
  const processes = (await call('admin', 'GET', '/api/processes?pageSize=200')).body.items
  const { id: processId } = processes.find(({ code }: { code: string }) => code === 'CutComp')
  const ready = (await call('foreman', 'GET', `/api/ready-pieces?processId=${processId}&pageSize=1`)).body
    .items[0]
  const report = async () => {
    const { body } = await call('foreman', 'POST', '/api/work-reports', {
      clientKey: randomUUID(),
      processId,
      pieces: [ready.id],
      withEarlier: false,
      crewId: null,
      worker: null,
      hours: null,
      source: 'list',
    })
    return body.items[0].reason
  }
  const assign = { lotId: lot.id, pieces: [ready.qr, ready.id], part: '', kgEach: 250.5 }
  expect((await call('viewer', 'POST', '/api/heat-uses', assign)).status).toBe(403)
  expect(
    (await call('foreman', 'POST', '/api/heat-uses', { ...assign, kgEach: 9000.001 })).body,
  ).toMatchObject({
    params: { reason: 'lot.too_little', left: 9000 },
  })
  expect((await call('foreman', 'POST', '/api/heat-uses', { ...assign, pieces: [ready.id] })).body).toEqual({
    pieces: 1,
    kg: 250.5,
    leftKg: 8749.5,
  })
  expect(await report()).toBe('work.heat_unreleased')
  const blocked = async () => {
    const { items } = (await call('viewer', 'GET', `/api/orders?q=${ready.orderNo}`)).body
    return items[0].materialPieces
  }
  expect(await blocked()).toBe(1)
  const lacking = `/api/orders/${ready.orderId}/pieces?missing=material_unreleased,mill_certificate`
  expect((await call('viewer', 'GET', lacking)).body.items).toMatchObject([{ id: ready.id }])
  const used = (await call('viewer', 'GET', `/api/lots?orderId=${ready.orderId}&status=quarantine`)).body
  expect(used.items.map(({ id }: { id: string }) => id)).toContain(lot.id)
  const piece = (await call('viewer', 'GET', `/api/pieces/${ready.id}`)).body
  expect(piece).toMatchObject({ serial: ready.serial, pack: null, delivery: null })
  expect(piece.missing).toContain('material_unreleased')
  expect(
    (await call('foreman', 'GET', `/api/ready-pieces?processId=${processId}&pageSize=1`)).body.items[0].can
      .report,
  ).toBe('work.heat_unreleased')

  const made = (await entered(lot.heat.id, goodValues)).body
  const accept = `/api/mill-certificates/${made.id}/accept`
  expect((await call('foreman', 'POST', accept, { version: made.version })).status).toBe(403)
  expect((await call('admin', 'POST', accept, { version: made.version + 1 })).status).toBe(409)
  expect((await call('admin', 'POST', accept, { version: made.version })).body).toMatchObject({
    status: 'accepted',
  })
  const release = await call('admin', 'POST', `/api/lots/${lot.id}/release`, { version: lot.version })
  expect(release.body).toMatchObject({ status: 'released', usedKg: 250.5 })
  expect(await blocked()).toBe(0)
  expect(await report()).toBeNull()
})

test('figures of material and of what pieces lack equal the lists that they lead to', async () => {
  const get = async (url: string) => (await call('viewer', 'GET', url)).body
  const orders = (await get('/api/orders?pageSize=100&status=released,in_production,completed')).items
  let found = 0
  for (const { id, materialPieces } of orders) {
    const listed = async (needs: string) =>
      (await get(`/api/orders/${id}/pieces?missing=${needs}&pageSize=1`)).total
    const { pieces, heats, demands } = await get(`/api/orders/${id}/quality`)
    expect(await listed('heat')).toBe(pieces - heats.pieces)
    expect(await listed('material_unreleased,mill_certificate')).toBe(materialPieces)
    expect((await get(`/api/lots?orderId=${id}&pageSize=1`)).total).toBe(heats.lots)
    for (const figure of demands) expect(await listed(figure.demand), figure.demand).toBe(figure.pieces)
    found += materialPieces + demands.length + heats.pieces
  }
  expect(found).toBeGreaterThan(0)
})

test('a scan is a PDF or a picture, and comes back byte for byte', async () => {
  const lot = await received('F-1')
  const { id } = (await entered(lot.heat.id, goodValues)).body
  const send = (content: string) => {
    const edge = 'edge-of-part'
    const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="质保书.pdf"\r\n\r\n`
    return app.inject({
      method: 'POST',
      url: `/api/mill-certificates/${id}/file`,
      headers: {
        authorization: tokens.get('inspector') ?? '',
        'content-type': `multipart/form-data; boundary=${edge}`,
      },
      payload: `${head}${content}\r\n--${edge}--\r\n`,
    })
  }
  expect((await send('MZ program')).json()).toMatchObject({ code: 'file.unknown_type' })
  expect((await send('%PDF-1.7 mill')).json()).toMatchObject({ file: { name: '质保书.pdf', bytes: 13 } })
  const headers = { authorization: tokens.get('viewer') ?? '' }
  const file = await app.inject({ url: `/api/mill-certificates/${id}/file`, headers })
  expect([file.headers['content-type'], file.body]).toEqual(['application/pdf', '%PDF-1.7 mill'])
})

test('what the demo factory has cut was released, and is found from both ends', async () => {
  const { items } = (await call('viewer', 'GET', '/api/lots?sort=receivedOn&pageSize=1')).body
  const [{ heat, status, usedKg }] = items
  expect(status).toBe('released')
  const trace = (await call('viewer', 'GET', `/api/material-trace/heats/${heat.id}`)).body
  const kg =
    trace.uses.reduce((sum: number, use: { kg: number }) => sum + Math.round(use.kg * 1000), 0) / 1000
  expect(kg).toBe(usedKg)
  const [{ piece }] = trace.uses
  const back = (await call('viewer', 'GET', `/api/material-trace/pieces/${piece.id}`)).body
  expect(back.heats[0]).toMatchObject({ no: heat.no, certificates: [{ status: 'accepted' }] })
})

test('values of a certificate that are changed stand in the audit log in words', async () => {
  const [draft] = (await call('inspector', 'GET', '/api/mill-certificates?status=draft')).body.items
  const url = `/api/mill-certificates/${draft.id}`
  const { version, no, kind, supplier, issuedOn, note, lines } = (await call('inspector', 'GET', url)).body
  const changed = lines.map((line: CertificateLine) => ({
    heatId: line.heat.id,
    gradeCode: line.gradeCode,
    thicknessMm: line.thicknessMm,
    values: { ...line.values, ReH: '391' },
  }))
  const body = { version, no, kind, supplier, issuedOn, note, lines: changed }
  expect((await call('inspector', 'PATCH', url, body)).status).toBe(200)
  const { items } = (await call('admin', 'GET', `/api/audit?q=${no}`)).body
  expect(items[0].after.values[0]).toMatch(new RegExp(`^${draft.heats[0]}: .*ReH 391`))
})
