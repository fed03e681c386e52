import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bornType, take, tick } from './node-session.rules.ts'
import {
  newSession,
  type NodeSession,
  type Outcome,
  type SessionLimits,
  type Metric,
  type EdgeMessageKind,
} from './sparkplug.rules.ts'

const limits: SessionLimits = { reorderMs: 2_000, rebirthMs: 30_000, heldMost: 50, metricsMost: 100 }

const metric = (name: string | null, value: number, alias: number | null = null): Metric => ({
  name,
  alias,
  at: null,
  dataType: name === null ? null : 10,
  historical: false,
  transient: false,
  scalar: true,
  value,
  quality: null,
})

interface Sent {
  readonly seq?: number | null
  readonly device?: string
  readonly metrics?: readonly Metric[]
  readonly now?: number
}
const send = (session: NodeSession, kind: EdgeMessageKind, sent: Sent = {}): Outcome[] =>
  take(
    session,
    {
      kind,
      device: sent.device ?? null,
      payload: { at: 1_000, seq: sent.seq ?? null, metrics: sent.metrics ?? [] },
    },
    sent.now ?? 0,
    limits,
  )

function born(): NodeSession {
  const session = newSession()
  send(session, 'NBIRTH', { seq: 0, metrics: [metric('bdSeq', 4), metric('power', 1, 1)] })
  send(session, 'DBIRTH', { seq: 1, device: 'saw', metrics: [metric('current', 600, 2), metric('volt', 31)] })
  return session
}
const summary = (outcomes: readonly Outcome[]) =>
  outcomes.map((outcome) =>
    outcome.is === 'rebirth' || outcome.is === 'refused' ? `${outcome.is} ${outcome.why}` : outcome.is,
  )
const valuesOf = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap((outcome) =>
    outcome.is === 'values' ? outcome.values.map(({ name, metric: { value } }) => [name, value]) : [],
  )

describe('a session', () => {
  test('births, then values by alias and by name', () => {
    const session = born()
    const outcomes = send(session, 'DDATA', {
      seq: 2,
      device: 'saw',
      metrics: [metric(null, 612.5, 2), metric('volt', 30)],
    })
    expect(valuesOf(outcomes)).toEqual([
      ['current', 612.5],
      ['volt', 30],
    ])
    expect(bornType(session, 'saw')(null, 2)).toBe(10)
    expect(bornType(session, 'saw')('gone', null)).toBeNull()
  })

  test('the sequence goes from 255 on to 0', () => {
    const session = newSession()
    send(session, 'NBIRTH', { seq: 255, metrics: [metric('bdSeq', 0), metric('p', 1)] })
    expect(valuesOf(send(session, 'NDATA', { seq: 0, metrics: [metric('p', 2)] }))).toEqual([['p', 2]])
  })

  test('its own death ends it, with its devices; that of an earlier session does not', () => {
    const session = born()
    expect(summary(send(session, 'NDEATH', { metrics: [metric('bdSeq', 3)] }))).toEqual(['refused old_death'])
    expect(send(session, 'NDEATH', { metrics: [metric('bdSeq', 4)] })).toEqual([
      { is: 'dead', device: 'saw' },
      { is: 'dead', device: null },
    ])
    expect(summary(send(session, 'DDATA', { seq: 2, device: 'saw' }))).toEqual(['rebirth unborn_node'])
  })

  test('a birth again lets go of devices that are not born again', () => {
    const session = born()
    expect(summary(send(session, 'NBIRTH', { seq: 9, metrics: [metric('bdSeq', 4)] }))).toEqual([
      'dead',
      'born',
    ])
    expect(summary(send(session, 'DDATA', { seq: 10, device: 'saw', metrics: [metric('volt', 1)] }))).toEqual(
      ['rebirth unborn_device'],
    )
  })

  test('the death of a device keeps the others', () => {
    const session = born()
    send(session, 'DBIRTH', { seq: 2, device: 'robot', metrics: [metric('gas', 5, 3)] })
    expect(send(session, 'DDEATH', { seq: 3, device: 'saw' })).toEqual([{ is: 'dead', device: 'saw' }])
    expect(
      valuesOf(send(session, 'DDATA', { seq: 4, device: 'robot', metrics: [metric(null, 6, 3)] })),
    ).toEqual([['gas', 6]])
  })
})

