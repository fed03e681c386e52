import { describe, expect, test } from 'vitest'
import { edgeFrames, dataTypes, type Metric, type MetricValue } from './sparkplug.rules.ts'

const named = (name: string, value: MetricValue, more: Partial<Metric> = {}) => ({
  name,
  metric: {
    name,
    alias: null,
    at: null,
    dataType: 10,
    historical: false,
    transient: false,
    scalar: true,
    value,
    quality: null,
    ...more,
  },
})

describe('values of a message', () => {
  test('by their instants, oldest first; history apart', () => {
    const { frames } = edgeFrames(1_000, [
      named('cur', 600),
      named('volt', 31, { at: 900 }),
      named('gas', 5),
      named('cur', 590, { at: 500, historical: true }),
    ])
    expect(frames).toEqual([
      { at: 500, historical: true, values: [{ code: 'cur', value: 590, bad: false }], texts: [] },
      { at: 900, historical: false, values: [{ code: 'volt', value: 31, bad: false }], texts: [] },
      {
        at: 1_000,
        historical: false,
        values: [
          { code: 'cur', value: 600, bad: false },
          { code: 'gas', value: 5, bad: false },
        ],
        texts: [],
      },
    ])
  })

  test.each([
    [true, 1],
    [false, 0],
    [12n, 12],
  ] as const)('%s is %s', (value, expected) => {
    expect(edgeFrames(1, [named('x', value)]).frames[0]?.values[0]?.value).toBe(expected)
  })

  test('a short text may be an alarm code; a long one is none, and so is a bad one', () => {
    const { frames, unread } = edgeFrames(1, [
      named('alm', 'E305'),
      named('old', '', { at: 0 }),
      named('note', 'x'.repeat(257)),
      named('wrong', 'E1', { quality: 0 }),
    ])
    expect(frames.map(({ texts }) => texts)).toEqual([
      [{ code: 'old', text: '' }],
      [{ code: 'alm', text: 'E305' }],
    ])
    expect(unread).toBe(1)
  })

  test('a text never turns into a number; a large number, a date and no value are kept as what they are', () => {
    const { frames } = edgeFrames(1, [
      named('program', 'running'),
      named('job', 9_007_199_254_740_993n),
      named('due', Date.UTC(2026, 2, 20), { dataType: dataTypes.dateTime }),
      named('operator', null),
    ])
    expect(frames[0]?.values.map(({ code }) => code)).toEqual(['job', 'due'])
    expect(frames[0]?.texts).toEqual([
      { code: 'program', text: 'running' },
      { code: 'job', text: '9007199254740993', kind: 'integer' },
      { code: 'due', text: String(Date.UTC(2026, 2, 20)), kind: 'date' },
      { code: 'operator', text: '', kind: 'null' },
    ])
  })

  test('a long text, a data set: not held, and said so; a transient one, the protocol: left out', () => {
    const { frames, unread } = edgeFrames(1, [
      named('note', '清枪'.repeat(140)),
      named('table', null, { scalar: false }),
      named('tmp', 1, { transient: true }),
      named('bdSeq', 3),
      named('Node Control/Rebirth', false),
    ])
    expect(frames).toEqual([])
    expect(unread).toBe(2)
  })

  test.each([
    [192, false],
    [0, true],
    [500, true],
    [null, false],
  ])('quality %s', (quality, bad) => {
    expect(edgeFrames(1, [named('x', 1, { quality })]).frames[0]?.values[0]?.bad).toBe(bad)
  })
})
