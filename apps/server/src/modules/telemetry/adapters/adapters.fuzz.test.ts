import type { AdapterMapping } from '@cloud-factory/contract/telemetry/adapters'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileAdapter, readAdapted } from './read-adapted.rules.ts'
import { placeText, matchTopic } from './adapter.rules.ts'
import { shippedAdapters } from './shipped-adapters.ts'
import { mutatedBytes } from '../mutated-bytes.fixtures.ts'

// 20 000 messages made of bytes, of JSON and of the makes' samples with bytes changed, read by every shipped adapter, and
// mappings made up: nothing throws, what is taken is finite and named, and the rest is said.

const mutated = fc
  .tuple(
    fc.constantFrom(...shippedAdapters.map(({ sample }) => sample)),
    fc.array(fc.tuple(fc.nat(250), fc.constantFrom('set', 'cut', 'double'), fc.nat(255)), { maxLength: 5 }),
  )
  .map(([text, changes]) => mutatedBytes(text, changes))
const nasty = fc.constantFrom(
  '{"params":{"__proto__":{"value":1},"constructor":{"value":2}}}',
  '{"params":{"Current":{"value":1e308,"time":1e308}}}',
  '{"devices":[{"deviceId":{},"services":[{"data":[],"eventTime":"20191023T173625Z"}]}]}',
  '{"devices":[{"deviceId":"\\u0000","services":"x"}]}',
  `{"welder":${'['.repeat(4000)}1${']'.repeat(4000)}}`,
  `{"values":{"${'a'.repeat(5000)}":1},"node":"${'b'.repeat(5000)}","timestamp":1}`,
  '{"node":"x","timestamp":"20191023T173625Z","values":{"cur":"1e999"},"errors":null}',
  '[]',
  'null',
  '',
)
const payload = fc.oneof(
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 2, arbitrary: fc.json().map((text) => Buffer.from(text)) },
  { weight: 6, arbitrary: mutated },
  { weight: 1, arbitrary: nasty.map((text) => Buffer.from(text)) },
)

const made = shippedAdapters.map(({ id, topic, sample: _sample, ...mapping }) => {
  const compiled = compileAdapter(mapping)
  if (!compiled.ok) throw new Error(`${id} cannot be read`)
  return { adapter: compiled.adapter, levels: matchTopic(compiled.adapter.pattern, topic) ?? new Map() }
})

test('20 000 messages of every make: none throws, what is taken is finite, and what is not is said', () => {
  let accepted = 0
  let missed = 0
  fc.assert(
    fc.property(payload, (bytes) => {
      const all = made.map(({ adapter, levels }) => readAdapted(adapter, levels, bytes))
      const [values, misses] = [all.flatMap((one) => one.values), all.flatMap((one) => one.misses)]
      for (const { value, at, device, signal, place } of values) {
        expect(Number.isFinite(value)).toBe(true)
        expect(at === null || (Number.isInteger(at) && at > 0)).toBe(true)
        expect(device.length > 0 && device.length <= 128 && signal.length > 0).toBe(true)
        expect(placeText(place)).toMatch(/^\$/)
      }
      accepted += values.length
      missed += misses.length
      for (const one of all) expect(one.values.length + one.misses.length).toBeGreaterThan(0)
    }),
    { numRuns: 20_000, seed: 5 },
  )
  expect(accepted).toBeGreaterThan(1000)
  expect(missed).toBeGreaterThan(5000)
}, 120_000)

test('mappings made up: each is refused by field or reads without throwing', () => {
  const word = fc.oneof(
    fc.constantFrom(
      '$',
      '@',
      '.',
      '*',
      '[',
      ']',
      '~',
      '{',
      '}',
      '/',
      '#',
      '+',
      "'",
      '0',
      'a',
      'device',
      '$.a.*',
      '[*]',
    ),
    fc.string({ maxLength: 6 }),
  )
  const anything = fc.array(word, { maxLength: 8 }).map((words) => words.join(''))
  const step = fc.constantFrom('.*', '[*]', '.a', '[0]', "['x y']", '.values', '.params', '.value')
  const path = (root: string) => fc.array(step, { maxLength: 4 }).map((steps) => root + steps.join(''))
  const text = fc.oneof(
    { weight: 1, arbitrary: anything },
    { weight: 9, arbitrary: fc.oneof(path('$'), path('@')) },
  )
  const [first] = shippedAdapters
  const mapping = fc
    .record(
      {
        pattern: fc.oneof({ weight: 9, arbitrary: fc.constant('plant/{a}/{b}') }, anything),
        device: fc.oneof({ weight: 9, arbitrary: text.map((inner) => `{${inner}}`) }, anything),
        recordsPath: text,
        valuesPath: text,
        namePath: text,
        valuePath: text,
        timePath: text,
        errorsPath: text,
      },
      { requiredKeys: [] },
    )
    .map((change) => ({ ...(first as AdapterMapping), ...change }))
  let read = 0
  fc.assert(
    fc.property(mapping, payload, (one, bytes) => {
      const compiled = compileAdapter(one)
      if (!compiled.ok) {
        expect(compiled.faults.length).toBeGreaterThan(0)
        return
      }
      read += 1
      readAdapted(compiled.adapter, matchTopic(compiled.adapter.pattern, 'plant/a/b') ?? new Map(), bytes)
    }),
    { numRuns: 5000, seed: 7 },
  )
  expect(read).toBeGreaterThan(50)
}, 120_000)
