import { describe, expect, test } from 'vitest'
import { queuedIngest } from './ingest.fixtures.ts'

const made = () => {
  const { ingest, queue, clock, sender } = queuedIngest()
  const now = () => clock.now().getTime()
  const say = (kind: string, body: object, retained = false) =>
    void ingest.native({
      topic: `sf/v1/main/weld/W1/${kind}`,
      payload: Buffer.from(JSON.stringify(body)),
      isQos0: false,
      isDuplicate: retained,
    })
  /** What waits to be written since the last time: frames by their age in seconds, and what is said of the link. */
  const accepted = () => {
    const { frames, links } = queue.take()
    return {
      frames: frames.map(({ at, live }) => `${live ? 'live' : 'stored'} ${(now() - at) / 1000}`),
      online: links[0]?.online,
    }
  }
  const silences = () => queue.take().links.map(({ silentSince }) => silentSince)
  return { clock, sender, say, accepted, now, silences }
}

describe('what a broker kept for us', () => {
  test('is stored, and live only while it still says how the machine is', () => {
    const { say, accepted, now } = made()
    for (const [seq, age] of [3600, 600, 61, 59, 1].entries())
      say('telemetry', { boot: 'b', seq, ts: now() - age * 1000, m: { cur: 1 } }, true)
    expect(accepted()).toEqual({
      frames: ['live 59', 'live 1', 'stored 3600', 'stored 600', 'stored 61'],
      online: true,
    })
  })

  test('is not live without a time that can be trusted', () => {
    const { say, accepted, now } = made()
    say('telemetry', { m: { cur: 1 } }, true)
    say('telemetry', { boot: 'b', ts: now() + 3_600_000, m: { cur: 2 } }, true)
    expect(accepted()).toEqual({ frames: ['stored 0', 'stored 0'], online: undefined })
  })

  test('does not say that the machine is there now, whichever message it is', () => {
    const { say, accepted, now, clock } = made()
    const ts = now() - 3_600_000
    say('telemetry', { boot: 'b', ts, m: { cur: 1 } }, true)
    expect(accepted().online).toBeUndefined()
    say('birth', { boot: 'b', ts, profile: 'test-welder@1', fw: '2.1' }, true)
    expect(accepted().online).toBeUndefined()
    say('status', { boot: 'b', ts, online: true }, true)
    say('status', { online: true }, true)
    expect(accepted().online).toBeUndefined()
    say('status', { online: false }, true)
    expect(accepted().online).toBe(false)
    say('birth', { boot: 'b', ts: now() - 1000 }, true)
    expect(accepted().online).toBe(true)
    clock.advance(3600)
    say('birth', {})
    expect(accepted().online).toBe(true)
  })

  test('does not move a clock that is known, however long the broker delivers', () => {
    const { say, accepted, now, clock, sender } = made()
    say('telemetry', { boot: 'b', ts: now(), m: { cur: 1 } })
    const from = now()
    clock.advance(7200)
    for (let second = 0; second < 1200; second += 1) {
      clock.advance(1)
      say('telemetry', { boot: 'b', ts: from + second * 1000, m: { cur: 1 } }, true)
    }
    expect(sender.clock.offset).toBe(0)
    expect(accepted().frames.filter((frame) => frame.startsWith('live'))).toEqual(['live 8400'])
  })
})

test('a frame that was under way for longer than its machine may be silent is stored, whoever kept it', () => {
  const { say, accepted, now, clock } = made()
  say('telemetry', { boot: 'b', ts: now(), m: { cur: 1 } })
  clock.advance(120)
  say('telemetry', { boot: 'b', ts: now() - 110_000, m: { cur: 900 } })
  say('telemetry', { boot: 'b', ts: now(), m: { cur: 1 } })
  expect(accepted().frames).toEqual(['live 120', 'live 0', 'stored 110'])
})

test('a value of a device that sends only what changes is live however old it is', () => {
  const { accepted, now, sender } = made()
  sender.byException = true
  expect(sender.isCurrent(now() - 86_400_000, now())).toBe(true)
  sender.byException = false
  expect(sender.isCurrent(now() - 86_400_000, now())).toBe(false)
  expect(accepted().frames).toEqual([])
})

test('a silence that nobody noticed while it lasted is told of once it is over', () => {
  const { say, clock, now, silences } = made()
  const [from, heard] = [now(), () => say('status', { online: true })]
  heard()
  clock.advance(59)
  heard()
  // Nothing could be written meanwhile: what was heard is not forgotten by what comes later.
  clock.advance(300)
  heard()
  clock.advance(10)
  heard()
  expect(silences()).toEqual([from + 59_000])
  clock.advance(30)
  heard()
  expect(silences()).toEqual([undefined])
})

test('an event says that its machine is there', () => {
  const { say, accepted } = made()
  say('event', { id: 'e-1', type: 'job.start', data: {} })
  expect(accepted().online).toBe(true)
})
