import { expect, test } from 'vitest'
import { codesIn, inSight, isRecordCode } from './scan.rules.ts'

test('a pasted list is its codes, each once, without blanks', () => {
  expect(codesIn(' GL-1-001\r\nGL-1-002, GZ 3；GL-1-001\n\n')).toEqual(['GL-1-001', 'GL-1-002', 'GZ 3'])
  expect(codesIn('https://cf.local/order/work?code=CF1%3A1%3Aab\tGL-1')).toEqual(['CF1:1:ab', 'GL-1'])
  expect(codesIn('http://cf.local:8080/equipment/at/SAW-01?x=1')).toEqual(['SAW-01'])
  expect(codesIn(' , ;')).toEqual([])
})

test('codes of part labels and plate sheets are told from codes of pieces', () => {
  expect(['CFP1:1:7:b-1', 'cfl1:1:9'].map(isRecordCode)).toEqual([true, true])
  expect(['CF1:1:0f', 'GL-1-001', 'XCFP1:1:7:b', 'CFP-1'].map(isRecordCode)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

/** Codes that were passed on when the camera saw these, each at its millisecond. */
function passedOn(sightings: readonly (readonly [number, string | null])[]): string[] {
  const found: string[] = []
  let now = 0
  const see = inSight(
    (code) => found.push(code),
    () => now,
  )
  for (const [at, code] of sightings) {
    now = at
    see(code)
  }
  return found
}

test.each<[string, [number, string | null][], string[]]>([
  [
    'a code that stays in sight counts once',
    [
      [0, 'A'],
      [120, 'A'],
      [240, null],
      [5000, null],
    ],
    ['A'],
  ],
  [
    'long in sight, it still counts once',
    [
      [0, 'A'],
      [1000, 'A'],
      [2000, 'A'],
      [3000, 'A'],
    ],
    ['A'],
  ],
  [
    'a blink does not count it again',
    [
      [0, 'A'],
      [120, null],
      [900, 'A'],
    ],
    ['A'],
  ],
  [
    'out of sight and back, it counts again',
    [
      [0, 'A'],
      [120, null],
      [1700, 'A'],
    ],
    ['A', 'A'],
  ],
  [
    'another code counts at once',
    [
      [0, 'A'],
      [120, 'B'],
      [240, 'A'],
    ],
    ['A', 'B', 'A'],
  ],
  [
    'nothing in sight is nothing',
    [
      [0, null],
      [120, null],
    ],
    [],
  ],
])('%s', (_name, sightings, codes) => expect(passedOn(sightings)).toEqual(codes))
