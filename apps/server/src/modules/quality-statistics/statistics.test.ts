import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { madePieces } from '../../../test/made-pieces.ts'
import { chartOf } from './chart.queries.ts'
import { missesOf, yieldOf } from './yield.queries.ts'
import { anEdition, judged, type JudgedInspection } from './statistics.fixtures.ts'

let testDb: TestDatabase
let pieces: number[]
let edition: number
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  pieces = (await madePieces(testDb.db, { quantity: 4 })).pieceIds
  edition = await anEdition(testDb.db)
})
afterAll(() => testDb.close())

const now = new Date('2026-04-01T00:00:00Z')
const march = { from: '2026-03-01', to: '2026-03-31' }
const made = (overrides: Partial<JudgedInspection> & Pick<JudgedInspection, 'no'>) =>
  judged(testDb.db, edition, { judgedAt: '2026-03-10T02:00:00Z', pieceIds: pieces, ...overrides })
const reads = () => testDb.db.reads

describe('yield', () => {
  test('counts pieces of first inspections; what was not measured goes with its lot', async () => {
    const first = await made({ no: 'A', verdict: 'fail', verdicts: ['pass', 'pass', 'pass', 'fail'] })
    await made({ no: 'A2', verdict: 'pass', parentId: first })
    await made({ no: 'B', stage: 'coating', verdict: 'pass', pieceIds: pieces.slice(0, 2) })
    await made({ no: 'C', stage: 'coating', verdict: 'concession', pieceIds: pieces.slice(2) })
    const report = await yieldOf(reads(), 1, march, now)
    expect(report.stages).toEqual([
      { stage: 'after_weld', inspected: 4, passed: 3, yield: 0.75 },
      { stage: 'coating', inspected: 4, passed: 2, yield: 0.5 },
    ])
    expect(report.rolled).toBeCloseTo(0.375, 10)
    expect(report.months).toEqual([{ month: '2026-03', inspected: 8, passed: 5 }])
  })

  test('days are the plant’s: the first and the last are counted whole, other plants are not', async () => {
    // Shanghai is eight hours ahead: 28 February 16:00 UTC is 1 March there, 31 March 16:00 is 1 April.
    await made({ no: 'A', judgedAt: '2026-02-28T16:00:00Z' })
    await made({ no: 'B', judgedAt: '2026-03-31T15:59:59Z' })
    await made({ no: 'C', judgedAt: '2026-03-31T16:00:00Z' })
    const report = await yieldOf(reads(), 1, march, now)
    expect(report.months).toEqual([{ month: '2026-03', inspected: 8, passed: 8 }])
    expect(await yieldOf(reads(), 2, march, now)).toMatchObject({ stages: [], rolled: null, months: [] })
    const narrow = await yieldOf(reads(), 1, { ...march, stage: ['coating'] }, now)
    expect(narrow.stages).toEqual([])
  })

  test('days in the wrong order and too many of them are refused', async () => {
    const refused = { code: 'state.refused' }
    await expect(yieldOf(reads(), 1, { from: march.to, to: march.from }, now)).rejects.toMatchObject(refused)
    await expect(yieldOf(reads(), 1, { from: '2024-01-01', to: march.to }, now)).rejects.toMatchObject(
      refused,
    )
  })
})

test('misses are counted by item of the standard over all inspections, the most frequent first', async () => {
  await made({ no: 'A', itemId: 1, shares: [0.5, 1.2, -1.1] })
  await made({ no: 'B', itemId: 2, shares: [2, 0.1] })
  await made({ no: 'C', itemId: 1, shares: [1.5] })
  await made({ no: 'D', itemId: 3, shares: [0.2] })
  const { bars, readings, outside } = await missesOf(reads(), 1, march)
  expect(bars).toEqual([
    expect.objectContaining({ itemId: '1', readings: 4, outside: 3, cumulative: 0.75, clause: '8.1' }),
    expect.objectContaining({ itemId: '2', readings: 2, outside: 1, cumulative: 1 }),
  ])
  expect([readings, outside]).toEqual([7, 4])
})

describe('charts', () => {
  const wave = (count: number) => Array.from({ length: count }, (_, index) => (index % 2 === 0 ? 0.2 : -0.2))

  test('readings one by one: the oldest first, limits and capability from twenty on', async () => {
    const few = await made({ no: 'A', shares: [0.1, 0.3] })
    const chart = { ...march, kind: 'i_mr', itemId: '1' } as const
    const short = await chartOf(reads(), 1, chart)
    expect(short.points.map(({ value }) => value)).toEqual([0.1, 0.3])
    expect(short.points[1]).toMatchObject({
      spread: expect.closeTo(0.2, 6),
      inspection: { id: String(few), no: 'A' },
    })
    expect(short).toMatchObject({ location: null, spread: null, signals: [], capability: null })

    await made({ no: 'B', judgedAt: '2026-03-11T02:00:00Z', shares: [...wave(24), 0.9] })
    const long = await chartOf(reads(), 1, chart)
    expect(long.points).toHaveLength(27)
    expect(long.location?.upper).toHaveLength(27)
    expect(long.capability?.cpk).toBeGreaterThan(0)
    expect(long.capability?.cp).not.toBeNull()
    expect(long.points.at(-1)).toMatchObject({ value: 0.9, inspection: { no: 'B' } })
  })

  test('a wild reading is a signal at its point', async () => {
    await made({ no: 'B', shares: [...wave(24), 3] })
    const { signals } = await chartOf(reads(), 1, { ...march, kind: 'i_mr', itemId: '1' })
    expect(signals).toContainEqual({ line: 'location', rule: 'beyond', point: 24 })
    // The moving range into it is beyond its limit too, and stands at the same point.
    expect(signals).toContainEqual({ line: 'spread', rule: 'beyond', point: 24 })
  })

  test('means of groups; what is over at the old end is left out; one-sided items have no Cp', async () => {
    await made({ no: 'A', twoSided: false, shares: wave(203).map((share) => Math.abs(share) + 0.01) })
    const chart = await chartOf(reads(), 1, { ...march, kind: 'xbar_r', size: 10, itemId: '1' })
    expect(chart.points).toHaveLength(20)
    expect(chart.capability?.cp).toBeNull()
    expect(chart.capability?.mean).toBeCloseTo(0.21, 6)
  })

  test('rejected pieces and defects by day', async () => {
    await made({ no: 'A', verdict: 'fail', verdicts: ['pass', 'fail', 'fail', 'pass'], shares: [2, 0.1, 3] })
    await made({ no: 'B', judgedAt: '2026-03-11T02:00:00Z' })
    const p = await chartOf(reads(), 1, { ...march, kind: 'p' })
    expect(p.points).toMatchObject([
      { at: '2026-03-10', value: 0.5, size: 4 },
      { at: '2026-03-11', value: 0, size: 4 },
    ])
    const u = await chartOf(reads(), 1, { ...march, kind: 'u' })
    expect(u.points).toMatchObject([{ at: '2026-03-10', value: 2, size: 1 }])
  })

  test('nothing read: an empty chart; without an item: said so', async () => {
    const empty = await chartOf(reads(), 1, { ...march, kind: 'xbar_s', itemId: '99' })
    expect(empty).toMatchObject({ points: [], location: null })
    expect((await chartOf(reads(), 1, { ...march, kind: 'u' })).points).toEqual([])
    await expect(chartOf(reads(), 1, { ...march, kind: 'i_mr' })).rejects.toMatchObject({
      facts: { params: { reason: 'statistics.no_item' } },
    })
  })
})
