import type { AdapterMapping } from '@cloud-factory/contract/telemetry/adapters'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Adapter, pathOf, placeText, filterOf, matchTopic, topicPattern } from './adapter.rules.ts'
import { compileAdapter, readAdapted, sentTime } from './read-adapted.rules.ts'
import { shippedAdapters } from './shipped-adapters.ts'

describe('a pattern of topics', () => {
  const levels = (pattern: string, topic: string) => {
    const read = topicPattern(pattern)
    if (typeof read === 'string') return read
    const found = matchTopic(read, topic)
    return found === null ? null : Object.fromEntries(found)
  }
  test.each([
    ['/sys/{pk}/{device}/post', '/sys/a/d/post', { pk: 'a', device: 'd' }],
    ['/sys/{pk}/{device}/post', '/sys/a/d/post/x', null],
    ['/sys/{pk}/{device}/post', '/sys/a/d', null],
    ['plant/+/{device}/#', 'plant/x/d/e/f', { device: 'd' }],
    ['plant/#', 'plant', {}],
    ['plant/{device}', 'other/d', null],
    ['{device}/data', 'd/data', 'wide'],
    ['+/data', 'd/data', 'wide'],
    ['#', 'd', 'wide'],
    ['plant/#/x', 'd', 'shape'],
    ['plant/x{device}', 'd', 'shape'],
    ['plant/{Device}', 'd', 'shape'],
    ['$SYS/{a}', 'd', 'shape'],
    ['sf/v1/{a}', 'd', 'own'],
    ['spBv1.0/{a}', 'd', 'own'],
  ])('%s of %s', (pattern, topic, expected) => {
    expect(levels(pattern, topic)).toEqual(expected)
  })
  test('is an MQTT filter with + for its names', () => {
    expect(filterOf('/sys/{pk}/{device}/+/post/#')).toBe('/sys/+/+/+/post/#')
  })
})

describe('a path', () => {
  test.each([
    '$',
    '@',
    '@~',
    '$.*~',
    '$.a.b[3]',
    "$['a b'].*",
    '@.tags[*].name',
    '$.a.b.c.d.e.f.g.h',
    '@.温度',
  ])('%s is read', (text) => expect(typeof pathOf(text)).toBe('object'))
  test.each([
    '',
    'a',
    '$a',
    '$.',
    '$..a',
    '$.a b',
    "$['a",
    '$[a]',
    '$[-1]',
    '$~x',
    `$.${'a'.repeat(70)}`,
    '@.a[?(@.b)]',
  ])('%s is none', (text) => expect(pathOf(text)).toBe('shape'))
  test.each(['$.a.b.c.d.e.f.g.h.i', '$.*.*.*.*.*'])('%s is too deep', (text) =>
    expect(pathOf(text)).toBe('deep'),
  )
})

describe('a time', () => {
  const allowed = 1_571_852_185_000
  test.each([
    [1_571_852_185, allowed],
    [1_571_852_185_000, allowed],
    [1_571_852_185_000_000, allowed],
    ['1571852185', allowed],
    ['1571852185000', allowed],
    ['20191023T173625Z', allowed],
    ['2019-10-23T17:36:25Z', allowed],
    ['2019-10-23T17:36:25.250Z', allowed + 250],
    ['2019-10-24T01:36:25+08:00', allowed],
    ['2019-10-23T12:36:25-0500', allowed],
    ['2019-10-24 01:36:25', allowed],
    ['2019-10-24 01:36:25.5', allowed + 500],
    ['2000-02-29T00:00:00Z', 951_782_400_000],
    ['2100-02-29T00:00:00Z', null],
    ['2019-13-01T00:00:00Z', null],
    ['2019-02-31T00:00:00Z', null],
    ['2019-10-23T25:00:00Z', null],
    ['yesterday', null],
    ['', null],
    [0, null],
    [-5, null],
    [Number.NaN, null],
    [1e300, null],
    [true, null],
    [{}, null],
  ])('%s', (sent, expected) => {
    expect(sentTime(sent, 480)).toBe(expected)
  })
  test('of any instant, written as ISO 8601, comes back', () => {
    const instants = fc.date({ min: new Date(0), max: new Date('2999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(instants, (at) => {
        const text = at.toISOString()
        expect(sentTime(text, 0)).toBe(at.getTime())
        expect(sentTime(text.replace(/[-:]/g, ''), 480)).toBe(at.getTime())
      }),
    )
  })
})

const mapping = (change: Partial<AdapterMapping> = {}): AdapterMapping => ({
  pattern: 'plant/{device}/data',
  gatewayId: null,
  recordsPath: '$',
  device: '{device}',
  timePath: '',
  valuesPath: '@.data.*',
  namePath: '@~',
  valuePath: '@',
  valueTimePath: '',
  errorsPath: '',
  zoneMinutes: 0,
  late: false,
  otherNames: 'same',
  signals: [],
  ...change,
})
function compiled(change: Partial<AdapterMapping> = {}): Adapter {
  const result = compileAdapter(mapping(change))
  if (!result.ok) throw new Error(JSON.stringify(result.faults))
  return result.adapter
}
const read = (change: Partial<AdapterMapping>, message: unknown, topic = 'plant/w1/data') => {
  const adapter = compiled(change)
  const text = typeof message === 'string' ? message : JSON.stringify(message)
  const { values, misses } = readAdapted(
    adapter,
    matchTopic(adapter.pattern, topic) ?? new Map(),
    Buffer.from(text),
  )
  return {
    values: values.map(({ device, signal, value, at }) => [device, signal, value, at]),
    misses: misses.map(({ reason, place }) => [reason, placeText(place)]),
  }
}

