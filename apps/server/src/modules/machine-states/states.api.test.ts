import type { CalendarMonth } from '@cloud-factory/contract/work-calendar/work-calendar'
import type { FigureReport, StopReport } from '@cloud-factory/contract/oee/machine-figures'
import type { MachineTimeline, StopReasonRow } from '@cloud-factory/contract/machine-states/machine-states'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { testClock } from '../../../test/clock.ts'
import { followerOf, madeMachines, storeFrames } from '../../../test/made-machines.ts'
import { planForEquipment } from '../../app/ports.ts'
import { bringUpToDate } from '../oee/follow-states.ts'

let app: TestApp
let token: string
let machine = ''
const start = Date.parse('2026-03-20T00:00:00Z')
const clock = testClock('2026-03-20T00:00:00Z')
beforeAll(async () => {
  app = await testApp({ demo: 'none', clock })
  const { db } = app.database
  const [id = 0] = await madeMachines(db, 1)
  machine = String(id)
  // From 08:00 in the factory: two hours of work, forty minutes of standing, a fault of twenty, and work again.
  const follower = followerOf(db, clock)
  const frame = (minute: number, state: number, output: number) => ({
    machineId: id,
    at: start + minute * 60_000,
    values: [state, output, output * 2, null],
    live: true,
  })
  const timeline: [number, number, number][] = [
    [0, 3, 0],
    [120, 1, 110],
    [160, 4, 110],
    [180, 3, 110],
    [300, 3, 220],
  ]
  for (const [minute, state, output] of timeline) {
    clock.advance((start + minute * 60_000 - clock.now().getTime()) / 1000)
    const frames = [frame(minute, state, output), frame(minute + 0.1, state, output)]
    await storeFrames(db, frames)
    await follower.frames(frames)
    clock.advance(6)
    await follower.tick()
    clock.advance(-6)
  }
  await bringUpToDate({ db, clock, plan: planForEquipment, plantId: 1 })
  // After the clock was moved: nobody stays signed in for five idle hours.
  token = (await app.signIn('admin')).token
}, 300_000)
afterAll(() => app.close())

async function ask<T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) {
  const headers = { authorization: token }
  const reply = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  return { status: reply.statusCode, body: (reply.body === '' ? null : reply.json()) as T }
}

const span = 'from=2026-03-20T00:00:00Z&to=2026-03-20T05:01:00Z'
const timeline = async () =>
  (await ask<MachineTimeline>('GET', `/api/machines/${machine}/states?${span}`)).body
const figures = async (by: string) =>
  (await ask<FigureReport>('GET', `/api/equipment/figures?from=2026-03-20&to=2026-03-20&by=${by}`)).body

test('the timeline tells what the machine did, in which shift, and asks why it stood', async () => {
  const { intervals, shifts } = await timeline()
  // Silence of more than a minute is no work: what lies between the frames of this test is not known.
  expect(intervals.filter(({ state }) => state !== 'offline').map(({ state }) => state)).toEqual([
    'running',
    'idle',
    'fault',
    'running',
    'running',
  ])
  expect(shifts).toMatchObject([{ day: '2026-03-20', shift: { zh: '白班' }, planned: [{}, {}] }])
  expect((await ask('GET', '/api/machines/999999/states?' + span)).status).toBe(404)
})

test('a stop gets its reason once, by name; groups and work get none', async () => {
  const reasons = (await ask<{ items: StopReasonRow[] }>('GET', '/api/stop-reasons')).body.items
  const group = reasons.find(({ code }) => code === 'MAT')
  const crane = reasons.find(({ code }) => code === 'MAT-02')
  expect(reasons.indexOf(crane as StopReasonRow)).toBeGreaterThan(reasons.indexOf(group as StopReasonRow))
  const { intervals } = await timeline()
  const first = (state: string) => intervals.find((interval) => interval.state === state)
  const give = (to: ReturnType<typeof first>, reasonId: string | null | undefined, note = '') =>
    ask<Record<string, unknown>>('PUT', `/api/machine-intervals/${to?.id}/reason`, {
      version: to?.version,
      reasonId,
      note,
    })
  const [stop, work] = [first('idle'), first('running')]
  const ofWork = await give(work, crane?.id)
  expect(ofWork.body).toMatchObject({ code: 'state.refused', params: { reason: 'interval.no_stop' } })
  expect((await give(stop, group?.id)).body).toMatchObject({ params: { reason: 'reason.group' } })
  const reply = await give(stop, crane?.id, '2 号行车')
  expect(reply.body).toMatchObject({ reasonId: crane?.id, note: '2 号行车', asksReason: false })
  expect((await give(stop, null)).status).toBe(409)
  const { id, version } = crane as StopReasonRow
  expect((await ask('DELETE', `/api/stop-reasons/${id}?version=${version}`)).status).toBe(409)
})

