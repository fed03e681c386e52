import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { madePieces } from '../../../test/made-pieces.ts'
import { ordersForQuality } from '../../app/ports.ts'
import { blockedPieces } from '../conformity/conformity.queries.ts'
import { listDue, repairRateOf } from './ndt-due.queries.ts'
import { listLines, oneRequest, testsOfWeld } from './ndt.queries.ts'
import { repairWeld } from './repair-weld.ts'
import { cancelRequest } from './request-tests.ts'
import { saveNdtSettings } from './ndt-settings.ts'
import { recalculatePieces } from './welds.store.ts'
import { undoResult } from './record-result.ts'
import { hours, inspector, requestOf, result, testableWelds, weld } from './welds.fixtures.ts'
import { oneWeld } from './welds.queries.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

const stateOf = async (id: string) => (await oneWeld(testDb.db.reads, inspector, id)).state
const isBlocked = async (pieceId: number, processId: number) =>
  (await blockedPieces(testDb.db.reads, 1, [{ pieceId, processId }])).has(pieceId)
const repair = async (id: string, { welder, hour }: { welder: string; hour: number }) => {
  const { version } = await oneWeld(testDb.db.reads, inspector, id)
  const input = { version, welderIds: [welder], repairedAt: hours(hour).toISOString(), note: '' }
  return testDb.db.tx((write) => repairWeld(write, inspector, ordersForQuality, id, input, hours(hour)))
}
const refused = (reason: string, params = {}) => ({
  code: 'state.refused',
  facts: { params: expect.objectContaining({ reason, ...params }) },
})

describe('the gate of non-destructive testing', () => {
  it('opens when all welds of the piece have met their demands, and shuts when a result is taken back', async () => {
    const plan = [
      weld('W1'),
      weld('W2', { class: '1', lengthMm: 500 }),
      weld('W3', { class: '3', joint: 'fillet' }),
    ]
    const { pieceIds, processes, weldIds, request } = await testableWelds(testDb.db, plan)
    const [piece = 0] = pieceIds
    const process = processes['WeldNDTComp'] ?? 0
    const [first = '', second = '', third = ''] = weldIds
    expect(await stateOf(third)).toBe('free')
    await result(testDb.db, request, first)
    expect(await isBlocked(piece, process)).toBe(true)
    await result(testDb.db, request, second, { testedMm: 400 })
    expect(await stateOf(second)).toBe('partly')
    expect(await isBlocked(piece, process)).toBe(true)
    const again = await requestOf(testDb.db, [second], hours(24))
    await result(testDb.db, again, second, { testedMm: 100, hour: 25 })
    expect(await stateOf(second)).toBe('passed')
    expect(await isBlocked(piece, process)).toBe(false)

    const { results } = await testsOfWeld(testDb.db.reads, inspector, ordersForQuality, second)
    const undo = (id: string) =>
      testDb.db.tx((write) =>
        undoResult(write, inspector, ordersForQuality, id, { reason: '错录' }, hours(30)),
      )
    await expect(undo(results[1]?.id ?? '')).rejects.toMatchObject(refused('ndt.not_last'))
    await undo(results[0]?.id ?? '')
    expect(await stateOf(second)).toBe('partly')
    expect(await isBlocked(piece, process)).toBe(true)
    expect((await oneRequest(testDb.db.reads, inspector, again)).status).toBe('open')
  })

  it('opens when no weld of the piece asks for a test; a piece without welds opens nothing', async () => {
    const { pieceIds, processes } = await testableWelds(testDb.db, [weld('W1', { class: '3' })], 1)
    const process = processes['WeldNDTComp'] ?? 0
    expect(await isBlocked(pieceIds[0] ?? 0, process)).toBe(false)
    const { pieceIds: others } = await madePieces(testDb.db, { no: 'W-2', project: 'P-2' })
    await testDb.db.tx((write) => recalculatePieces(write, inspector, others, hours(1)))
    expect(await isBlocked(others[0] ?? 0, process)).toBe(true)
  })
})

