import { beforeAll, describe, expect, test } from 'vitest'
import { portsOfAssemblies } from '../../apps/server/src/app/ports.ts'
import { buildPieces, takePieceOut } from '../../apps/server/src/modules/assemblies/build-pieces.ts'
import { addSubAssembly } from '../../apps/server/src/modules/assemblies/save-sub-assemblies.ts'
import { moveOrder } from '../../apps/server/src/modules/orders/save-order.ts'
import { newProject, now } from '../../apps/server/src/modules/orders/orders.fixtures.ts'
import { setWeights } from '../../apps/server/src/modules/production/recalculate-orders.ts'
import { completeSteps } from '../../apps/server/src/modules/production/complete-steps.ts'
import {
  holdMark,
  resumeMark,
  holdOrder,
  holdPiece,
} from '../../apps/server/src/modules/production/hold-orders.ts'
import { releaseOrder } from '../../apps/server/src/modules/production/release-order.ts'
import { scrapPiece } from '../../apps/server/src/modules/production/set-piece-status.ts'
import { undoReport } from '../../apps/server/src/modules/production/report-work.ts'
import { disagreements } from '../../apps/server/src/modules/production/disagreements.fixtures.ts'
import {
  chief,
  confirmedOrder,
  foreman,
  orderView,
  passing,
  pieceIds,
  processIds,
  releasedOrder,
  report,
  reportInput,
  workOfBeam,
} from '../../apps/server/src/modules/production/work.fixtures.ts'
import { verifyChain } from '../../apps/server/src/platform/audit/chain.ts'
import type { Database, Write } from '../../apps/server/src/platform/db/handles.ts'
import { itemOutcomes, outcomes, raceDatabase, rounds } from './race-database.ts'

const found = await raceDatabase('work')
const db = found as Database

let project: string
let processes: Record<string, string>
let number = 0
beforeAll(async () => {
  if (found === null) return
  project = await newProject(db)
  await nextOrder()
  processes = await processIds(db)
})

const nextNo = () => `W-${(number += 1)}`
const nextOrder = (quantity = 2) =>
  releasedOrder(db, project, { no: nextNo(), quantity, marks: [`GL-${number}`] })
const other = { ...foreman, userId: '10', cnName: '李班长' }
const cut = (pieces: string[], actor = foreman, overrides = {}) =>
  report(db, actor, reportInput(processes['CutComp'] ?? '', pieces, overrides))

const race = (work: readonly Promise<unknown>[]) => outcomes(work, itemOutcomes)

