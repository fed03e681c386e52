import type { PlanRow } from '@cloud-factory/contract/maintenance/maintenance-plans'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'

let app: TestApp
const tokens: Record<string, string> = {}
beforeAll(async () => {
  app = await testApp({ demo: ['identity', 'machines'] })
  for (const name of ['equipment', 'foreman']) tokens[name] = (await app.signIn(name)).token
}, 120_000)
afterAll(() => app.close())

async function call(who: 'equipment' | 'foreman', method: 'GET' | 'POST', url: string, payload?: object) {
  const headers = { authorization: tokens[who] }
  const reply = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  return { status: reply.statusCode, body: reply.json() }
}

test('a plan is added for the other machines of its profile, once', async () => {
  const machines = (await call('equipment', 'GET', '/api/machines?pageSize=200')).body as {
    items: { id: string; code: string; active: boolean; profile: { code: string } }[]
  }
  const profile = machines.items.find(({ code }) => code === 'WLD-01')?.profile.code
  const same = machines.items.filter((one) => one.active && one.profile.code === profile)
  expect(same.length).toBeGreaterThan(2)
  const input = {
    machineId: same[0]?.id,
    title: '送丝机清洁',
    instructions: '断电后清洁',
    trigger: 'days',
    every: 30,
    lastDoneOn: '2026-03-01',
    noticeDays: 2,
    active: true,
  }
  const plan = (await call('equipment', 'POST', '/api/maintenance-plans', input)).body as PlanRow
  await call('equipment', 'POST', '/api/maintenance-plans', { ...input, machineId: same[1]?.id, every: 90 })
  const url = `/api/maintenance-plans/${plan.id}/repeat`
  expect((await call('foreman', 'POST', url)).status).toBe(403)
  expect((await call('equipment', 'POST', url)).body).toEqual({ added: same.length - 2 })
  expect((await call('equipment', 'POST', url)).body).toEqual({ added: 0 })
  const plans = (await call('equipment', 'GET', `/api/maintenance-plans?q=${input.title}&pageSize=200`)).body
  const rows = plans.items as PlanRow[]
  expect(rows.map(({ machineId }) => machineId).toSorted()).toEqual(same.map(({ id }) => id).toSorted())
  expect(rows.filter(({ every }) => every === 30)).toHaveLength(same.length - 1)
  expect(rows.every(({ dueOn, every }) => every !== 30 || dueOn === '2026-03-31')).toBe(true)
  expect((await call('equipment', 'POST', '/api/maintenance-plans/999999/repeat')).status).toBe(404)
})