test('a stop is cut in two within its time only', async () => {
  const fault = (await timeline()).intervals.find(({ state }) => state === 'fault')
  const cut = (at: string) =>
    ask<Record<string, unknown>>('POST', `/api/machine-intervals/${fault?.id}/split`, {
      version: fault?.version,
      at,
    })
  expect((await cut('2026-03-20T05:00:00Z')).body).toMatchObject({ params: { reason: 'interval.outside' } })
  const at = new Date(Date.parse(fault?.from ?? '') + 3000).toISOString()
  expect((await cut(at)).body).toMatchObject({ to: at })
  expect((await timeline()).intervals.filter(({ state }) => state === 'fault')).toHaveLength(2)
})

test('figures are sums of the shift, with what they are made of; a planned reason takes the stop out of them', async () => {
  const before = await figures('shift')
  expect(before.total.inputs).toMatchObject({ output: 220, outputUnit: 'm', energyKwh: 440, failures: 1 })
  expect(before.rows).toMatchObject([{ names: { zh: '白班' }, machines: 1 }])
  const planned = (await ask<{ items: StopReasonRow[] }>('GET', '/api/stop-reasons')).body.items.find(
    ({ code }) => code === 'PLN-02',
  )
  const stop = (await timeline()).intervals.find(({ state }) => state === 'idle')
  await ask('PUT', `/api/machine-intervals/${stop?.id}/reason`, {
    version: stop?.version,
    reasonId: planned?.id,
    note: '',
  })
  await bringUpToDate({ db: app.database.db, clock, plan: planForEquipment, plantId: 1 })
  const after = await figures('machine')
  const idle = before.total.inputs.idleS
  expect(idle).toBeGreaterThan(0)
  expect(after.total.inputs.plannedS).toBeCloseTo(before.total.inputs.plannedS - idle, 6)
  expect(after.total.inputs.idleS).toBe(0)
  const stops = await ask<StopReport>('GET', '/api/equipment/stops?from=2026-03-20&to=2026-03-20')
  expect(stops.body.bars.map(({ names, state }) => names?.en ?? state)).toContain('Meeting or training')
  expect(stops.body.bars.at(-1)?.cumulative).toBeCloseTo(1, 9)
  expect((await ask('GET', '/api/equipment/stops?from=2026-03-20&to=2026-03-19')).status).toBe(409)
})

test('the calendar is the factory’s until a workshop has its own; days off plan nothing', async () => {
  const month = async (more = '') =>
    (await ask<CalendarMonth>('GET', `/api/work-calendar?month=2026-03${more}`)).body
  const first = await month()
  expect(first.days).toHaveLength(31)
  expect(first.days[19]).toMatchObject({ day: '2026-03-20', plannedMinutes: 1320, exception: null })
  expect(first.days[21]).toMatchObject({ day: '2026-03-22', plannedMinutes: 0, shiftIds: [] })
  const mark = { workshopId: null, from: '2026-03-27', to: '2026-03-28', kind: 'off', name: '检修' }
  expect((await ask('PUT', '/api/work-calendar/days', mark)).body).toEqual({ days: 2 })
  expect((await month()).days[26]).toMatchObject({
    plannedMinutes: 0,
    exception: { kind: 'off', name: '检修', isOwn: true },
  })
  await ask('PUT', '/api/work-calendar/days', { ...mark, kind: null })
  expect((await month()).days[26]?.exception).toBeNull()
  const [shift] = first.pattern.shifts
  const outside = { shiftId: shift?.shiftId, weekdays: [1], breaks: [{ startsAt: '21:00', minutes: 30 }] }
  const pattern = { workshopId: null, version: first.pattern.version, promptMinutes: 5 }
  expect(
    (await ask('PUT', '/api/work-calendar/pattern', { ...pattern, shifts: [outside] })).body,
  ).toMatchObject({
    params: { reason: 'break.outside' },
  })
  const saved = await ask('PUT', '/api/work-calendar/pattern', {
    ...pattern,
    shifts: [{ ...shift, weekdays: [7, 1] }],
  })
  expect(saved.body).toMatchObject({ version: pattern.version + 1, shifts: [{ weekdays: [1, 7] }] })
  expect((await month()).days[21]).toMatchObject({ shiftIds: [shift?.shiftId] })
  expect((await ask('PUT', '/api/work-calendar/pattern', { ...pattern, shifts: [] })).status).toBe(409)
})
