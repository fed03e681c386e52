import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { QueuedFrame } from './telemetry.types.ts'
import { queuedIngest } from './ingest.fixtures.ts'
import { mutatedBytes } from './mutated-bytes.fixtures.ts'

// 20 000 messages made of bytes, of JSON and of mutated good ones: none throws, each is taken or counted.

const kinds = ['birth', 'status', 'telemetry', 'history', 'event']
const good = [
  '{"v":1,"boot":"b","seq":12,"ts":1774008000000,"m":{"st":3,"cur":612.5,"volt":31.2},"q":{"volt":0}}',
  '{"v":1,"boot":"b","frames":[{"seq":1,"ts":1774008000000,"m":{"st":1}},{"seq":2,"ts":1774007000000,"m":{"cur":1}}]}',
  '{"online":true,"boot":"b","ts":1774008000000}',
  '{"v":1,"boot":"b","ts":1774008000000,"profile":"test-welder@1","fw":"2.1"}',
  '{"id":"u-1","ts":1774008000000,"type":"job.start","data":{"job":"GL-1"}}',
]

/** Some bytes of a good message changed, cut out or doubled. */
const mutated = fc
  .tuple(
    fc.constantFrom(...good),
    fc.array(fc.tuple(fc.nat(120), fc.constantFrom('set', 'cut', 'double'), fc.nat(255)), { maxLength: 6 }),
  )
  .map(([text, changes]) => mutatedBytes(text, changes))
const nasty = fc.constantFrom(
  '{"m":{"cur":1e308,"volt":-1e308}}',
  '{"m":{"cur":1e999}}',
  '{"m":{"__proto__":1,"constructor":2,"toString":3}}',
  '{"ts":1e308,"m":{"cur":1}}',
  '{"ts":9007199254740993,"m":{"cur":1}}',
  '{"ts":1,"m":{"cur":1}}',
  '{"ts":-5,"m":{"cur":1}}',
  '{"seq":9007199254740991,"boot":"b","m":{"cur":1}}',
  '{"frames":[{"ts":1e308,"m":{"cur":1}},{"ts":0.001,"m":{"cur":1}}]}',
  `{"data":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)},"id":"1","type":"alarm"}`,
  '[]',
  'null',
  '""',
  '',
)
const payload = fc.oneof(
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 2, arbitrary: fc.json().map((text) => Buffer.from(text)) },
  { weight: 5, arbitrary: mutated },
  { weight: 1, arbitrary: nasty.map((text) => Buffer.from(text)) },
)
const topic = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...kinds).map((kind) => `sf/v1/main/weld/W1/${kind}`) },
  { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
)

test('20 000 messages: none throws, all values taken are finite, in their slots and of a believable time', () => {
  const { ingest, queue, counted, clock } = queuedIngest()
  const now = clock.now().getTime()
  let accepted = 0
  const check = (frame: QueuedFrame) => {
    accepted += 1
    expect(frame.values).toHaveLength(4)
    for (const value of frame.values) expect(value === null || Number.isFinite(value)).toBe(true)
    expect(Number.isInteger(frame.at)).toBe(true)
    expect(frame.at).toBeLessThanOrEqual(now + 10_000)
    expect(frame.at).toBeGreaterThan(now - 14 * 86_400_000)
  }
  fc.assert(
    fc.property(topic, payload, fc.boolean(), fc.boolean(), (name, bytes, isQos0, isDuplicate) => {
      const before = counted.faults + ingest.counts.messages
      const written = ingest.native({ topic: name, payload: bytes, isQos0, isDuplicate })
      const batch = queue.take()
      for (const frame of batch.frames) check(frame)
      const isHeard = batch.links.length > 0 || batch.events.length > 0 || written !== null
      // Nothing goes by unseen: it is a frame, a link, an event, or it is counted as not taken.
      expect(isHeard || counted.faults + ingest.counts.messages > before).toBe(true)
    }),
    { numRuns: 20_000, seed: 5 },
  )
  expect(accepted).toBeGreaterThan(200)
  expect(counted.faults).toBeGreaterThan(2000)
}, 120_000)

test('a flood that nobody waits for fills the memory neither with events nor with what gateways kept', () => {
  const { ingest, queue, counted } = queuedIngest()
  const say = (kind: string, body: object, isQos0 = true): void =>
    void ingest.native({
      topic: `sf/v1/main/weld/W1/${kind}`,
      payload: Buffer.from(JSON.stringify(body)),
      isQos0,
      isDuplicate: false,
    })
  const at = Date.parse('2026-03-20T11:00:00Z')
  for (let n = 0; n < 12_000; n += 1) {
    say('event', { id: `e${n}`, type: 'alarm', data: { code: 'E1' } })
    say('birth', { boot: 'b' })
  }
  for (let n = 0; n < 50; n += 1)
    say('history', {
      frames: Array.from({ length: 500 }, (_, k) => ({ ts: at + n * 500 + k, m: { cur: 1 } })),
    })
  expect(queue.waiting).toBe(20_000)
  expect(counted.faults).toBe(2000 + 5000)
  // What somebody waits for is taken all the same.
  say('event', { id: 'waited-for', type: 'alarm', data: { code: 'E2' } }, false)
  const events: string[] = []
  let tickets = 0
  while (!queue.isEmpty) {
    const batch = queue.take()
    events.push(...batch.events.map(({ id }) => id))
    tickets += batch.tickets.length
  }
  expect([events.length, events.at(-1), tickets]).toEqual([10_001, 'waited-for', 10_001])
})
