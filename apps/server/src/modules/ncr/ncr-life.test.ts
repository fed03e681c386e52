import type { OrdersPort } from '../quality-records/orders.port.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { madePieces } from '../../../test/made-pieces.ts'
import { ordersForQuality } from '../../app/ports.ts'
import { verifyChain } from '../../platform/audit/chain.ts'
import { readRows } from '../../platform/db/handles.ts'
import { blockedPieces } from '../conformity/conformity.queries.ts'
import { approveNcr, cancelNcr, disposeNcr, rejectNcr, finishNcr, startNcr, verifyNcr } from './decide-ncr.ts'
import { defectId, ncrNow, ncrPerson, raiseInput } from './ncr.fixtures.ts'
import { ncrEvents, ncrPieces } from './ncr.queries.ts'

const orders: OrdersPort = ordersForQuality
const tags = ['quality.view', 'quality.inspect', 'quality.judge', 'quality.concession', 'order.report']
const judge = testActor({ userId: '21', cnName: '质检主任', tags })
const worker = testActor({ userId: '22', cnName: '王班长', tags })

let testDb: TestDatabase
let made: Awaited<ReturnType<typeof madePieces>>
let defect: string
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  made = await madePieces(testDb.db, { quantity: 3 })
  defect = await defectId(testDb.db)
})
afterAll(() => testDb.close())

const person = (actor = judge) => ncrPerson(testDb.db, orders, actor)
const statuses = async () =>
  (await readRows(testDb.db.reads, sql<{ status: string }>`select status from pieces order by id`)).map(
    ({ status }) => status,
  )
const openOnOrder = async () =>
  (await readRows(testDb.db.reads, sql<{ n: number }>`select open_ncrs as n from orders`))[0]?.n
const dispose = (
  disposition: 'rework' | 'repair' | 'concession' | 'scrap' | 'return',
  processId: string | null = null,
) => ({
  disposition,
  note: '打磨补焊',
  processId,
  crewId: null,
  dueOn: null,
  cause: 'man' as const,
  causeNote: '电流过大',
  cost: 120.5,
})
const approve = (agreedBy: string | null = null) => ({ note: '同意', agreedBy })
const refusedAs = (reason: string) => ({ code: 'state.refused', facts: { params: { reason } } })

/** Raised, decided and approved. */
async function approved(disposition: 'rework' | 'repair' | 'scrap', pieces = made.pieceIds.slice(0, 1)) {
  const id = await person(worker).raise(raiseInput(defect, pieces))
  await person().does(disposeNcr, id, dispose(disposition))
  await person().does(approveNcr, id, approve())
  return id
}

