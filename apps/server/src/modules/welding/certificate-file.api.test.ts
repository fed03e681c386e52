import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { multipart } from '../../../test/multipart.ts'

let app: TestApp
let certificate: string
let headers: { authorization: string }
beforeAll(async () => {
  app = await testApp({ demo: 'none' })
  headers = { authorization: (await app.signIn('admin')).token }
  const add = async (url: string, payload: object): Promise<string> =>
    (await app.inject({ method: 'POST', url, headers, payload })).json<{ id: string }>().id
  const welderId = await add('/api/welders', { code: 'H01', name: '王师傅', crew: '', active: true })
  certificate = await add('/api/welder-certificates', {
    welderId,
    no: 'C-1',
    process: 'gmaw',
    positions: ['1G'],
    materialGroup: 'II',
    thicknessMin: 3,
    thicknessMax: null,
    validFrom: '2024-01-01',
    validUntil: '2028-12-31',
  })
}, 120_000)
afterAll(() => app.close())

async function send(name: string, content: string | Uint8Array, id = certificate) {
  const form = multipart('file', [[name, content]])
  const reply = await app.inject({
    method: 'POST',
    url: `/api/welder-certificates/${id}/file`,
    headers: { ...form.headers, ...headers },
    payload: form.payload,
  })
  return { status: reply.statusCode, body: reply.json() }
}
const file = () => app.inject({ url: `/api/welder-certificates/${certificate}/file`, headers })

test('the scan of a certificate comes back as it was sent, under its name and true type', async () => {
  expect((await file()).statusCode).toBe(404)
  const scan = '%PDF-1.7 焊工证'
  const { status, body } = await send('焊工证/2026.pdf', scan)
  expect(status).toBe(200)
  const bytes = Buffer.byteLength(scan)
  expect(body.file).toEqual({ name: expect.stringMatching(/2026\.pdf$/) as string, bytes })
  expect(body.file.name).not.toContain('/')
  const reply = await file()
  expect(reply.body).toBe(scan)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(bytes),
    'x-content-type-options': 'nosniff',
  })
  expect(reply.headers['content-disposition']).toContain("filename*=UTF-8''")
})

test('a second scan takes the place of the first, and the certificate counts its versions', async () => {
  const first = await send('a.pdf', '%PDF-1')
  const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])
  const second = await send('b.pdf', picture)
  expect(second.body.version).toBe(first.body.version + 1)
  const reply = await file()
  expect(reply.headers['content-type']).toBe('image/png')
  expect([...reply.rawPayload]).toEqual([...picture])
})

test('what is no picture and no PDF, is empty, too large or of nobody is refused; nothing of it is kept', async () => {
  await send('good.pdf', '%PDF-good')
  const cases: [string, string | Uint8Array, string, number, string][] = [
    ['page.pdf', '<script>alert(1)</script>', certificate, 400, 'file.unknown_type'],
    ['empty.pdf', '', certificate, 400, 'file.empty'],
    [
      'large.pdf',
      Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(10_000_001)]),
      certificate,
      413,
      'file.too_large',
    ],
    ['none.pdf', '%PDF-', '999999', 404, 'not_found'],
  ]
  for (const [name, content, id, status, code] of cases) {
    const sent = await send(name, content, id)
    expect([sent.status, sent.body.code], name).toEqual([status, code])
  }
  expect((await file()).body).toBe('%PDF-good')
})

test('a welder whom nothing names is deleted, and the audit log has words for every field', async () => {
  const welder = { code: 'H09', name: '李师傅', crew: '', active: true }
  const made = await app.inject({ method: 'POST', url: '/api/welders', headers, payload: welder })
  const url = `/api/welders/${made.json<{ id: string }>().id}?version=1`
  const gone = await app.inject({ method: 'DELETE', url, headers })
  expect({ status: gone.statusCode, body: gone.body }).toEqual({ status: 204, body: '' })
})

test('a certificate is deleted, and the audit log has words for every field', async () => {
  const gone = await app.inject({
    method: 'DELETE',
    url: `/api/welder-certificates/${certificate}?version=1`,
    headers,
  })
  const { version } = gone.json<{ current: { version: number } }>().current
  const url = `/api/welder-certificates/${certificate}?version=${version}`
  const reply = await app.inject({ method: 'DELETE', url, headers })
  expect({ status: reply.statusCode, body: reply.body }).toEqual({ status: 204, body: '' })
})
