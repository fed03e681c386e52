import { beforeEach, describe, expect, test } from 'vitest'
import { now } from '../orders/orders.fixtures.ts'
import { disagreements } from '../production/disagreements.fixtures.ts'
import { reportWork, undoReport } from '../production/report-work.ts'
import { scrapPiece } from '../production/set-piece-status.ts'
import { chief, foreman, orderView, releasedOrder, reportInput } from '../production/work.fixtures.ts'
import { oneWorkPiece } from '../production/work.queries.ts'
import { workedOrder } from '../production/worked-order.fixtures.ts'
import { listOutsidePieces } from './outside-pieces.queries.ts'
import { changeSubcontract } from './save-subcontract.ts'
import { buyer, outsidePorts, subcontractPerson } from './subcontracts.fixtures.ts'
import { dueSubcontracts, listSubcontracts, subcontractAmounts } from './subcontracts.queries.ts'

const work = workedOrder()
const { id, first } = work
let person: ReturnType<typeof subcontractPerson>
beforeEach(() => {
  person = subcontractPerson(work.db)
})

const second = () => work.pieces[1] ?? ''
const reasons = ({ items }: { items: readonly { outcome: string; reason: string | null }[] }) =>
  items.map(({ outcome, reason }) => reason ?? outcome)
const refused = (reason: string) => ({ facts: { params: { reason } } })
const piece = (pieceId = first()) => oneWorkPiece(work.db.reads, foreman, pieceId, outsidePorts)
const reportBy = async (code: string, pieces = [first()]) =>
  reasons(
    await work.db.tx((write) => reportWork(write, foreman, reportInput(id(code), pieces), now, outsidePorts)),
  )
/** A subcontract of cutting with both pieces outside. */
const outside = async () => {
  const subcontract = await person.create(work.order, id('CutComp'))
  await person.add(subcontract, work.pieces)
  expect(reasons(await person.send(subcontract, work.pieces))).toEqual(['done', 'done'])
  return subcontract
}

test('pieces go out, nobody else reports on them, and their work counts when they are accepted', async () => {
  const subcontract = await person.create(work.order, id('CutComp'))
  expect(reasons(await person.add(subcontract, ['GL-1-001', second(), 'GL-9']))).toEqual([
    'done',
    'done',
    'work.unknown_piece',
  ])
  expect(await person.one(subcontract)).toMatchObject({
    status: 'draft',
    pieces: { planned: 2, out: 0 },
    amount: 402,
    can: { send: true, receive: 'subcontract.draft', close: 'subcontract.draft' },
  })
  await person.send(subcontract, work.pieces)
  expect(await piece()).toMatchObject({
    outside: { supplier: '宏泰', until: '2026-03-25', back: false },
    can: { report: 'work.piece_outside' },
  })
  expect(await reportBy('CutComp')).toEqual(['work.piece_outside'])

  const pieces = [{ piece: first(), kg: 99 }]
  expect(reasons(await person.receive(subcontract, [], { pieces }))).toEqual(['done'])
  expect(await person.one(subcontract)).toMatchObject({
    pieces: { out: 1, accepted: 1 },
    kgOut: 201,
    kgIn: 99,
    amount: 399,
    acceptedAmount: 198,
    movements: [
      { kind: 'received', pieces: 1, kg: 99, accepted: 1 },
      { kind: 'sent', pieces: 2, kg: 201 },
    ],
    can: { close: 'subcontract.pieces_out' },
  })
  expect(await piece()).toMatchObject({ outside: null, stepsDone: 1, nextProcessId: id('Drilled') })
  expect(await work.reports()).toMatchObject(
    [{ source: 'subcontract', kg: 100.5, crew: null, can: { undo: 'permission.denied' } }].map(
      ({ can: _can, ...report }) => report,
    ),
  )
  expect(await disagreements(work.db)).toEqual([])
  expect(await subcontractAmounts(work.db.reads, 1, [Number(work.order)])).toEqual([
    { orderId: Number(work.order), accepted: 198, expected: 201 },
  ])
  await person.receive(subcontract, [second()])
  await person.move(subcontract, 'close')
  expect(await person.one(subcontract)).toMatchObject({ status: 'closed', can: { reopen: true } })
})

describe('a piece goes out only', () => {
  test('once, when its process is next, and while it is not held up', async () => {
    const cutting = await outside()
    const other = await person.create(work.order, id('CutComp'))
    expect(reasons(await person.add(other, [first()]))).toEqual(['subcontract.piece_elsewhere'])
    expect(reasons(await person.add(cutting, [first()]))).toEqual(['already'])
    const drilling = await person.create(work.order, id('Drilled'))
    await person.receive(cutting, [second()], { result: 'rejected', reason: '尺寸超差' })
    expect(reasons(await person.add(drilling, [second()]))).toEqual(['work.step_before'])
    await work.db.tx((write) => scrapPiece(write, chief, second(), { reason: '切错', replace: false }))
    expect(reasons(await person.add(other, [second()]))).toEqual(['work.piece_scrapped'])
  })

  test('from its own order, and as long as the process is not done meanwhile', async () => {
    const foreign = await releasedOrder(work.db, work.project, { no: 'W-2' })
    const subcontract = await person.create(foreign, id('CutComp'))
    expect(reasons(await person.add(subcontract, [first()]))).toEqual(['subcontract.other_order'])
    const own = await person.create(work.order, id('CutComp'))
    await person.add(own, work.pieces)
    expect(await reportBy('CutComp')).toEqual(['reported'])
    expect(reasons(await person.send(own, [...work.pieces, 'GL-9']))).toEqual([
      'work.done_already',
      'done',
      'work.unknown_piece',
    ])
    expect(reasons(await person.remove(own, work.pieces))).toEqual(['done', 'subcontract.sent_already'])
  })
})

