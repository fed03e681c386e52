import { describe, expect, test } from 'vitest'
import {
  machineOf,
  nothingRemembered,
  rememberedIn,
  rememberedOn,
  withMachine,
  resultCounts,
  toneOf,
  noKeys,
  withKey,
} from './work.rules.ts'
import type { WorkOutcome } from '@cloud-factory/contract/production/work'
import type { QueuedReport } from './queue.rules.ts'
import { codeIn } from '../../shared/scan/scan.rules.ts'

describe('what is remembered', () => {
  test.each([[undefined], [null], ['text'], [[]], [{ crewId: 'x', worker: 7, hours: -1, sound: 'loud' }]])(
    '%j is as if never set',
    (stored) => {
      expect(rememberedIn(stored)).toEqual(nothingRemembered)
    },
  )

  test('comes back as it was', () => {
    const stored = {
      processId: '3',
      crewId: '12',
      worker: '张三',
      hours: 1.5,
      withEarlier: true,
      sound: false,
      machines: { '3': '7' },
    }
    expect(rememberedIn(structuredClone(stored))).toEqual(stored)
  })

  const anywhere = { workshopId: null, crews: [] }
  const own = { ...nothingRemembered, worker: '张三', processId: '3', crewId: '12', machines: { '3': '7' } }

  test('crew, process and machine are those of the device, the name is the person’s', () => {
    const device = { processId: '4', crewId: '20', machines: { '4': '9' } }
    expect(rememberedOn(own, device, anywhere)).toEqual({ ...own, ...device })
    expect(rememberedOn(undefined, device, anywhere)).toEqual({ ...nothingRemembered, ...device })
  })

  test('a device that remembers nothing begins with what the person used last, but not a terminal', () => {
    const nothingHere = { ...nothingRemembered, worker: '张三' }
    expect(rememberedOn(own, null, anywhere)).toEqual(own)
    // Nothing of the person flashes up until the device has answered.
    expect(rememberedOn(own, undefined, anywhere)).toEqual(nothingHere)
    expect(rememberedOn(own, null, { workshopId: '1', crews: [] })).toEqual(nothingHere)
  })

  test('a terminal never remembers what belongs to another workshop', () => {
    const device = { processId: '4', crewId: '20', machines: { '4': '9' }, workshopId: '1' }
    const crews = [{ id: '20', workshopId: '1' }]
    const { crewId, processId } = rememberedOn(own, device, { workshopId: '1', crews })
    expect([crewId, processId]).toEqual(['20', '4'])
    expect(rememberedOn(own, device, { workshopId: '2', crews }).processId).toBeNull()
    const moved = [{ id: '20', workshopId: '2' }]
    expect(rememberedOn(own, device, { workshopId: '1', crews: moved }).crewId).toBeNull()
  })

  test('a machine is remembered for its process alone, until it is taken away', () => {
    const cutting = { ...nothingRemembered, machines: withMachine(nothingRemembered, '3', '7') }
    expect([machineOf(cutting, '3'), machineOf(cutting, '4'), machineOf(cutting, null)]).toEqual([
      '7',
      null,
      null,
    ])
    expect(withMachine(cutting, '3', null)).toEqual({})
    expect(rememberedIn({ machines: { '3': '7', x: '8', '5': 9 } }).machines).toEqual({ '3': '7' })
  })
})

const report = (
  state: QueuedReport['state'],
  attempts: number,
  ...words: readonly WorkOutcome['outcome'][]
): QueuedReport => ({
  seq: 1,
  person: '7',
  madeAt: 0,
  body: {
    clientKey: '00000000-0000-4000-8000-000000000000',
    processId: '3',
    pieces: ['a', 'b'],
    withEarlier: false,
    crewId: null,
    worker: null,
    hours: null,
    source: 'list',
  },
  serials: [],
  state,
  attempts,
  outcomes: words.map((outcome) => ({
    pieceId: '1',
    piece: 'a',
    serial: 'a',
    outcome,
    reason: null,
    params: {},
    kg: outcome === 'reported' ? 2.5 : 0,
  })),
  problem: null,
})

describe('what is shown big', () => {
  const stuck = report('waiting', 2)
  test.each([
    ['being sent', [report('waiting', 0)], [], 'sending'],
    ['sent in vain', [stuck], [stuck], 'waits'],
    ['behind one that was sent in vain', [report('waiting', 0)], [stuck], 'waits'],
    ['counted', [report('settled', 0, 'reported', 'already')], [], 'good'],
    ['counted before', [report('settled', 1, 'already', 'already')], [], 'already'],
    ['one of two refused', [report('refused', 0, 'reported', 'refused')], [], 'bad'],
    ['one report refused, one waiting', [report('refused', 0), report('waiting', 0)], [], 'bad'],
  ] as const)('%s: %4$s', (_, own, others, tone) => {
    expect(toneOf(own, [...own, ...others])).toBe(tone)
  })
})

test('counts pieces by what became of them, whole reports too', () => {
  const reports = [
    report('settled', 0, 'reported', 'already'),
    report('refused', 0, 'reported', 'refused'),
    report('refused', 1),
    report('waiting', 0),
  ]
  expect(resultCounts(reports)).toEqual({ reported: 2, already: 1, refused: 3, waiting: 2, kg: 5 })
})

/** Types text with a pause between keys and answers the codes that came out. */
function typed(keys: readonly string[], pause: number): (string | null)[] {
  let wedge = noKeys
  return keys.map((key, at) => {
    const step = withKey(wedge, { key, at: 1000 + at * pause })
    wedge = step.wedge
    return step.code
  })
}

const keysOf = (text: string, ...more: readonly string[]) => [...text.split(''), ...more]

describe('a scanner that types', () => {
  test.each([
    ['fast keys and Enter', keysOf('CF1:1:ab', 'Enter'), 12, 'CF1:1:ab'],
    ['fast keys and Tab', keysOf('GL-1-1', 'Tab'), 30, 'GL-1-1'],
    ['with shift between', ['Shift', 'G', 'Shift', 'L', '-', '1', 'Enter'], 15, 'GL-1'],
    ['a person is slower', keysOf('GL-1-1', 'Enter'), 140, null],
    ['too short', ['a', 'b', 'Enter'], 10, null],
    ['Enter alone', ['Enter'], 10, null],
    ['blanks alone', [' ', ' ', ' ', ' ', 'Enter'], 10, null],
  ] as const)('%s', (_, keys, pause, code) => {
    expect(typed(keys, pause).at(-1)).toBe(code)
  })

  test('a pause begins anew', () => {
    let wedge = withKey(noKeys, { key: 'x', at: 0 }).wedge
    for (const [at, key] of keysOf('CF1:1:z').entries())
      wedge = withKey(wedge, { key, at: 500 + at * 10 }).wedge
    expect(withKey(wedge, { key: 'Enter', at: 575 }).code).toBe('CF1:1:z')
  })
})

describe('what to look up', () => {
  test.each([
    ['CF1:1:abc', 'CF1:1:abc'],
    ['  GL-1-1\r\n', 'GL-1-1'],
    ['\u001dGL-1-1\u0004', 'GL-1-1'],
    ['https://factory.example/order/work?code=CF1%3A1%3Aabc', 'CF1:1:abc'],
    ['https://factory.example/wx/transfer?a=1&code=GL-1+1#x', 'GL-1 1'],
    ['https://factory.example/?code=%E0%A4%A', 'https://factory.example/?code=%E0%A4%A'],
    ['', null],
    ['   ', null],
    ['x'.repeat(301), null],
  ])('%j → %j', (text, code) => {
    expect(codeIn(text)).toBe(code)
  })
})
