import type { FigureReport } from '@cloud-factory/contract/oee/machine-figures'
import type { MachineOutOfService } from '@cloud-factory/contract/machine-states/machines-out-of-service'
import type {
  MachineInterval,
  MachineTimeline,
  StopReasonRow,
} from '@cloud-factory/contract/machine-states/machine-states'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { testClock } from '../../../test/clock.ts'
import { madeMachines } from '../../../test/made-machines.ts'
import { planForEquipment } from '../../app/ports.ts'
import { bringUpToDate } from '../oee/follow-states.ts'

let app: TestApp
let keeper: string
let foreman: string
let machine = ''
let other = ''
const clock = testClock('2026-03-20T05:00:00Z')
beforeAll(async () => {
  app = await testApp({ demo: ['identity'], clock })
  const { db } = app.database
  const [one = 0, two = 0] = await madeMachines(db, 2)
  ;[machine, other] = [String(one), String(two)]
  // From 08:00 in the factory: an hour of work, an hour of standing, work again; the other machine stands all the time.
  await db.tx(async (write) => {
    // Of the demo factory only its people are wanted.
    await sql`delete from machine_intervals`.execute(write)
    await sql`insert into machine_tracks (machine_id, plant_id, seen_at)
      select id, 1, ${clock.now()} from machines where id in (${one}, ${two})`.execute(write)
    await sql`insert into machine_intervals (plant_id, machine_id, source, state, t0, t1) values
      (1, ${one}, 'real', 'running', '2026-03-20T00:00Z', '2026-03-20T01:00Z'),
      (1, ${one}, 'real', 'idle', '2026-03-20T01:00Z', '2026-03-20T02:00Z'),
      (1, ${one}, 'real', 'running', '2026-03-20T02:00Z', null),
      (1, ${two}, 'real', 'idle', '2026-03-20T00:00Z', null)`.execute(write)
  })
  keeper = (await app.signIn('equipment')).token
  foreman = (await app.signIn('foreman')).token
}, 300_000)
afterAll(() => app.close())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
async function ask<T>(token: string, method: Method, url: string, payload?: object) {
  const headers = { authorization: token }
  const reply = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  return { status: reply.statusCode, body: (reply.body === '' ? null : reply.json()) as T }
}
const prompts = async () =>
  (
    await ask<{ items: (MachineInterval & { machine: { id: string }; seconds: number })[] }>(
      foreman,
      'GET',
      '/api/stop-prompts?days=1',
    )
  ).body.items
const inputs = async () => {
  await bringUpToDate({ db: app.database.db, clock, plan: planForEquipment, plantId: 1 })
  const url = `/api/equipment/figures?from=2026-03-20&to=2026-03-20&by=machine&machineId=${machine}`
  return (await ask<FigureReport>(keeper, 'GET', url)).body.total.inputs
}

