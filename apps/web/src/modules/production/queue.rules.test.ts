import type { WorkOutcome } from '@cloud-factory/contract/production/work'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  again,
  answered,
  countsOf,
  failed,
  outdated,
  pauseAfter,
  type QueuedReport,
  requestOf,
} from './queue.rules.ts'

const queued = (change: Partial<QueuedReport> = {}): QueuedReport => ({
  seq: 1,
  person: '7',
  madeAt: 0,
  body: {
    clientKey: '00000000-0000-4000-8000-000000000000',
    processId: '3',
    pieces: ['CF1:1:abc'],
    withEarlier: false,
    crewId: null,
    worker: null,
    hours: null,
    source: 'scan',
  },
  serials: [],
  state: 'waiting',
  attempts: 0,
  outcomes: [],
  problem: null,
  ...change,
})

const outcome = (word: WorkOutcome['outcome']): WorkOutcome => ({
  pieceId: '1',
  piece: 'CF1:1:abc',
  serial: 'GL-1-1',
  outcome: word,
  reason: word === 'refused' ? 'work.piece_held' : null,
  params: {},
  kg: 0,
})

describe('an answered report', () => {
  test.each([
    [['reported'], 'settled'],
    [['already'], 'settled'],
    [['reported', 'already'], 'settled'],
    [['reported', 'refused'], 'refused'],
    [['refused'], 'refused'],
  ] as const)('%j is %s', (words, state) => {
    expect(answered(queued(), words.map(outcome)).state).toBe(state)
  })
})

describe('a failed sending', () => {
  const status = (at: number) => ({ status: at, code: 'a.code', reason: null })
  test.each([
    [null, 0, 'waiting', false],
    [null, 500, 'waiting', false],
    [status(401), 3, 'waiting', false],
    [status(429), 50, 'waiting', false],
    [status(503), 50, 'waiting', false],
    [status(500), 0, 'waiting', false],
    [status(500), 7, 'refused', true],
    [status(400), 0, 'refused', true],
    [status(403), 0, 'refused', true],
    [status(404), 0, 'refused', true],
  ] as const)('%j after %i attempts: %s, goes on: %s', (failure, attempts, state, goOn) => {
    const end = failed(queued({ attempts }), failure)
    expect(end).toMatchObject({ goOn, report: { state, attempts: attempts + 1 } })
    expect(end.report.problem === null).toBe(state === 'waiting')
  })

  test('pauses grow and stay under a minute and a quarter', () => {
    expect([1, 2, 3, 4, 5, 6].map((attempts) => pauseAfter(attempts, 0))).toEqual([
      2000, 4000, 8000, 16000, 32000, 60000,
    ])
    fc.assert(
      fc.property(fc.nat(10_000), fc.float({ min: 0, max: 1, noNaN: true }), (attempts, chance) => {
        const pause = pauseAfter(attempts, chance)
        expect(pause).toBeGreaterThanOrEqual(2000)
        expect(pause).toBeLessThanOrEqual(75_000)
      }),
    )
  })
})

test('a report that waited says when it was done; one sent at once leaves it to the server', () => {
  const iso = (ms: number) => new Date(ms).toISOString()
  expect(requestOf(queued({ madeAt: 1000 }), 2000, iso)).not.toHaveProperty('doneAt')
  expect(requestOf(queued({ madeAt: 1000 }), 3_600_000, iso).doneAt).toBe('1970-01-01T00:00:01.000Z')
})

test('sent again it keeps its key', () => {
  const refused = failed(queued(), { status: 404, code: 'not_found', reason: null }).report
  expect(again(refused)).toEqual(queued())
})

test('counts and clears away', () => {
  const reports = [
    queued({ seq: 1, state: 'settled', madeAt: 0 }),
    queued({ seq: 2, state: 'refused', madeAt: 0 }),
    queued({ seq: 3, state: 'waiting', madeAt: 0 }),
    queued({ seq: 4, state: 'settled', madeAt: 13 * 3600_000 }),
  ]
  expect(countsOf(reports)).toEqual({ waiting: 1, refused: 1 })
  expect(outdated(reports, 13 * 3600_000)).toEqual([1])
  const many = Array.from({ length: 205 }, (_, at) => queued({ seq: at + 1, state: 'settled' }))
  expect(outdated(many, 1)).toEqual([1, 2, 3, 4, 5])
})
