import type { Scenario } from '@cloud-factory/domain/simulator/simulator-enums'
import { describe, expect, test } from 'vitest'
import type { Message } from './messages.rules.ts'
import type { PlantMachine } from './plant.types.ts'
import { playSite } from './play-site.ts'

const machine: PlantMachine = {
  code: 'SAW-01',
  site: 'sim',
  line: 'A',
  source: 'sim',
  machineClass: 'gantry_saw',
  profileCode: 'gantry-saw',
  profileVersion: 3,
  rateMs: 1_000,
  standardRate: 30,
  ratedKw: 60,
  signals: [
    { code: 'st', kind: 'state', role: 'state', low: null, high: null },
    { code: 'cur', kind: 'gauge', role: 'current', low: 0, high: 1_000 },
  ],
  faults: [{ code: 'E305', text: 'Servo overcurrent', severity: 'critical' }],
}
const startAt = 1_790_000_000_000
const siteOf = (scenario: Scenario = 'normal', machines: readonly PlantMachine[] = [machine]) =>
  playSite({
    machines,
    scenario,
    seed: 1,
    boot: 'b1',
    startAt,
    hourOfDay: () => 10,
    clockAt: startAt,
    warmUpMs: 0,
  })
const read = ({ topic, text, retain }: Message) => ({
  topic,
  retain,
  body: JSON.parse(text) as Record<string, unknown>,
})
const kinds = (messages: readonly Message[]) => messages.map(({ topic }) => topic.split('/').at(-1))

describe('a played machine', () => {
  test('says who it is, then a frame at its rate, numbered on', () => {
    const site = siteOf()
    expect(site.begin().map(read)).toEqual([
      {
        topic: 'sf/v1/sim/A/SAW-01/birth',
        retain: true,
        body: { v: 1, boot: 'b1', ts: startAt, profile: 'gantry-saw@3', fw: 'simulator', rate_ms: 1_000 },
      },
      { topic: 'sf/v1/sim/A/SAW-01/status', retain: true, body: { online: true, boot: 'b1', ts: startAt } },
    ])
    const frames = [1, 2, 3].flatMap((second) => site.pass(1_000, startAt + second * 1_000)).map(read)
    expect(frames.map(({ body }) => body['seq'])).toEqual([1, 2, 3])
    expect(frames[0]).toMatchObject({
      topic: 'sf/v1/sim/A/SAW-01/telemetry',
      retain: false,
      body: { v: 1, boot: 'b1', ts: startAt + 1_000 },
    })
    expect(Object.keys(frames[0]?.body['m'] as object)).toEqual(['st', 'cur'])
    expect(read(site.end(startAt + 9_000)[0] as Message).body).toMatchObject({ online: false })
  })

  test('of a slower rate sends less often', () => {
    const site = siteOf('normal', [{ ...machine, rateMs: 5_000 }])
    const sent = Array.from({ length: 20 }, (_, second) => kinds(site.pass(1_000, startAt + second * 1_000)))
    expect(sent.flat()).toHaveLength(4)
  })

  test('tells when it begins and ends a job, each once', () => {
    // What cuts never waits for pieces.
    const site = siteOf('normal', [{ ...machine, machineClass: 'cutter' }])
    const events = Array.from({ length: 600 }, (_, minute) => site.pass(60_000, startAt + minute * 60_000))
      .flat()
      .filter(({ topic }) => topic.endsWith('/event'))
      .map(({ text }) => JSON.parse(text) as { id: string; type: string })
      .filter(({ type }) => type !== 'alarm')
    expect(events.length).toBeGreaterThan(4)
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    expect(events.map(({ type }) => type).slice(0, 4)).toEqual([
      'job.start',
      'job.end',
      'job.start',
      'job.end',
    ])
  })
})