describe('births that break the rules', () => {
  test('without bdSeq, without a sequence number, beyond the limit, an alias twice, a metric without name', () => {
    expect(summary(send(newSession(), 'NBIRTH', { seq: 0 }))).toEqual(['refused no_bd_seq'])
    expect(summary(send(newSession(), 'NBIRTH', { metrics: [metric('bdSeq', 0)] }))).toEqual([
      'refused no_seq',
    ])
    const many = Array.from({ length: 120 }, (_, index) => metric(`m${index}`, index))
    expect(summary(send(newSession(), 'NBIRTH', { seq: 0, metrics: [metric('bdSeq', 0), ...many] }))).toEqual(
      ['refused too_many_metrics'],
    )
    const session = born()
    expect(
      summary(
        send(session, 'DBIRTH', {
          seq: 2,
          device: 'robot',
          metrics: [metric('gas', 5, 1), metric(null, 2, 9)],
        }),
      ),
    ).toEqual(['born', 'refused alias_twice', 'refused unnamed_metric'])
  })

  test('an unknown metric asks for a rebirth, the known ones count', () => {
    const outcomes = send(born(), 'DDATA', {
      seq: 2,
      device: 'saw',
      metrics: [metric('volt', 30), metric('new', 1)],
    })
    expect(summary(outcomes)).toEqual(['values', 'rebirth unknown_metric'])
    // The alias of another device is not this one's.
    expect(summary(send(born(), 'DDATA', { seq: 2, device: 'saw', metrics: [metric(null, 1, 1)] }))).toEqual([
      'rebirth unknown_metric',
    ])
  })
})

describe('a gap', () => {
  const data = (session: NodeSession, seq: number, now = 0) =>
    send(session, 'NDATA', { seq, now, metrics: [metric('power', seq)] })

  test('holds what comes after it until it is filled', () => {
    const session = born()
    expect(data(session, 4)).toEqual([])
    expect(data(session, 3)).toEqual([])
    expect(valuesOf(data(session, 2)).map(([, value]) => value)).toEqual([2, 3, 4])
    expect(tick(session, 60_000, limits)).toEqual([])
  })

  test('that stays open gives its values in order and asks for a rebirth', () => {
    const session = born()
    data(session, 4, 100)
    data(session, 3, 200)
    expect(tick(session, 2_099, limits)).toEqual([])
    const outcomes = tick(session, 2_100, limits)
    expect(valuesOf(outcomes).map(([, value]) => value)).toEqual([3, 4])
    expect(summary(outcomes).at(-1)).toBe('rebirth gap')
    expect(valuesOf(data(session, 5, 2_200))).toEqual([['power', 5]])
  })

  test('never holds more than its limit', () => {
    const session = born()
    for (let seq = 3; seq < 3 + limits.heldMost; seq += 1) expect(data(session, seq)).toEqual([])
    expect(summary(data(session, 3 + limits.heldMost)).at(-1)).toBe('rebirth held_too_many')
    expect(session.held.size).toBe(0)
  })

  test('any order within the time gives every value once, in order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([2, 3, 4, 5, 6, 7, 8, 9], { minLength: 8 }), (order) => {
        const session = born()
        const got = order.flatMap((seq) => valuesOf(data(session, seq)).map(([, value]) => value))
        expect(got).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
      }),
    )
  })
})

test('rebirths are asked for ever more rarely while they do not help, and afresh after a birth', () => {
  const session = newSession()
  const askedAt: number[] = []
  for (let now = 0; now < 400_000; now += 1_000)
    if (send(session, 'NDATA', { seq: 0, now }).length > 0) askedAt.push(now)
  expect(askedAt).toEqual([0, 30_000, 90_000, 210_000])
  send(session, 'NBIRTH', { seq: 0, metrics: [metric('bdSeq', 0)], now: 400_000 })
  expect(session.rebirthsInVain).toBe(0)
})