describe('the life of a report', () => {
  test('from raising to closure: pieces stop, are reworked, stand where they stood', async () => {
    const [first = 0, second = 0] = made.pieceIds
    expect(await statuses()).toEqual(['issued', 'issued', 'issued'])
    const id = await person(worker).raise(raiseInput(defect, [first, second]))
    expect(await statuses()).toEqual(['ncr_open', 'ncr_open', 'issued'])
    expect(await openOnOrder()).toBe(1)
    expect(await person().detail(id)).toMatchObject({
      no: 'NC-2026-00001',
      status: 'open',
      pieces: 2,
      kg: 201,
      order: { no: 'W-1' },
      mark: 'GL-1',
      repairLimit: 2,
    })
    await person().does(disposeNcr, id, dispose('rework'))
    await person().does(approveNcr, id, approve())
    expect(await statuses()).toEqual(['ncr_open', 'ncr_open', 'issued'])
    await person(worker).does(startNcr, id, { note: '' })
    expect(await statuses()).toEqual(['rework', 'rework', 'issued'])
    await person(worker).does(finishNcr, id, { note: '已打磨', cost: 99.99, replace: false })
    expect(await statuses()).toEqual(['ncr_open', 'ncr_open', 'issued'])
    const closed = await person().does(verifyNcr, id, { passed: true, note: '合格', reinspectionId: null })
    expect(closed).toMatchObject({ status: 'closed', cost: 99.99, rounds: 1, verified: { by: '质检主任' } })
    expect(await statuses()).toEqual(['issued', 'issued', 'issued'])
    expect(await openOnOrder()).toBe(0)
    const { items } = await ncrEvents(testDb.db.reads, 1, id)
    expect(items.map(({ action }) => action)).toEqual([
      'pass',
      'finish',
      'start',
      'approve',
      'dispose',
      'raise',
    ])
    expect((await verifyChain(testDb.db.reads, 1)).brokenAt).toBeNull()
  })

  test('whoever did the work does not verify it', async () => {
    const id = await approved('rework')
    await person(worker).does(startNcr, id, { note: '' })
    await person().does(finishNcr, id, { note: '完成', cost: null, replace: false })
    const verify = (actor: typeof judge) =>
      person(actor).does(verifyNcr, id, { passed: true, note: '', reinspectionId: null })
    await expect(verify(worker)).rejects.toMatchObject(refusedAs('four_eyes.ncr_verify'))
    await expect(verify(judge)).rejects.toMatchObject(refusedAs('four_eyes.ncr_verify'))
    expect((await verify(testActor({ userId: '23', tags }))).status).toBe('closed')
  })

  test('one person does it all where the policy of the plant lets them', async () => {
    const alone = sql`array['ncr_approve', 'ncr_verify']`
    await testDb.db.tx((write) =>
      sql`insert into four_eyes_policies (plant_id, alone, updated_by_name) values (1, ${alone}, '')`.execute(
        write,
      ),
    )
    const id = await person().raise(raiseInput(defect, made.pieceIds.slice(0, 1)))
    await person().does(disposeNcr, id, dispose('rework'))
    await person().does(approveNcr, id, approve())
    await person().does(startNcr, id, { note: '' })
    const finished = await person().does(finishNcr, id, { note: '已打磨', cost: null, replace: false })
    expect(finished.can.verify).toBe(true)
    const closed = await person().does(verifyNcr, id, { passed: true, note: '', reinspectionId: null })
    expect(closed.status).toBe('closed')
  })

  test('what is not good is open again, with nothing decided', async () => {
    const id = await approved('rework')
    await person(worker).does(startNcr, id, { note: '' })
    await person(worker).does(finishNcr, id, { note: '完成', cost: null, replace: false })
    const failed = await person().does(verifyNcr, id, {
      passed: false,
      note: '仍有咬边',
      reinspectionId: null,
    })
    expect(failed).toMatchObject({ status: 'open', disposition: null, approved: null, rounds: 1 })
    expect((await statuses())[0]).toBe('ncr_open')
  })

  test('a rejected disposition opens it again', async () => {
    const id = await person(worker).raise(raiseInput(defect, made.pieceIds.slice(0, 1)))
    await person().does(disposeNcr, id, dispose('scrap'))
    expect(await person().does(rejectNcr, id, { note: '可返修' })).toMatchObject({
      status: 'open',
      disposition: null,
    })
  })

  test('cancelled, its pieces are free', async () => {
    const id = await person(worker).raise(raiseInput(defect, made.pieceIds))
    expect(await person().does(cancelNcr, id, { note: '误报' })).toMatchObject({
      status: 'cancelled',
      cancelReason: '误报',
    })
    expect(await statuses()).toEqual(['issued', 'issued', 'issued'])
    expect(await openOnOrder()).toBe(0)
  })
})