describe('a result', () => {
  it('waits 24 hours after welding, and says from when', async () => {
    const { weldIds, request } = await testableWelds(testDb.db)
    const [id = ''] = weldIds
    await expect(result(testDb.db, request, id, { hour: 23.99 })).rejects.toMatchObject(
      refused('ndt.too_early', { from: '2026-03-21 12:00' }),
    )
    await result(testDb.db, request, id, { hour: 24 })
    expect(await stateOf(id)).toBe('passed')
  })

  it('is recorded once for each weld of a request', async () => {
    const { weldIds, request } = await testableWelds(testDb.db)
    const [id = ''] = weldIds
    await result(testDb.db, request, id)
    await expect(result(testDb.db, request, id)).rejects.toMatchObject(refused('ndt.result_there'))
    expect(await oneRequest(testDb.db.reads, inspector, request)).toMatchObject({
      status: 'done',
      done: 1,
      failed: 0,
    })
  })

  it('is not longer than its weld', async () => {
    const { weldIds, request } = await testableWelds(testDb.db)
    await expect(result(testDb.db, request, weldIds[0] ?? '', { testedMm: 3501 })).rejects.toMatchObject({
      code: 'request.invalid',
    })
  })

  it('that fails asks for a repair, twice the length, then all of it; beyond the limit the repair is refused', async () => {
    const { weldIds, request, welder, expired } = await testableWelds(testDb.db)
    const [id = ''] = weldIds
    await result(testDb.db, request, id, { verdict: 'fail' })
    expect(await oneWeld(testDb.db.reads, inspector, id)).toMatchObject({ state: 'failed', demandMm: 1400 })
    await expect(requestOf(testDb.db, [id], hours(25))).rejects.toMatchObject(refused('weld.not_repaired'))
    await expect(repair(id, { welder: expired, hour: 26 })).rejects.toMatchObject(
      refused('welder.expired', { until: '2026-02-28' }),
    )
    await expect(repair(id, { welder, hour: 23 })).rejects.toMatchObject(refused('weld.repair_before_test'))
    expect(await repair(id, { welder, hour: 30 })).toEqual({ number: 1, limit: 2 })
    await expect(repair(id, { welder, hour: 31 })).rejects.toMatchObject(refused('weld.not_failed'))

    const second = await requestOf(testDb.db, [id], hours(30))
    await expect(result(testDb.db, second, id, { hour: 53 })).rejects.toMatchObject(
      refused('ndt.too_early', { from: '2026-03-22 18:00' }),
    )
    await result(testDb.db, second, id, { verdict: 'fail', testedMm: 1400, hour: 54 })
    expect(await repair(id, { welder, hour: 60 })).toEqual({ number: 2, limit: 2 })
    const third = await requestOf(testDb.db, [id], hours(60))
    const { items } = await listLines(testDb.db.reads, inspector, { id: third }, {})
    expect(items).toMatchObject([{ demandMm: 3500, repairs: 2, testableFrom: hours(84).toISOString() }])
    await result(testDb.db, third, id, { verdict: 'fail', testedMm: 3500, hour: 84 })
    await expect(repair(id, { welder, hour: 90 })).rejects.toMatchObject(
      refused('weld.repair_limit', { limit: 2 }),
    )

    const rate = await repairRateOf(testDb.db.reads, inspector, {})
    expect(rate.joints).toEqual({ tested: 1, rejected: 1, percent: 100 })
    expect(rate.length).toEqual({ tested: 700, rejected: 40, percent: 5.71 })
  })

  it('that was repaired since is not taken back', async () => {
    const { weldIds, request, welder } = await testableWelds(testDb.db)
    const [id = ''] = weldIds
    await result(testDb.db, request, id, { verdict: 'fail' })
    await repair(id, { welder, hour: 30 })
    const { results } = await testsOfWeld(testDb.db.reads, inspector, ordersForQuality, id)
    await expect(
      testDb.db.tx((write) =>
        undoResult(write, inspector, ordersForQuality, results[0]?.id ?? '', { reason: 'x' }, hours(31)),
      ),
    ).rejects.toMatchObject(refused('ndt.repaired_since'))
  })
})

describe('a request', () => {
  it('has each weld once at a time; what is due is what none has', async () => {
    const { weldIds, request, orderId } = await testableWelds(testDb.db, [weld('W1'), weld('W2')], 2)
    await expect(requestOf(testDb.db, weldIds.slice(0, 1))).rejects.toMatchObject(
      refused('ndt.requested_already'),
    )
    const due = () => listDue(testDb.db.reads, inspector, ordersForQuality, {})
    expect(await due()).toEqual({ items: [], total: 0 })
    const { version } = await oneRequest(testDb.db.reads, inspector, request)
    await testDb.db.tx((write) => cancelRequest(write, inspector, request, { version, reason: '改期' }))
    expect((await oneRequest(testDb.db.reads, inspector, request)).status).toBe('cancelled')
    const { items, total } = await due()
    expect(total).toBe(1)
    expect(items).toMatchObject([
      {
        order: { id: String(orderId) },
        pieces: 2,
        waiting: 0,
        demandMm: 2800,
        weldIds: [...weldIds].toSorted(),
      },
    ])
  })
})

it('a project says how often a weld may be repaired', async () => {
  const { weldIds, request, welder } = await testableWelds(testDb.db)
  const [id = ''] = weldIds
  const limit = async () => (await testsOfWeld(testDb.db.reads, inspector, ordersForQuality, id)).repairLimit
  expect(await limit()).toBe(2)
  await testDb.db.tx((write) => sql`update projects set max_weld_repairs = 0`.execute(write))
  expect(await limit()).toBe(0)
  await result(testDb.db, request, id, { verdict: 'fail' })
  await expect(repair(id, { welder, hour: 30 })).rejects.toMatchObject(
    refused('weld.repair_limit', { limit: 0 }),
  )
})

it('the sampling plan is changed on its version', async () => {
  const settings = {
    version: 1,
    percent: { 1: 100, 2: 50, 3: 0 },
    atLeastMm: 300,
    waitHours: 24,
    waitHoursHigh: 48,
    highFromMpa: 690,
  }
  const save = () => testDb.db.tx((write) => saveNdtSettings(write, inspector, settings))
  await save()
  await expect(save()).rejects.toMatchObject({ code: 'version.conflict' })
  const { weldIds } = await testableWelds(testDb.db)
  expect((await oneWeld(testDb.db.reads, inspector, weldIds[0] ?? '')).demandMm).toBe(1750)
})
