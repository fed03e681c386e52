import type { InstrumentRow } from '@cloud-factory/contract/inspection/instruments'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await testApp({ demo: 'none', clock: { now: () => new Date('2026-03-20T17:00:00Z') } })
  token = (await app.signIn('admin')).token
}, 120_000)
afterAll(() => app.close())

async function ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) {
  const headers = { authorization: token }
  const reply = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() }
}

const tape = {
  code: 'JC-001',
  name: '钢卷尺',
  kind: '长度',
  unit: 'mm',
  rangeLow: '0',
  rangeHigh: '50000',
  resolution: '0.5',
  calibratedUntil: '2026-03-20',
  active: true,
}

test('instruments are kept with their range exactly, and say how long their readings count', async () => {
  const made = (await ask('POST', '/api/instruments', { ...tape, rangeHigh: '123456789012.123456' }))
    .body as InstrumentRow
  // 17:00 UTC is already the next day in the factory.
  expect(made).toMatchObject({ rangeHigh: '123456789012.123456', resolution: '0.5', calibration: 'overdue' })
  expect((await ask('POST', '/api/instruments', tape)).body).toMatchObject({ code: 'duplicate' })
  const { id } = made
  const states: [string | null, string][] = [
    ['2026-03-21', 'soon'],
    ['2026-04-20', 'soon'],
    ['2026-04-21', 'valid'],
    [null, 'none'],
  ]
  let version = 1
  for (const [calibratedUntil, calibration] of states) {
    const { body } = await ask('PATCH', `/api/instruments/${id}`, { ...tape, calibratedUntil, version })
    expect(body).toMatchObject({ calibration })
    version = (body as InstrumentRow).version
  }
  const stale = await ask('PATCH', `/api/instruments/${id}`, { ...tape, version: 1 })
  expect(stale.body).toMatchObject({ code: 'version.conflict', current: { version } })
  expect((await ask('GET', '/api/instruments?calibration=none,overdue')).body.total).toBe(1)
  expect((await ask('GET', '/api/instruments?calibration=overdue')).body.total).toBe(0)
  expect((await ask('GET', '/api/instruments?q=jc-0&active=true&sort=-calibratedUntil')).body.total).toBe(1)
  expect((await ask('DELETE', `/api/instruments/${id}?version=${version}`)).status).toBe(204)
  expect((await ask('GET', '/api/instruments')).body.total).toBe(0)
})

test('a range that is none, and a resolution of nothing, are refused at their fields', async () => {
  const wrong = async (change: object) =>
    (await ask('POST', '/api/instruments', { ...tape, ...change })).body.errors
  expect(await wrong({ rangeLow: '5', rangeHigh: '5' })).toMatchObject([{ path: 'body.rangeHigh' }])
  expect(await wrong({ resolution: '0' })).toMatchObject([{ path: 'body.resolution' }])
})
