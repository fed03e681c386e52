import { expect, test } from 'vitest'
import { decodeNative, type NativeKind, nativeTopic } from './native-payload.rules.ts'

const decode = (kind: NativeKind, body: unknown) => decodeNative(kind, Buffer.from(JSON.stringify(body)))

test('topics', () => {
  expect(nativeTopic('sf/v1/main/weld/W-1/telemetry')).toEqual({ device: 'main/weld/W-1', kind: 'telemetry' })
  for (const wrong of [
    'sf/v1/main/weld/W1',
    'sf/v1/a/b/c/command',
    'sf/v1/a/b/c d/birth',
    'sf/v2/a/b/c/birth',
    '',
  ])
    expect(nativeTopic(wrong)).toBeNull()
})

test('a frame as the format says', () => {
  const sent = {
    v: 1,
    boot: '9f3c',
    seq: 12,
    ts: 1_790_000_000_123,
    m: { st: 3, cur: 612.5, arc: true, no: null },
    q: { cur: 0 },
  }
  expect(decode('telemetry', sent)).toEqual({
    kind: 'frames',
    boot: '9f3c',
    live: true,
    frames: [
      {
        seq: 12,
        ts: 1_790_000_000_123,
        unread: false,
        values: [
          { code: 'st', value: 3, bad: false },
          { code: 'cur', value: 612.5, bad: true },
          { code: 'arc', value: 1, bad: false },
        ],
        texts: [{ code: 'no', text: '', kind: 'null' }],
      },
    ],
  })
})

const frames = (body: unknown) => {
  const decoded = decode('telemetry', body)
  return decoded.kind === 'frames' ? decoded.frames[0] : decoded
}
test('seconds, no time, texts and numbers beyond reach', () => {
  expect(frames({ ts: 1_790_000_000.5, m: {} })).toMatchObject({ ts: 1_790_000_000_500 })
  expect(frames({ m: {} })).toMatchObject({ ts: null, seq: null, unread: false })
  expect(frames({ seq: -1, ts: 'now', m: { a: 'x', b: 2 } })).toMatchObject({
    seq: null,
    ts: null,
    unread: false,
    values: [{ code: 'b' }],
    texts: [{ code: 'a', text: 'x' }],
  })
  expect(frames({ m: { a: [], b: 2 } })).toMatchObject({ unread: true, values: [{ code: 'b' }] })
  expect(frames({ m: { a: 'x'.repeat(257) } })).toMatchObject({ unread: true, values: [] })
  expect(decodeNative('telemetry', Buffer.from('{"m":{"a":1e999}}'))).toMatchObject({
    frames: [{ unread: true }],
  })
})

const refused: [NativeKind, string, string][] = [
  ['telemetry', '', 'json'],
  ['telemetry', '{"m":{"a":NaN}}', 'json'],
  ['telemetry', '[1]', 'shape'],
  ['telemetry', '{"m":[1]}', 'shape'],
  ['telemetry', `{"m":{${Array.from({ length: 201 }, (_, n) => `"s${n}":1`).join()}}}`, 'count'],
  ['history', '{"frames":{}}', 'shape'],
  ['history', '{"frames":[null]}', 'shape'],
  ['history', `{"frames":[${Array.from({ length: 501 }, () => '{"m":{}}').join()}]}`, 'count'],
  ['status', '{"online":1}', 'shape'],
  ['event', '{"id":"1","type":"other"}', 'shape'],
  ['event', '{"id":"1","type":"alarm","data":{"a":{"b":{"c":{"d":{"e":1}}}}}}', 'depth'],
  ['telemetry', `${'['.repeat(100_000)}`, 'json'],
  ['birth', `"${'x'.repeat(256 * 1024)}"`, 'size'],
]
test.each(refused.map(([kind, text, reason]) => [kind, reason, text.slice(0, 40), text] as const))(
  '%s: %s of %s',
  (kind, reason, _, text) => {
    expect(decodeNative(kind, Buffer.from(text))).toEqual({ kind: 'fault', reason })
  },
)

test('bytes that are no UTF-8 are no JSON', () => {
  expect(decodeNative('telemetry', Buffer.from([0x7b, 0xff, 0x7d]))).toEqual({
    kind: 'fault',
    reason: 'json',
  })
})

test('births, states and events', () => {
  expect(decode('birth', { boot: 'b', ts: 1_790_000_000_000, profile: 'weld@3', fw: '2.1\u0000' })).toEqual({
    kind: 'birth',
    birth: { boot: 'b', ts: 1_790_000_000_000, profile: 'weld@3', firmware: '2.1' },
  })
  expect(decode('status', { online: false })).toEqual({ kind: 'status', online: false, boot: '', ts: null })
  expect(decode('event', { id: 'u', type: 'job.start', data: { job: 'A' } })).toMatchObject({
    kind: 'event',
    event: { id: 'u', data: { job: 'A' } },
  })
})