describe('what a person wrote', () => {
  test.each([
    [{ pattern: '#' }, 'pattern', 'topic.wide'],
    [{ device: '{line}' }, 'device', 'device.level'],
    [{ device: '{device' }, 'device', 'path.shape'],
    [{ recordsPath: '@.a' }, 'recordsPath', 'path.root'],
    [{ recordsPath: 'a' }, 'recordsPath', 'path.shape'],
    [{ valuesPath: '$.a' }, 'valuesPath', 'path.root'],
    [{ namePath: '@.*' }, 'namePath', 'path.star'],
    [{ timePath: '$.a.b.c.d.e.f.g.h.i.j' }, 'timePath', 'path.deep'],
  ] as const)('%j cannot be read', (change, field, reason) => {
    expect(compileAdapter(mapping(change))).toEqual({ ok: false, faults: [{ field, reason }] })
  })
})

describe('a shipped adapter reads its sample', () => {
  const samples: Record<string, [unknown, unknown]> = {
    neuron_values: [
      [
        ['welder-1', 'cur', 612.5, 1_650_006_388_943],
        ['welder-1', 'volt', 31.2, 1_650_006_388_943],
      ],
      [['reported', '$.errors.gas']],
    ],
    neuron_tags: [
      [['welder-1', 'cur', 612.5, 1_650_006_388_943]],
      [
        ['reported', '$.tags[1].error'],
        ['empty', '$.tags[1]'],
      ],
    ],
    alink: [
      [
        ['welder-1', 'cur', 612.5, 1_524_448_722_000],
        ['welder-1', 'volt', 31.2, 1_524_448_722_000],
      ],
      [],
    ],
    alink_history: [
      [
        ['welder-1', 'cur', 612.5, 1_524_448_722_000],
        ['welder-1', 'volt', 31.2, 1_524_448_722_000],
        ['welder-1', 'cur', 612, 1_524_448_723_000],
      ],
      [],
    ],
    huawei: [
      [
        ['welder-1', 'cur', 612.5, 1_571_852_185_000],
        ['welder-1', 'volt', 31.2, 1_571_852_185_000],
      ],
      [],
    ],
    thingsboard: [
      [
        ['welder-1', 'cur', 612.5, 1_483_228_800_000],
        ['welder-1', 'volt', 31.2, 1_483_228_800_000],
        ['welder-1', 'cur', 598, 1_483_228_801_000],
        ['welder-2', 'cur', 0, 1_483_228_800_000],
      ],
      [],
    ],
    free: [
      [
        ['welder-1', 'cur', 612.5, 1_773_965_730_250],
        ['welder-1', 'st', 3, 1_773_965_730_250],
      ],
      [['unnamed', '$.data.note']],
    ],
  }
  test.each(shippedAdapters.map((shipped) => [shipped.id, shipped] as const))('%s', (id, shipped) => {
    const { id: _id, topic, sample, ...rest } = shipped
    expect(read(rest, sample, topic)).toEqual({ values: samples[id]?.[0], misses: samples[id]?.[1] })
  })
})

describe('values', () => {
  const signals = [
    { name: 'i', signal: 'cur', factor: 0.1, offset: 1, unit: '', words: [{ word: 'MAX', number: 5000 }] },
  ]
  test.each([
    [3, 1.3],
    ['3', 1.3],
    [' 3.50e1 ', 4.5],
    [true, 1.1],
    ['MAX', 501],
  ])('%j × 0.1 + 1 is %j', (sent, value) => {
    expect(read({ signals }, { data: { i: sent } }).values).toEqual([['w1', 'cur', value, null]])
  })
  test.each([
    ['RUN', 'no_number'],
    ['', 'no_number'],
    ['0x10', 'no_number'],
    [{}, 'no_number'],
    [[], 'no_number'],
    [null, 'empty'],
  ])('%j is %s', (sent, reason) => {
    expect(read({ signals }, { data: { i: sent } })).toEqual({ values: [], misses: [[reason, '$.data.i']] })
  })
  test('of a record whose time is none are not taken', () => {
    const message = { t: 'soon', data: { i: 1 } }
    expect(read({ timePath: '@.t' }, message)).toEqual({ values: [], misses: [['time', '$']] })
  })
  test('without the device are not taken', () => {
    const change = { device: '{$.line}-{@.id}' }
    expect(read(change, { id: 7, line: 'A', data: { i: 1 } }).values).toEqual([['A-7', 'i', 1, null]])
    expect(read(change, { line: 'A', data: { i: 1 } }).misses).toEqual([['no_device', '$']])
  })
  test.each([
    ['{', 'json', '$'],
    ['5', 'no_values', '$'],
    ['{"data":{}}', 'no_values', '$'],
  ])('%s says nothing: %s', (message, reason, place) => {
    expect(read({}, message)).toEqual({ values: [], misses: [[reason, place]] })
  })
  test('beyond what a message may hold are left, and that is said', () => {
    const many = { data: Object.fromEntries(Array.from({ length: 21_000 }, (_, n) => [`s${n}`, 1])) }
    const { values, misses } = read({}, many)
    expect(values).toHaveLength(5000)
    expect(misses).toContainEqual(['count', '$'])
  })
})
