import { beforeAll, describe, expect, test } from 'vitest'
import { ordersForQuality } from '../../apps/server/src/app/ports.ts'
import { blockedPieces } from '../../apps/server/src/modules/conformity/conformity.queries.ts'
import { oneRequest, testsOfWeld } from '../../apps/server/src/modules/welding/ndt.queries.ts'
import { repairWeld } from '../../apps/server/src/modules/welding/repair-weld.ts'
import { cancelRequest } from '../../apps/server/src/modules/welding/request-tests.ts'
import { undoResult } from '../../apps/server/src/modules/welding/record-result.ts'
import { giveWelds } from '../../apps/server/src/modules/welding/change-weld.ts'
import {
  hours,
  inspector,
  noon,
  requestOf,
  result,
  testableWelds,
  weld,
  weldingShop,
} from '../../apps/server/src/modules/welding/welds.fixtures.ts'
import { listWelds, oneWeld } from '../../apps/server/src/modules/welding/welds.queries.ts'
import { verifyChain } from '../../apps/server/src/platform/audit/chain.ts'
import type { Database } from '../../apps/server/src/platform/db/handles.ts'
import { outcomes, raceDatabase, rounds } from './race-database.ts'

const found = await raceDatabase('welds')
const db = found as Database
let shop: Awaited<ReturnType<typeof weldingShop>>
let number = 0
beforeAll(async () => {
  if (found !== null) shop = await weldingShop(found)
})

const made = (plan = [weld('W1')], quantity = 1) => {
  number += 1
  return testableWelds(db, plan, quantity, { no: `F-${number}`, project: `F-${number}` }, shop)
}
const stands = (id: string) => oneWeld(db.reads, inspector, id)
const repair = (id: string, version: number, hour: number) =>
  db.tx((write) =>
    repairWeld(
      write,
      inspector,
      ordersForQuality,
      id,
      { version, welderIds: [shop.welder], repairedAt: hours(hour).toISOString(), note: '' },
      hours(hour),
    ),
  )

describe.skipIf(found === null).each(rounds)('round %i', () => {
  test('two results of one weld at once: one stands, and the weld has been tested once', async () => {
    const { weldIds, request } = await made()
    const [id = ''] = weldIds
    const ends = await outcomes([
      result(db, request, id),
      result(db, request, id, { verdict: 'fail' }),
      result(db, request, id),
    ])
    expect(ends.toSorted()).toEqual(['done', 'ndt.result_there', 'ndt.result_there'])
    const { results } = await testsOfWeld(db.reads, inspector, ordersForQuality, id)
    expect(results).toHaveLength(1)
    const { state, testedMm } = await stands(id)
    expect([state, testedMm]).toEqual(results[0]?.verdict === 'pass' ? ['passed', 700] : ['failed', 0])
  })

  test('a failed weld that two repair at once is repaired once, and its limit counts one', async () => {
    const { weldIds, request } = await made()
    const [id = ''] = weldIds
    await result(db, request, id, { verdict: 'fail' })
    const { version } = await stands(id)
    const ends = await outcomes([repair(id, version, 30), repair(id, version, 31), repair(id, version, 32)])
    expect(ends.toSorted()).toEqual(['done', 'weld.not_failed', 'weld.not_failed'])
    const { repairs } = await testsOfWeld(db.reads, inspector, ordersForQuality, id)
    expect(repairs.map(({ number: nth }) => nth)).toEqual([1])
    expect(await stands(id)).toMatchObject({ repairs: 1, state: 'repaired' })
  })

  test('a failure is taken back while it is repaired: one of the two, and the weld says which', async () => {
    const { weldIds, request } = await made()
    const [id = ''] = weldIds
    await result(db, request, id, { verdict: 'fail' })
    const { version } = await stands(id)
    const failed = (await testsOfWeld(db.reads, inspector, ordersForQuality, id)).results[0]?.id ?? ''
    const undo = db.tx((write) =>
      undoResult(write, inspector, ordersForQuality, failed, { reason: '错录' }, hours(31)),
    )
    const ends = await outcomes([undo, repair(id, version, 30)])
    const after = await stands(id)
    if (ends[0] === 'done') {
      expect(ends[1]).toBe('weld.not_failed')
      expect(after).toMatchObject({ state: 'due', repairs: 0 })
    } else {
      expect(ends).toEqual(['ndt.repaired_since', 'done'])
      expect(after).toMatchObject({ state: 'repaired', repairs: 1 })
    }
  })

  test('two ask for a test of the same welds: one request has them', async () => {
    const { weldIds, request } = await made([weld('W1'), weld('W2')], 2)
    const { version } = await oneRequest(db.reads, inspector, request)
    await db.tx((write) => cancelRequest(write, inspector, request, { version, reason: '改期' }))
    const ends = await outcomes([requestOf(db, weldIds), requestOf(db, weldIds.toReversed())])
    expect(ends.toSorted()).toEqual(['done', 'ndt.requested_already'])
  })

  test('a result and the cancelling of its request: never a result on a line that was taken away', async () => {
    const { weldIds, request } = await made()
    const [id = ''] = weldIds
    const { version } = await oneRequest(db.reads, inspector, request)
    const cancel = db.tx((write) => cancelRequest(write, inspector, request, { version, reason: '改期' }))
    const ends = await outcomes([result(db, request, id), cancel])
    const after = await oneRequest(db.reads, inspector, request)
    if (ends[0] === 'done') {
      expect(ends[1]).toBe('ndt.not_open')
      expect(after).toMatchObject({ status: 'done', done: 1 })
    } else {
      expect(ends).toEqual(['ndt.not_open', 'done'])
      expect(after).toMatchObject({ status: 'cancelled', done: 0 })
    }
  })

  test('the last two welds of a piece pass at once: its gate is open afterwards', async () => {
    const { weldIds, request, pieceIds, processes } = await made([weld('W1'), weld('W2'), weld('W3')])
    expect(await outcomes(weldIds.map((id) => result(db, request, id)))).toEqual(['done', 'done', 'done'])
    const steps = pieceIds.map((pieceId) => ({ pieceId, processId: processes['WeldNDTComp'] ?? 0 }))
    expect(await blockedPieces(db.reads, 1, steps)).toEqual(new Map())
  })

  test('two give a piece the same welds: it has each of them once', async () => {
    const { pieceIds, orderId } = await made([weld('W1')], 3)
    const give = (ids: readonly number[]) =>
      db.tx((write) =>
        giveWelds(
          write,
          inspector,
          ordersForQuality,
          { pieceIds: ids.map(String), welds: [weld('W1'), weld('W9')] },
          noon,
        ),
      )
    expect(await outcomes([give(pieceIds), give(pieceIds.toReversed())])).toEqual(['done', 'done'])
    expect((await listWelds(db.reads, inspector, { orderId: String(orderId) })).total).toBe(6)
    expect((await verifyChain(db.reads, 1)).brokenAt).toBeNull()
  })
})
