import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  alarmCodeOf,
  type CodeChange,
  codeKey,
  codeKeys,
  followCode,
  type ReportedCode,
} from '../frames/stored-values.rules.ts'

/** What a course of codes tells, each seen at its instant. */
function reported(
  readings: readonly (readonly [at: number, code: string])[],
  from: readonly CodeChange[] = [],
) {
  let changes = from
  const all: ReportedCode[] = []
  for (const [at, code] of readings) {
    const next = followCode(changes, { at, code })
    changes = next.changes
    all.push(...next.reported)
  }
  return all.map(({ at, code, on }) => `${code} ${on ? 'on' : 'off'} ${at}`)
}

test.each([
  [0, ''],
  [-0, ''],
  [12, '12'],
  [-1, '-1'],
  ['', ''],
  ['  ', ''],
  ['0', ''],
  ['0000', ''],
  [' E305 ', 'E305'],
  ['E305\u0000', 'E305'],
  ['x'.repeat(64), 'x'.repeat(40)],
])('%j is the code %j', (sent, code) => {
  expect(alarmCodeOf(sent)).toBe(code)
})

describe('a code', () => {
  test.each<[string, [number, string][], string[]]>([
    [
      'comes and goes',
      [
        [1, ''],
        [2, 'E1'],
        [3, ''],
      ],
      ['E1 on 2', 'E1 off 3'],
    ],
    [
      'that stays tells nothing again',
      [
        [1, 'E1'],
        [2, 'E1'],
        [3, 'E1'],
      ],
      ['E1 on 1'],
    ],
    [
      'makes room for another',
      [
        [1, 'E1'],
        [2, 'E2'],
      ],
      ['E1 on 1', 'E1 off 2', 'E2 on 2'],
    ],
    [
      'comes again',
      [
        [1, 'E1'],
        [2, ''],
        [3, 'E1'],
      ],
      ['E1 on 1', 'E1 off 2', 'E1 on 3'],
    ],
    [
      'that was stored meanwhile goes before what is there now',
      [
        [1, ''],
        [2, 'E0'],
        [9, ''],
        [5, 'E1'],
      ],
      ['E0 on 2', 'E0 off 9', 'E0 off 5', 'E1 on 5', 'E1 off 9'],
    ],
    [
      'that comes and goes within one instant, seen twice',
      [
        [1, 'E1'],
        [1, ''],
        [1, 'E1'],
        [1, ''],
      ],
      ['E1 on 1', 'E1 off 1'],
    ],
    [
      'that is known from later on is not told again',
      [
        [2, 'E0'],
        [9, 'E1'],
        [5, 'E1'],
      ],
      ['E0 on 2', 'E0 off 9', 'E1 on 9'],
    ],
    [
      'of long before says nothing',
      [
        [5, 'E1'],
        [2, 'E2'],
        [1, ''],
      ],
      ['E1 on 5'],
    ],
  ])('%s', (_name, readings, expected) => {
    expect(reported(readings)).toEqual(expected)
  })

  test('that stands since before the process began is not told again; that it goes is', () => {
    const known = [{ at: 5, code: 'E1' }]
    expect(
      reported(
        [
          [6, 'E1'],
          [7, ''],
        ],
        known,
      ),
    ).toEqual(['E1 off 7'])
  })

  test('whatever comes in order: each that came goes before the next comes, and none twice in a row', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('', 'E1', 'E2'), { maxLength: 200 }), (codes) => {
        const all = reported(codes.map((code, at) => [at, code] as const))
        let there = ''
        for (const one of all) {
          const [code = '', what] = one.split(' ')
          if (what === 'on') expect(there).toBe('')
          else expect(code).toBe(there)
          there = what === 'on' ? code : ''
        }
        expect(there).toBe(codes.at(-1) ?? '')
      }),
    )
  })

  test('whatever came: sent once more it tells nothing, in whatever order', () => {
    const course = fc.array(fc.constantFrom('', 'E1', 'E2'), { maxLength: 150 })
    fc.assert(
      fc.property(course, fc.infiniteStream(fc.nat()), (codes, order) => {
        const readings = codes.map((code, at) => ({ at, code }))
        let changes: readonly CodeChange[] = []
        for (const one of readings) changes = followCode(changes, one).changes
        const shuffled = readings
          .map((one) => [order.next().value ?? 0, one] as const)
          .toSorted(([a], [b]) => a - b)
        for (const [, one] of shuffled) expect(followCode(changes, one).reported).toEqual([])
        expect(changes.length).toBeLessThanOrEqual(64)
      }),
    )
  })
})

test('keys sort by time, what comes after what goes, and lie between their bounds', () => {
  const keys = [
    { at: 999, code: 'E1', on: true, turn: 0 },
    { at: 1_790_000_000_000, code: 'E1', on: false, turn: 0 },
    { at: 1_790_000_000_000, code: 'E0', on: true, turn: 0 },
    { at: 1_790_000_000_000, code: 'E0', on: false, turn: 1 },
  ].map(codeKey)
  expect(keys.toSorted()).toEqual(keys)
  for (const key of keys) expect(key >= codeKeys.from && key < codeKeys.to).toBe(true)
})