test('a span out of service leaves the planned time and the questions, and comes back with it', async () => {
  const before = await inputs()
  expect(await prompts()).toHaveLength(2)
  const span = { kind: 'maintenance', from: '2026-03-20T01:00:00Z', to: '2026-03-20T02:00:00Z', note: '大修' }
  expect(
    (await ask(foreman, 'POST', '/api/machines-out-of-service', { machineId: machine, ...span })).status,
  ).toBe(403)
  const made = await ask<MachineOutOfService>(keeper, 'POST', '/api/machines-out-of-service', {
    machineId: machine,
    ...span,
  })
  expect(made).toMatchObject({
    status: 201,
    body: { machine: { id: machine }, version: 1, can: { edit: true } },
  })
  const again = await ask(keeper, 'POST', '/api/machines-out-of-service', {
    machineId: machine,
    ...span,
    to: null,
  })
  expect(again.body).toMatchObject({ code: 'state.refused', params: { reason: 'out_of_service.overlap' } })
  const out = await inputs()
  expect(out.idleS).toBe(0)
  expect(out.plannedS).toBe(before.plannedS - before.idleS)
  expect(out.plannedStopS).toBe(before.plannedStopS + before.idleS)
  expect((await prompts()).map((stop) => stop.machine.id)).toEqual([other])
  const timeline = await ask<MachineTimeline>(
    keeper,
    'GET',
    `/api/machines/${machine}/states?from=2026-03-20T00:00:00Z&to=2026-03-20T05:00:00Z`,
  )
  expect(timeline.body.outOfService).toEqual([
    { kind: 'maintenance', from: '2026-03-20T01:00:00.000Z', to: '2026-03-20T02:00:00.000Z' },
  ])
  const path = `/api/machines-out-of-service/${made.body.id}`
  const backward = { version: 1, ...span, to: '2026-03-20T00:59:00Z' }
  expect((await ask(keeper, 'PATCH', path, backward)).body).toMatchObject({
    params: { reason: 'out_of_service.span' },
  })
  const longer = await ask<MachineOutOfService>(keeper, 'PATCH', path, { version: 1, ...span, to: null })
  expect(longer.body).toMatchObject({ to: null, version: 2 })
  expect((await ask(keeper, 'PATCH', path, { version: 1, ...span })).status).toBe(409)
  expect((await inputs()).runningS).toBe(3600)
  expect(
    (await ask<{ total: number }>(keeper, 'GET', `/api/machines-out-of-service?machineId=${other}`)).body
      .total,
  ).toBe(0)
  expect((await ask(keeper, 'DELETE', `${path}?version=2`)).status).toBe(204)
  expect(await inputs()).toEqual(before)
})

test('a foreman gives several stops one reason and takes it back; what was changed meanwhile stays', async () => {
  const reasons = (await ask<{ items: StopReasonRow[] }>(foreman, 'GET', '/api/stop-reasons')).body.items
  const crane = reasons.find(({ code }) => code === 'MAT-02')
  const stops = (await prompts()).map(({ id, version }) => ({ id, version }))
  const [first, second] = stops
  const give = (items: object[], reasonId: string | null | undefined) =>
    ask<{ items: { id: string; version: number; refused: string | null }[] }>(
      foreman,
      'POST',
      '/api/machine-intervals/reasons',
      { items, reasonId, note: '' },
    )
  const reply = await give(
    [first ?? {}, { ...second, version: 9 }, { id: '999999999', version: 1 }],
    crane?.id,
  )
  expect(reply.body.items.map(({ refused }) => refused)).toEqual([null, 'version.conflict', 'not_found'])
  expect((await prompts()).map(({ id }) => id)).toEqual([second?.id])
  const back = reply.body.items.slice(0, 1).map(({ id, version }) => ({ id, version }))
  expect((await give(back, null)).body.items[0]?.refused).toBeNull()
  expect(await prompts()).toHaveLength(2)
  const group = reasons.find(({ code }) => code === 'MAT')
  expect((await give(back, group?.id)).body).toMatchObject({ params: { reason: 'reason.group' } })
})

test('a stop that was cut in two is joined again; a whole one has nothing to join', async () => {
  const [stop] = (await prompts()).filter(({ machine: { id } }) => id === machine)
  const action = (id: string | undefined, context: string, body: object) =>
    ask<MachineInterval>(foreman, 'POST', `/api/machine-intervals/${id}/${context}`, body)
  const at = '2026-03-20T01:20:00Z'
  const first = (await action(stop?.id, 'split', { version: stop?.version, at })).body
  expect(first.can.join).toBe('interval.uncut')
  expect((await action(first.id, 'join', { version: first.version })).body).toMatchObject({
    params: { reason: 'interval.uncut' },
  })
  const second = (await prompts()).find(({ from }) => Date.parse(from) === Date.parse(at))
  expect(second?.can.join).toBe(true)
  const whole = await action(second?.id, 'join', { version: second?.version })
  expect(whole.body).toMatchObject({ id: stop?.id, from: stop?.from, to: stop?.to })
})