describe('what a control says of a breakdown', () => {
  const eventsOf = (messages: readonly Message[]) =>
    messages.filter(({ topic }) => topic.endsWith('/event')).map((one) => read(one).body)
  const alarm = { code: 'E305', text: 'Servo overcurrent', severity: 'critical' }

  test('goes out as an event with its code, and once more when it is over', () => {
    const site = siteOf()
    site.plant.breakMachine('SAW-01', 60_000)
    const all = Array.from({ length: 120 }, (_, second) => site.pass(1_000, startAt + second * 1_000)).flat()
    expect(eventsOf(all).filter(({ type }) => type === 'alarm')).toMatchObject([
      { id: 'b1-fault-1-on', ts: startAt, data: { ...alarm, on: true } },
      { id: 'b1-fault-1-off', data: { ...alarm, on: false } },
    ])
  })

  test('is over with the play', () => {
    const site = siteOf()
    site.plant.breakMachine('SAW-01', 60_000)
    site.pass(1_000, startAt + 1_000)
    const last = site.end(startAt + 2_000)
    expect(eventsOf(last)).toMatchObject([{ id: 'b1-fault-1-off', data: { ...alarm, on: false } }])
    expect(kinds(last)).toEqual(['event', 'status'])
    expect(eventsOf(siteOf().end(startAt))).toEqual([])
  })

  test('waits for the link, and keeps the time at which it was', () => {
    const site = siteOf('blackout')
    const pass = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => site.pass(1_000, startAt + (from + n) * 1_000)).flat()
    pass(0, 180)
    site.plant.breakMachine('SAW-01', 60_000)
    expect(eventsOf(pass(180, 400))).toEqual([])
    const reported = eventsOf(pass(400, 600)).filter(({ type }) => type === 'alarm')
    expect(reported.map(({ data }) => (data as { on: boolean }).on)).toEqual([true, false])
    expect(reported[0]?.['ts']).toBe(startAt + 180_000)
  })

  test('is told of a breakdown that was there before anybody looked', () => {
    const cutters = Array.from({ length: 40 }, (_, n): PlantMachine => {
      return { ...machine, code: `CUT-${n}`, machineClass: 'cutter' }
    })
    const early = { scenario: 'normal' as const, boot: 'b1', startAt, hourOfDay: () => 10, clockAt: startAt }
    // Four hours end in the middle of a breakdown with one seed or another.
    const site = Array.from({ length: 30 }, (_, seed) => seed)
      .values()
      .map((seed) => playSite({ ...early, machines: cutters, seed, warmUpMs: 4 * 3_600_000 }))
      .find(({ plant }) => plant.lives.some(({ state }) => state === 'fault'))
    const down = site?.plant.lives.filter(({ state }) => state === 'fault').length ?? 0
    const reported = eventsOf(site?.pass(0, startAt) ?? []).filter(({ type }) => type === 'alarm')
    expect(down).toBeGreaterThan(0)
    expect(reported).toHaveLength(down)
    expect(reported[0]).toMatchObject({ ts: startAt, data: { ...alarm, on: true } })
    expect(eventsOf(site?.pass(0, startAt) ?? [])).toEqual([])
  })
})

test('what a blackout kept comes afterwards as history, whole and in portions', () => {
  const site = siteOf('blackout')
  const all: Message[] = []
  for (let second = 1; second <= 9 * 60; second += 1) all.push(...site.pass(1_000, startAt + second * 1_000))
  const online = all.filter(({ topic }) => topic.endsWith('/status')).map((one) => read(one).body['online'])
  expect(online).toEqual([false, true])
  const history = all.filter(({ topic }) => topic.endsWith('/history')).map(read)
  const sequences = (body: Record<string, unknown>) =>
    (body['frames'] as { seq: number }[]).map(({ seq }) => seq)
  const stored = history.flatMap(({ body }) => sequences(body))
  const live = all
    .filter(({ topic }) => topic.endsWith('/telemetry'))
    .map((one) => read(one).body['seq'] as number)
  expect(stored).toHaveLength(6 * 60)
  expect([...live, ...stored].toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 9 * 60 }, (_, index) => index + 1),
  )
  expect(new Set(kinds(all))).toContain('history')
})