describe.skipIf(found === null).each(rounds)('round %i', () => {
  test('two people report the same pieces at once, in either order: each is counted once', async () => {
    const order = await nextOrder(6)
    const pieces = await pieceIds(db, order)
    const ends = await race([cut(pieces), cut(pieces.toReversed(), other)])
    expect(ends.toSorted()).toEqual([
      'already already already already already already',
      'reported reported reported reported reported reported',
    ])
    expect((await orderView(db, order)).byProcess[0]).toMatchObject({ donePieces: 6, doneKg: 603 })
  })

  test('two outer pieces ask for the same inner one: it is in one of them', async () => {
    number += 1
    const [outerMark, innerMark] = [`OUT-${number}`, `IN-${number}`]
    const order = await releasedOrder(db, project, { no: nextNo(), marks: [outerMark, innerMark] })
    const [inner = '', , one = '', two = ''] = await pieceIds(db, order)
    const mark = await db.reads
      .selectFrom('marks')
      .select('id')
      .where('order_id', '=', Number(order))
      .where('mark', '=', outerMark)
      .executeTakeFirstOrThrow()
    const line = { mark: innerMark, quantity: 1, isWeightIncluded: false }
    await db.tx((write) => addSubAssembly(write, chief, String(mark.id), line))
    for (const code of workOfBeam)
      await report(db, foreman, reportInput(processes[code] ?? '', [inner], { withEarlier: true }))
    const ports = { ...portsOfAssemblies, conformity: passing.conformity }
    const build = async (outer: string) => ({
      items: await db.tx((write) => buildPieces(write, foreman, outer, { pieces: [inner] }, ports, now)),
    })
    expect((await race([build(one), build(two)])).toSorted()).toEqual(['done', 'refused'])
    const scrap = { reason: '切错', replace: false }
    const take = (write: Write) => takePieceOut(write, foreman, inner, '装错', ports)
    const ends = await race([db.tx((write) => scrapPiece(write, chief, inner, scrap)), db.tx(take)])
    expect(['done,done', 'piece.inner,done']).toContain(ends.join())
    expect(await disagreements(db)).toEqual([])
  })

  test('a report that arrives twice at once under its key is counted once', async () => {
    const order = await nextOrder()
    const input = reportInput(processes['CutComp'] ?? '', await pieceIds(db, order), { part: 0.25 })
    const ends = await race([1, 2, 3].map(() => report(db, foreman, input)))
    expect(ends.toSorted()).toEqual(['already already', 'already already', 'reported reported'])
    expect((await orderView(db, order)).byProcess[0]?.doneKg).toBe(50.25)
  })

  test('parts that together are too much: the second is refused', async () => {
    const order = await nextOrder(1)
    const pieces = await pieceIds(db, order)
    const ends = await race([cut(pieces, foreman, { part: 0.7 }), cut(pieces, other, { part: 0.7 })])
    expect(ends.toSorted()).toEqual(['refused', 'reported'])
  })

  test('steps out of order: the later one waits for its turn or is refused', async () => {
    const order = await nextOrder()
    const pieces = await pieceIds(db, order)
    const drill = report(db, other, reportInput(processes['Drilled'] ?? '', pieces))
    const [first, second] = await race([cut(pieces), drill])
    expect(first).toBe('reported reported')
    expect(['reported reported', 'refused refused']).toContain(second)
  })

  test('a hold that lands while somebody reports: before it or not at all', async () => {
    const order = await nextOrder()
    const pieces = await pieceIds(db, order)
    const [ofOrder] = await race([
      cut(pieces.slice(0, 1)),
      db.tx((write) => holdPiece(write, chief, pieces[0] ?? '', '有划痕')),
    ])
    expect(['reported', 'refused']).toContain(ofOrder)
    const rows = await db.reads
      .selectFrom('marks')
      .select('id')
      .where('order_id', '=', Number(order))
      .execute()
    const mark = String(rows[0]?.id)
    const [held] = await race([
      cut(pieces.slice(1)),
      db.tx((write) => holdMark(write, chief, mark, '图纸不清')),
      db.tx((write) => holdMark(write, chief, mark, '图纸不清')),
    ])
    expect(['reported', 'refused']).toContain(held)
    expect(await race([cut(pieces.slice(1))])).toEqual(['refused'])
    const ends = await race([
      db.tx((write) => resumeMark(write, chief, mark, '已澄清')),
      db.tx((write) => holdOrder(write, chief, order, '客户变更')),
    ])
    expect(ends).toEqual(['done', 'done'])
    expect(await orderView(db, order)).toMatchObject({ status: 'on_hold', heldPieces: 1 })
  })

  test('a piece scrapped while it is reported: the tonnes count for nothing either way', async () => {
    const order = await nextOrder()
    const pieces = await pieceIds(db, order)
    const scrap = db.tx((write) =>
      scrapPiece(write, chief, pieces[0] ?? '', { reason: '切错', replace: true }),
    )
    await race([cut(pieces), scrap])
    expect((await orderView(db, order)).byProcess[0]).toMatchObject({
      pieces: 2,
      donePieces: 1,
      doneKg: 100.5,
    })
  })

  test('an order cancelled while its first piece is started: stopped, and what was done stays done', async () => {
    const order = await nextOrder()
    const { version } = await orderView(db, order)
    const input = { version, to: 'cancelled', reason: '客户取消' } as const
    const pieces = await pieceIds(db, order)
    const [reported, cancelled] = await race([
      cut(pieces),
      db.tx((write) => moveOrder(write, chief, order, input, now)),
    ])
    expect(cancelled).toBe('done')
    expect(['reported reported', 'refused refused']).toContain(reported)
    expect(await orderView(db, order)).toMatchObject({ status: 'cancelled' })
    expect(await race([report(db, foreman, reportInput(processes['Drilled'] ?? '', pieces))])).toEqual([
      'refused refused',
    ])
  })

  test('two orders of a new project released at once, one of them twice', async () => {
    const own = await newProject(db, { code: nextNo() })
    const [one, two] = [
      await confirmedOrder(db, own, { no: nextNo() }),
      await confirmedOrder(db, own, { no: nextNo() }),
    ]
    const release = (id: string) => db.tx((write) => releaseOrder(write, chief, id, { version: 2 }, now))
    const ends = await race([release(one), release(two), release(one)])
    expect(ends.toSorted()).toEqual(['done', 'done', 'version.conflict'])
    expect(await orderView(db, two)).toMatchObject({ status: 'released', piecesByStatus: { issued: 2 } })
  })

  test('weights of a project change while crews report on its orders', async () => {
    const orders = [await nextOrder(), await nextOrder()]
    const rows = await db.reads
      .selectFrom('projects')
      .select('version')
      .where('id', '=', Number(project))
      .execute()
    const input = {
      version: rows[0]?.version ?? 0,
      items: [
        { processId: processes['CutComp'] ?? '', weight: 60 },
        { processId: processes['Drilled'] ?? '', weight: 40 },
      ],
    }
    const work = await Promise.all(orders.map((order) => pieceIds(db, order)))
    const ends = await race([
      ...work.map((pieces) => cut(pieces)),
      db.tx((write) => setWeights(write, chief, project, input)),
    ])
    expect(ends).toEqual(['reported reported', 'reported reported', 'done'])
    for (const order of orders) expect((await orderView(db, order)).progress).toBe(0.6)
  })

  test('weights that do not sum to 100 are refused, and by the database too', async () => {
    const items = [{ processId: processes['CutComp'] ?? '', weight: 99.999 }]
    const rows = await db.reads
      .selectFrom('projects')
      .select('version')
      .where('id', '=', Number(project))
      .execute()
    const input = { version: rows[0]?.version ?? 0, items }
    expect(await race([db.tx((write) => setWeights(write, chief, project, input))])).toEqual([
      'weights.not_100',
    ])
    await expect(
      db.tx((write) =>
        write
          .updateTable('project_weights')
          .set((eb) => ({ weight: eb('weight', '+', 0.001) }))
          .where('project_id', '=', Number(project))
          .execute(),
      ),
    ).rejects.toMatchObject({ constraint: 'project_weights_sum_check' })
  })

  test('a report taken back twice at once, and pieces packed twice at once', async () => {
    const order = await nextOrder()
    const pieces = await pieceIds(db, order)
    await cut(pieces)
    const rows = await db.reads
      .selectFrom('work_reports')
      .select('id')
      .where('order_id', '=', Number(order))
      .orderBy('id', 'desc')
      .execute()
    const undo = () =>
      db.tx((write) => undoReport(write, chief, String(rows[0]?.id), '报错了', now, passing.outside))
    expect((await race([undo(), undo()])).toSorted()).toEqual(['done', 'work.undone'])
    for (const code of workOfBeam) {
      await report(db, foreman, reportInput(processes[code] ?? '', pieces, { withEarlier: true }))
    }
    const packed = { pieceIds: pieces.map(Number), kind: 'pack', at: now, source: 'package' } as const
    const pack = () => db.tx((write) => completeSteps(write, chief, packed))
    expect((await race([pack(), pack()])).toSorted()).toEqual(['done', 'work.done_already'])
  })

  test('many crews on many orders at once: nobody waits for ever', async () => {
    const orders = await Promise.all([1, 2, 3].map(() => nextOrder(4)))
    const pieces = (await Promise.all(orders.map((order) => pieceIds(db, order)))).flat()
    const mixed = (step: number) => pieces.map((_, index) => pieces[(index * step) % pieces.length] ?? '')
    const ends = await race([1, 5, 7, 11].map((step) => cut(mixed(step))))
    const words = ends.join(' ').split(' ')
    expect(words.filter((word) => word === 'reported')).toHaveLength(pieces.length)
  })
})

test.skipIf(found === null)('after all of it every number agrees and the log is one chain', async () => {
  expect(await disagreements(db)).toEqual([])
  expect(await verifyChain(db.reads, 1)).toMatchObject({ brokenAt: null })
})
