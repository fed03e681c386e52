import type { WorkOutcome } from '@cloud-factory/contract/production/work'
import { describe, expect, test } from 'vitest'
import type { QueuedReport } from './queue.rules.ts'
import { resultCounts, toneOf } from './report-result.rules.ts'

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
