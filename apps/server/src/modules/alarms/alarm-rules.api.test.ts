import type { AlarmRuleRow } from '@cloud-factory/contract/alarms/alarms'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { madeMachines } from '../../../test/made-machines.ts'

let app: TestApp
let token: string
let machineId = ''
beforeAll(async () => {
  app = await testApp({ demo: 'none' })
  const [machine = 0] = await madeMachines(app.database.db, 1)
  machineId = String(machine)
  token = (await app.signIn('admin')).token
}, 300_000)
afterAll(() => app.close())

async function ask<T>(method: 'GET' | 'PUT', url: string, payload?: object) {
  const headers = { authorization: token }
  const reply = await app.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
  return { status: reply.statusCode, body: reply.json<T>() }
}

describe('the unit of a rule that is being written', () => {
  const unit = async (query: string) =>
    (await ask<{ unit: string }>('GET', `/api/alarm-rule-unit?${query}`)).body.unit

  test('is that of the value which its machines send', async () => {
    expect(await unit('class=gantry_saw&role=current')).toBe('A')
    expect(await unit(`machineId=${machineId}&role=current`)).toBe('A')
    expect(await unit('role=current')).toBe('A')
  })

  test('is empty where no machine sends it', async () => {
    expect(await unit('class=crane&role=current')).toBe('')
    expect(await unit('signal=nobody_sends_it')).toBe('')
    expect(await unit('')).toBe('')
  })

  test('is not told of what cannot be a signal', async () => {
    expect((await ask('GET', '/api/alarm-rule-unit?signal=a%20b')).status).toBe(400)
  })
})

test('a rule goes out of service on a machine with the reason, and comes back', async () => {
  const rules = await ask<{ items: AlarmRuleRow[] }>('GET', '/api/alarm-rules?pageSize=1')
  const ruleId = rules.body.items[0]?.id ?? ''
  const put = (reason: string | null) =>
    ask('PUT', '/api/alarm-rules-out-of-service', { machineId, ruleId, reason })
  const listed = async () =>
    (await ask<{ items: { id: string; reason: string }[] }>('GET', '/api/alarm-rules-out-of-service')).body
      .items
  // Twice is as once: the last reason stands.
  await put('标定')
  await put('送检')
  expect(await listed()).toMatchObject([{ id: `${machineId}-${ruleId}`, reason: '送检' }])
  expect((await put(null)).status).toBe(200)
  expect(await listed()).toEqual([])
})
