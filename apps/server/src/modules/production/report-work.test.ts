import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { now } from '../orders/orders.fixtures.ts'
import { pieceMatches } from './pieces.queries.ts'
import { holdMark, resumeMark, holdOrder, resumeOrder, holdPiece, resumePiece } from './hold-orders.ts'
import type { WorkPorts } from './work-ports.ts'
import { reportWork } from './report-work.ts'
import { scrapPiece } from './set-piece-status.ts'
import { disagreements } from './disagreements.fixtures.ts'
import {
  chief,
  foreman,
  orderView,
  passing,
  pieceIds,
  releasedOrder,
  report,
  reportInput,
} from './work.fixtures.ts'
import { listReady, oneWorkPiece, scannedPiece } from './work.queries.ts'
import { workedOrder } from './worked-order.fixtures.ts'

const work = workedOrder()
const { id, first, piece, reports, cut } = work

describe('one report', () => {
  test('moves the piece, the order and its counters', async () => {
    const { items, kg } = await cut({ worker: '张三', hours: 3 }, work.pieces)
    expect(kg).toBe(201)
    expect(items).toMatchObject([
      { outcome: 'reported', serial: 'GL-1-001', kg: 100.5, reason: null },
      { outcome: 'reported', serial: 'GL-1-002', kg: 100.5 },
    ])
    expect(await piece()).toMatchObject({
      status: 'in_process',
      stepsDone: 1,
      stepPart: 0,
      nextProcessId: id('Drilled'),
      can: { report: true, hold: 'permission.denied' },
    })
    const view = await orderView(work.db, work.order)
    expect(view).toMatchObject({ status: 'in_production', version: 3, heldPieces: 0 })
    expect(view.byProcess[0]).toEqual({
      processId: id('CutComp'),
      pieces: 2,
      donePieces: 2,
      kg: 201,
      doneKg: 201,
    })
    // Of 76 per cent that the steps of its route weigh, cutting is 8.
    expect(view.progress).toBeCloseTo(8 / 76, 6)
    expect(await reports()).toMatchObject([
      {
        kg: 100.5,
        part: 1,
        finishes: true,
        worker: '张三',
        hours: 1.5,
        day: '2026-03-20',
        can: { undo: true },
      },
    ])
    expect(await disagreements(work.db)).toEqual([])
  })

  test('sent again under its key is told as counted, and counts once', async () => {
    const input = reportInput(id('CutComp'), work.pieces)
    await report(work.db, foreman, input)
    const again = await report(work.db, foreman, input)
    expect(again).toEqual({
      kg: 0,
      items: work.pieces.map((pieceId, index) => ({
        pieceId,
        piece: pieceId,
        serial: `GL-1-00${index + 1}`,
        outcome: 'already',
        reason: null,
        params: {},
        kg: 100.5,
      })),
    })
    expect(await reports()).toHaveLength(1)
  })

  test('of a step that is done, of one that waits for another, of one that is not on the route', async () => {
    await cut()
    const of = async (code: string, withEarlier = false) => {
      const { items } = await report(work.db, foreman, reportInput(id(code), [first()], { withEarlier }))
      return [items[0]?.outcome, items[0]?.reason, items[0]?.params]
    }
    expect(await of('CutComp')).toEqual(['already', 'work.done_already', { process: 'CutComp' }])
    expect(await of('WeldComp')).toEqual(['refused', 'work.step_before', { process: 'Drilled' }])
    expect(await of('WeldH')).toEqual(['refused', 'work.not_on_route', {}])
    expect(await of('Packed', true)).toEqual(['refused', 'work.not_by_hand', { process: 'Packed' }])
    expect(await of('SandBlasted', true)).toEqual(['refused', 'work.step_before', { process: 'FitUpComp' }])
  })

  test('with the ungated steps before it fills them in', async () => {
    const { items, kg } = await report(
      work.db,
      foreman,
      reportInput(id('FitUpComp'), [first()], { withEarlier: true, hours: 2 }),
    )
    expect([items[0]?.outcome, kg]).toEqual(['reported', 100.5])
    expect((await reports()).map(({ processId, source, hours }) => [processId, source, hours])).toEqual([
      [id('FitUpComp'), 'list', 2],
      [id('Drilled'), 'earlier', null],
      [id('CutComp'), 'earlier', null],
    ])
    expect(await disagreements(work.db)).toEqual([])
  })

  test('in parts sums to the weight exactly, and not beyond it', async () => {
    const parts = []
    for (const part of [0.333, 0.333]) parts.push((await cut({ part })).kg)
    expect(await piece()).toMatchObject({ stepsDone: 0, stepPart: 0.666, status: 'in_process' })
    const { items } = await cut({ part: 0.335 })
    expect(items).toMatchObject([
      { outcome: 'refused', reason: 'work.part_too_large', params: { left: 0.334 } },
    ])
    parts.push((await cut()).kg)
    expect(Math.round(parts.reduce((sum, kg) => sum + kg, 0) * 1000)).toBe(100_500)
    expect(await piece()).toMatchObject({ stepsDone: 1, stepPart: 0 })
    expect(await disagreements(work.db)).toEqual([])
  })

  test('by QR code, by serial, twice in one report, and of nobody', async () => {
    const { qr } = await piece()
    const { items } = await cut({}, [qr, 'GL-1-001', 'GL-1-002', 'CF1:9:nonsense', '999999', 'constructor'])
    expect(items.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['reported', null],
      ['already', null],
      ['reported', null],
      ['refused', 'work.unknown_piece'],
      ['refused', 'work.unknown_piece'],
      ['refused', 'work.unknown_piece'],
    ])
    expect((await scannedPiece(work.db.reads, foreman, qr, passing)).id).toBe(first())
    await expect(scannedPiece(work.db.reads, foreman, 'CF1:1:x', passing)).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('a serial of two orders in work asks which one', async () => {
    await releasedOrder(work.db, work.project, { no: 'W-2' })
    const { items } = await cut({}, ['GL-1-001'])
    expect(items[0]?.reason).toBe('piece.several')
    await expect(scannedPiece(work.db.reads, foreman, 'GL-1-001', passing)).rejects.toMatchObject({
      code: 'state.refused',
      facts: { params: { reason: 'piece.several', piece: 'GL-1-001' } },
    })
  })

  test('of such a serial all pieces are offered, of a QR code the one', async () => {
    const other = await releasedOrder(work.db, work.project, { no: 'W-2' })
    const { qr } = await piece()
    const codes = ['gl-1-001', qr, 'nonsense']
    const [named, scanned, unknown] = await pieceMatches(work.db.reads, foreman.plantId, codes)
    expect(new Set(named?.pieces.map(({ orderId }) => orderId))).toEqual(new Set([work.order, other]))
    expect(named?.pieces).toMatchObject([{ serial: 'GL-1-001' }, { serial: 'GL-1-001' }])
    expect(scanned).toMatchObject({ code: qr, pieces: [{ id: first() }] })
    expect(unknown).toEqual({ code: 'nonsense', pieces: [] })
  })

  test('waited for the network: counted on its day; not older than a week, nothing to come', async () => {
    await work.db.tx((write) => sql`update orders set released_at = '2026-03-10'`.execute(write))
    await cut({ doneAt: '2026-03-18T19:00:00Z' })
    expect(await reports()).toMatchObject([{ day: '2026-03-18' }])
    for (const doneAt of ['2026-03-13T11:00:00Z', '2026-03-20T12:06:00Z']) {
      await expect(cut({ doneAt }, [work.pieces[1] ?? ''])).rejects.toMatchObject({ code: 'request.invalid' })
    }
    await expect(cut({ crewId: '99' }, [work.pieces[1] ?? ''])).rejects.toMatchObject({ code: 'not_found' })
  })

  test('of more hours than a crew has, or dated before the release, is refused piece by piece', async () => {
    expect((await cut({ hours: 500 })).items).toMatchObject([
      { outcome: 'refused', reason: 'work.many_hours', params: { hours: 500, most: 120 } },
    ])
    const dayBefore = new Date(now.getTime() - 86_400_000).toISOString()
    expect((await cut({ doneAt: dayBefore })).items).toMatchObject([
      { outcome: 'refused', reason: 'work.before_release' },
    ])
    expect(await reports()).toEqual([])
    expect((await cut({ hours: 60 })).items).toMatchObject([{ outcome: 'reported' }])
  })

  test('a gate bars what inspection has not passed', async () => {
    for (const code of ['FitUpComp', 'Ground'])
      await report(work.db, foreman, reportInput(id(code), work.pieces, { withEarlier: true }))
    const barring: WorkPorts = {
      ...passing,
      inspections: (_reads, _plant, steps) =>
        Promise.resolve(new Map(steps.map(({ pieceId }) => [pieceId, 'work.inspection_open']))),
    }
    const input = reportInput(id('DimInspected'), [first()])
    const blocked = await work.db.tx((write) => reportWork(write, foreman, input, now, barring))
    expect(blocked.items).toMatchObject([{ outcome: 'refused', reason: 'work.inspection_open' }])
    expect(await piece()).toMatchObject({ status: 'to_inspect' })
    expect((await oneWorkPiece(work.db.reads, foreman, first(), barring)).can.report).toBe(
      'work.inspection_open',
    )
    expect((await report(work.db, foreman, input)).items[0]?.outcome).toBe('reported')
    expect(await piece()).toMatchObject({ status: 'accepted' })
  })
})

describe('material', () => {
  const withheld: WorkPorts = {
    ...passing,
    material: (_reads, _plant, pieces) =>
      Promise.resolve(new Map(pieces.map(({ pieceId }) => [pieceId, 'work.heat_unreleased']))),
  }
  const tried = async (code: string, overrides: object = {}) => {
    const input = reportInput(id(code), [first()], overrides)
    const { items } = await work.db.tx((write) => reportWork(write, foreman, input, now, withheld))
    return items[0]?.reason ?? 'reported'
  }

  test('that may not be used: nothing is cut of it, nor goes on once it is cut', async () => {
    expect(await tried('CutComp')).toBe('work.heat_unreleased')
    expect(await tried('Drilled', { withEarlier: true })).toBe('work.heat_unreleased')
    expect((await oneWorkPiece(work.db.reads, foreman, first(), withheld)).can.report).toBe(
      'work.heat_unreleased',
    )
    await cut()
    expect(await tried('Drilled')).toBe('work.heat_unreleased')
    expect(await tried('Drilled', { withEarlier: true })).toBe('work.heat_unreleased')
  })
})

describe('what stands still', () => {
  const outcome = async () => (await cut()).items[0]

  test('a held order, mark or piece is not worked on until it goes on', async () => {
    const { rows } = await work.db.tx((write) => sql<{ id: number }>`select id from marks`.execute(write))
    const mark = String(rows[0]?.id)
    await work.db.tx((write) => holdOrder(write, chief, work.order, '客户变更'))
    expect(await outcome()).toMatchObject({ outcome: 'refused', reason: 'work.order_held' })
    await work.db.tx((write) => resumeOrder(write, chief, work.order, '已确认'))
    await work.db.tx((write) => holdMark(write, chief, mark, '图纸不清'))
    await work.db.tx((write) => holdPiece(write, chief, first(), '有划痕'))
    expect(await orderView(work.db, work.order)).toMatchObject({ status: 'released', heldPieces: 2 })
    expect(await outcome()).toMatchObject({ reason: 'work.piece_held' })
    expect(await disagreements(work.db)).toEqual([])
    await work.db.tx((write) => resumeMark(write, chief, mark, '已澄清'))
    expect(await outcome()).toMatchObject({ reason: 'work.piece_held' })
    await work.db.tx((write) => resumePiece(write, chief, first(), '已打磨'))
    expect(await outcome()).toMatchObject({ outcome: 'reported' })
    expect(await disagreements(work.db)).toEqual([])
  })

  test('a scrapped piece no longer counts; its replacement begins anew', async () => {
    await cut()
    await work.db.tx((write) => scrapPiece(write, chief, first(), { reason: '切错', replace: true }))
    expect((await report(work.db, foreman, reportInput(id('Drilled'), [first()]))).items[0]).toMatchObject({
      reason: 'work.piece_scrapped',
    })
    const view = await orderView(work.db, work.order)
    expect(view).toMatchObject({
      status: 'released',
      pieces: 2,
      weightKg: 201,
      progress: 0,
      piecesByStatus: { scrapped: 1, issued: 2 },
    })
    expect(await disagreements(work.db)).toEqual([])
    const [, , replacement] = await pieceIds(work.db, work.order)
    expect(await piece(replacement ?? '')).toMatchObject({ serial: 'GL-1-003', nextProcessId: id('CutComp') })
    await expect(
      work.db.tx((write) => scrapPiece(write, chief, first(), { reason: 'x', replace: false })),
    ).rejects.toMatchObject({ facts: { params: { reason: 'piece.gone' } } })
  })
  test('the piece that takes its place is held when their mark is', async () => {
    const { rows } = await work.db.tx((write) => sql<{ id: number }>`select id from marks`.execute(write))
    await work.db.tx((write) => holdMark(write, chief, String(rows[0]?.id), '图纸不清'))
    await work.db.tx((write) => scrapPiece(write, chief, first(), { reason: '切错', replace: true }))
    const [, , replacement = ''] = await pieceIds(work.db, work.order)
    expect((await cut({}, [replacement])).items[0]).toMatchObject({
      outcome: 'refused',
      reason: 'work.piece_held',
    })
    expect(await disagreements(work.db)).toEqual([])
  })
})

test('ready pieces are those whose next step it is, held ones left out', async () => {
  await cut()
  const ready = (code: string) => listReady(work.db.reads, foreman, { processId: id(code) }, passing)
  expect((await ready('CutComp')).items.map(({ serial }) => serial)).toEqual(['GL-1-002'])
  expect(await ready('Drilled')).toMatchObject({ total: 1, items: [{ serial: 'GL-1-001', orderNo: 'W-1' }] })
  await work.db.tx((write) => holdPiece(write, chief, first(), '等料'))
  expect(await ready('Drilled')).toMatchObject({ total: 0, items: [] })
})