describe('guards', () => {
  test('a concession needs the agreement of customer or design, and opens the gate it names', async () => {
    const [first = 0] = made.pieceIds
    const gate = made.processes['DimInspected'] ?? 0
    const id = await person(worker).raise(raiseInput(defect, [first]))
    await expect(
      person().does(disposeNcr, id, dispose('concession', String(made.processes['CutComp']))),
    ).rejects.toMatchObject(refusedAs('ncr.process_not_gated'))
    await person().does(disposeNcr, id, dispose('concession', String(gate)))
    await expect(person().does(approveNcr, id, approve())).rejects.toMatchObject(
      refusedAs('ncr.needs_approval'),
    )
    await person().does(approveNcr, id, approve('业主代表 李工，联系单 QR-017'))
    const blocked = () => blockedPieces(testDb.db.reads, 1, [{ pieceId: first, processId: gate }])
    expect(await blocked()).toEqual(new Map())
    const closed = await person().does(verifyNcr, id, { passed: true, note: '', reinspectionId: null })
    expect(closed).toMatchObject({ status: 'closed', agreedBy: '业主代表 李工，联系单 QR-017' })
    expect((await statuses())[0]).toBe('issued')
    expect(await blocked()).toEqual(new Map())
  })

  test('a concession that is taken back shuts its gate', async () => {
    const [first = 0] = made.pieceIds
    const gate = made.processes['DimInspected'] ?? 0
    const id = await person(worker).raise(raiseInput(defect, [first]))
    await person().does(disposeNcr, id, dispose('concession', String(gate)))
    await person().does(approveNcr, id, approve('业主'))
    await person().does(cancelNcr, id, { note: '客户撤回' })
    expect(await blockedPieces(testDb.db.reads, 1, [{ pieceId: first, processId: gate }])).toEqual(
      new Map([[first, 'work.inspection_open']]),
    )
  })

  test('repairs of a piece are counted over its reports', async () => {
    for (let round = 0; round < 2; round += 1) {
      const id = await approved('repair')
      await person(worker).does(startNcr, id, { note: '' })
      await person(worker).does(finishNcr, id, { note: '补焊', cost: null, replace: false })
      await person().does(verifyNcr, id, { passed: true, note: '', reinspectionId: null })
    }
    const third = await person(worker).raise(raiseInput(defect, made.pieceIds.slice(0, 1)))
    await expect(person().does(disposeNcr, third, dispose('repair'))).rejects.toMatchObject(
      refusedAs('ncr.repair_limit'),
    )
    expect((await person().does(disposeNcr, third, dispose('rework'))).status).toBe('dispositioned')
  })

  test('one approved meanwhile does not get round the limit', async () => {
    await testDb.db.tx((write) => sql`update projects set max_weld_repairs = 1`.execute(write))
    const [one, two] = [await approved('repair'), await approved('repair')]
    await person(worker).does(startNcr, one, { note: '' })
    await expect(person(worker).does(startNcr, two, { note: '' })).rejects.toMatchObject(
      refusedAs('ncr.repair_limit'),
    )
  })

  test('a scrapped piece is gone and made again', async () => {
    const id = await approved('scrap')
    await person(worker).does(startNcr, id, { note: '' })
    await person(worker).does(finishNcr, id, { note: '已割断', cost: null, replace: true })
    expect(await statuses()).toEqual(['scrapped', 'issued', 'issued', 'issued'])
    expect(
      (await person().does(verifyNcr, id, { passed: true, note: '', reinspectionId: null })).status,
    ).toBe('closed')
    expect(await openOnOrder()).toBe(0)
  })

  test('an old version is refused with the report as it is', async () => {
    const id = await person(worker).raise(raiseInput(defect, made.pieceIds))
    await person().does(disposeNcr, id, dispose('rework'))
    await expect(
      testDb.db.tx((write) =>
        disposeNcr({ write, actor: judge, orders, now: ncrNow }, id, { ...dispose('scrap'), version: 1 }),
      ),
    ).rejects.toMatchObject({ code: 'version.conflict', facts: { current: { status: 'dispositioned' } } })
  })

  test.each([
    ['nobody knows', 'no such piece', 'ncr.unknown_piece'],
    ['is scrapped', '', 'ncr.piece_gone'],
  ])('not on a piece that %s: all or nothing', async (_name, text, reason) => {
    const [first = 0, second = 0] = made.pieceIds
    await testDb.db.tx((write) =>
      sql`update pieces set status = 'scrapped' where id = ${second}`.execute(write),
    )
    await expect(person(worker).raise(raiseInput(defect, [first, text || second]))).rejects.toMatchObject(
      refusedAs(reason),
    )
    expect((await statuses())[0]).toBe('issued')
  })
})

describe('several reports', () => {
  test('a piece is free when the last one on it is closed', async () => {
    const [first = 0] = made.pieceIds
    const one = await person(worker).raise(raiseInput(defect, [first]))
    const two = await person(worker).raise(raiseInput(defect, made.pieceIds))
    expect(await openOnOrder()).toBe(2)
    expect((await ncrPieces(testDb.db.reads, 1, orders, one)).items[0]?.others).toEqual([
      { id: two, no: 'NC-2026-00002' },
    ])
    await person().does(cancelNcr, two, { note: '误报' })
    expect(await statuses()).toEqual(['ncr_open', 'issued', 'issued'])
    await person().does(cancelNcr, one, { note: '误报' })
    expect(await statuses()).toEqual(['issued', 'issued', 'issued'])
  })

  test('pieces that are gone meanwhile stay gone; the report is taken back or closed', async () => {
    const id = await approved('rework')
    await person(worker).does(startNcr, id, { note: '' })
    await expect(person().does(cancelNcr, id, { note: 'x' })).rejects.toMatchObject(
      refusedAs('ncr.under_way'),
    )
    await testDb.db.tx((write) =>
      sql`update pieces set status = 'superseded' where id = ${made.pieceIds[0]}`.execute(write),
    )
    expect((await person().does(cancelNcr, id, { note: '已被新版替代' })).status).toBe('cancelled')
    expect((await statuses())[0]).toBe('superseded')
  })

  test('one that has left is reported, and stays where it is', async () => {
    await testDb.db.tx((write) =>
      sql`update pieces set status = 'shipped' where id = ${made.pieceIds[0]}`.execute(write),
    )
    const id = await person(worker).raise(raiseInput(defect, made.pieceIds.slice(0, 1)))
    expect((await statuses())[0]).toBe('shipped')
    expect(await openOnOrder()).toBe(1)
    await expect(person().does(disposeNcr, id, dispose('scrap'))).rejects.toMatchObject(
      refusedAs('ncr.piece_left'),
    )
  })
})