test('whole assemblies come back with all work that is left, as far as their inspections allow', async () => {
  const subcontract = await person.create(work.order, null)
  await person.add(subcontract, [first()])
  await person.send(subcontract, [first()])
  const blocking = {
    ...outsidePorts,
    inspections: (
      _reads: unknown,
      _plant: number,
      steps: readonly { processId: number; pieceId: number }[],
    ) =>
      Promise.resolve(
        new Map(
          steps
            .filter(({ processId }) => String(processId) === id('WeldNDTComp'))
            .map(({ pieceId }) => [pieceId, 'work.inspection_open' as const]),
        ),
      ),
  }
  expect(reasons(await person.receive(subcontract, [first()], {}, blocking))).toEqual([
    'work.inspection_open',
  ])
  expect(await piece()).toMatchObject({
    outside: { back: true },
    nextProcessId: id('WeldNDTComp'),
    can: { report: 'work.piece_outside' },
  })
  expect(reasons(await person.receive(subcontract, [first()]))).toEqual(['done'])
  const { items } = await listOutsidePieces(work.db.reads, 1, subcontract, { status: ['accepted'] })
  expect(items).toMatchObject([{ serial: 'GL-1-001', kgOut: 100.5, judgedBy: '采购员' }])
  expect((await work.reports()).every(({ source }) => source === 'subcontract')).toBe(true)
  expect(reasons(await person.undo(subcontract, [first()]))).toEqual(['done'])
  expect(await piece()).toMatchObject({ outside: { back: false }, stepsDone: 0 })
  expect(await disagreements(work.db)).toEqual([])
})

test('a rejected piece stays back; a receipt and a sending are undone, unless work went on', async () => {
  const subcontract = await outside()
  await expect(person.receive(subcontract, [first()], { result: 'rejected' })).rejects.toMatchObject({
    code: 'request.invalid',
  })
  await person.receive(subcontract, [first()], { result: 'rejected', reason: '尺寸超差' })
  expect(await piece()).toMatchObject({ outside: null, stepsDone: 0, can: { report: true } })
  expect(reasons(await person.receive(subcontract, [first()]))).toEqual(['subcontract.judged'])
  expect(reasons(await person.undo(subcontract, [first()]))).toEqual(['done'])
  await person.receive(subcontract, [first()])
  const [report] = await work.reports()
  await expect(
    work.db.tx((write) => undoReport(write, chief, report?.id ?? '', '错', now, outsidePorts.outside)),
  ).rejects.toMatchObject(refused('work.by_subcontract'))
  expect(await reportBy('Drilled')).toEqual(['reported'])
  expect(reasons(await person.undo(subcontract, work.pieces))).toEqual(['work.later_step_done', 'done'])
  expect((await person.one(subcontract)).pieces).toMatchObject({ planned: 1, accepted: 1 })
  expect((await orderView(work.db, work.order)).byProcess[0]?.donePieces).toBe(1)
})

test('late ones are listed first and announced; other plants see nothing', async () => {
  const late = await person.create(work.order, id('CutComp'), { promisedOn: '2026-03-19' })
  const soon = await person.create(work.order, id('CutComp'), { promisedOn: '2026-03-22' })
  const cancelled = await person.create(work.order, id('CutComp'), { promisedOn: '2026-03-01' })
  await person.move(cancelled, 'cancel')
  const list = async (plantId = 1, query = {}) =>
    (await listSubcontracts(work.db.reads, { ...buyer, plantId }, query, now)).items
  expect((await list()).map(({ id: one, late: isLate }) => [one, isLate])).toEqual([
    [late, true],
    [soon, false],
    [cancelled, false],
  ])
  expect((await list(1, { late: 'true', q: 'SC-' })).map(({ id: one }) => one)).toEqual([late])
  expect(await list(2)).toEqual([])
  expect(await dueSubcontracts(work.db.reads, 1, now, '2026-03-01')).toMatchObject([
    { id: Number(late), isOverdue: true },
    { id: Number(soon), isOverdue: false },
  ])
})

test('an open subcontract changes under its version; a line with pieces retains its processes', async () => {
  const subcontract = await outside()
  const { version, lines, supplier } = await person.one(subcontract)
  const change = (at: number, fromProcessId: string) =>
    work.db.tx((write) =>
      changeSubcontract(
        write,
        buyer,
        subcontract,
        {
          version: at,
          supplierId: supplier.id,
          basis: 'lump',
          promisedOn: '2026-03-30',
          note: '含运费',
          lines: lines.map((line) => ({
            id: line.id,
            fromProcessId,
            toProcessId: fromProcessId,
            price: 1000,
            note: '',
          })),
        },
        now,
      ),
    )
  await expect(change(version, id('Drilled'))).rejects.toMatchObject(refused('subcontract.line_used'))
  await change(version, id('CutComp'))
  await expect(change(version, id('CutComp'))).rejects.toMatchObject({ code: 'version.conflict' })
  await person.receive(subcontract, [first()])
  expect(await person.one(subcontract)).toMatchObject({
    promisedOn: '2026-03-30',
    amount: 1000,
    acceptedAmount: 500,
  })
})
