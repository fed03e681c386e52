import { describe, expect, test } from 'vitest'
import { now } from '../orders/orders.fixtures.ts'
import { undoReport } from './report-work.ts'
import { disagreements } from './disagreements.fixtures.ts'
import { chief, foreman, orderView, passing, report, reportInput, workOfBeam } from './work.fixtures.ts'
import { workedOrder } from './worked-order.fixtures.ts'

const work = workedOrder()
const { id, piece, reports, cut } = work

describe('taking back', () => {
  const undo = (reportId: string, actor = foreman, at = now) =>
    work.db.tx((write) => undoReport(write, actor, reportId, '报错了', at, passing.outside))
  const latest = async () => (await reports())[0]?.id ?? ''

  test('the last report first, and the piece stands where it stood', async () => {
    await cut({ part: 0.4 })
    await cut()
    const [second, one] = await reports()
    await expect(undo(one?.id ?? '')).rejects.toMatchObject({
      facts: { params: { reason: 'work.later_step_done' } },
    })
    await undo(second?.id ?? '')
    expect(await piece()).toMatchObject({ stepsDone: 0, stepPart: 0.4 })
    await undo(one?.id ?? '')
    expect(await piece()).toMatchObject({ stepsDone: 0, stepPart: 0, status: 'issued' })
    expect(await orderView(work.db, work.order)).toMatchObject({ status: 'released', progress: 0 })
    await expect(undo(one?.id ?? '')).rejects.toMatchObject({ facts: { params: { reason: 'work.undone' } } })
    expect(await disagreements(work.db)).toEqual([])
    // Its key is spent: the device that sends it again is told so, and nothing is counted.
    expect(await reports()).toMatchObject([{ undone: { reason: '报错了' } }, { undone: { by: '王班长' } }])
  })

  test('one’s own within the shift; anybody’s with the right to release', async () => {
    await cut()
    const reportId = await latest()
    const nextDay = new Date(now.getTime() + 24 * 3_600_000)
    await expect(undo(reportId, { ...foreman, userId: '10' })).rejects.toMatchObject({
      facts: { params: { reason: 'work.not_yours' } },
    })
    await expect(undo(reportId, foreman, nextDay)).rejects.toMatchObject({
      facts: { params: { reason: 'work.too_late_to_undo' } },
    })
    await undo(reportId, chief, nextDay)
    expect(await piece()).toMatchObject({ stepsDone: 0 })
  })
})

test('all work steps done completes the order; taken back it is in production again', async () => {
  for (const code of workOfBeam) {
    await report(work.db, foreman, reportInput(id(code), work.pieces, { withEarlier: true }))
  }
  expect(await orderView(work.db, work.order)).toMatchObject({
    status: 'completed',
    piecesByStatus: { coated: 2 },
  })
  const [last] = await reports()
  await work.db.tx((write) => undoReport(write, chief, last?.id ?? '', '漆膜不足', now, passing.outside))
  expect(await orderView(work.db, work.order)).toMatchObject({ status: 'in_production' })
  expect(await disagreements(work.db)).toEqual([])
})
