import { beforeAll, describe, expect, test } from 'vitest'
import { ordersForQuality, recordsOfQuality } from '../../apps/server/src/app/ports.ts'
import { giveWelds } from '../../apps/server/src/modules/welding/change-weld.ts'
import { weld } from '../../apps/server/src/modules/welding/welds.fixtures.ts'
import { applyImport } from '../../apps/server/src/modules/order-import/apply-import.ts'
import {
  newProject,
  parsedList,
  parsedMark,
  readImport,
} from '../../apps/server/src/modules/orders/orders.fixtures.ts'
import { claimReading } from '../../apps/server/src/modules/order-import/store-reading.ts'
import { undoImport } from '../../apps/server/src/modules/order-import/undo-import.ts'
import { disagreements } from '../../apps/server/src/modules/production/disagreements.fixtures.ts'
import {
  chief,
  foreman,
  orderView,
  pieceIds,
  releasedOrder,
  report,
  reportInput,
} from '../../apps/server/src/modules/production/work.fixtures.ts'
import type { Database } from '../../apps/server/src/platform/db/handles.ts'
import { DomainError } from '../../apps/server/src/platform/http/domain-error.ts'
import { raceDatabase, rounds } from './race-database.ts'

// Runs a revision and workshop reports at once. This needs several database connections, which the embedded database
// does not have.
const found = await raceDatabase('revisions')
const db = found as Database

let project: string
let number = 0
beforeAll(async () => {
  if (found === null) return
  project = await newProject(db)
})

const nextOrder = () => releasedOrder(db, project, { no: `V-${(number += 1)}`, quantity: 3 })
const apply = (id: string) => () => db.tx((write) => applyImport(write, chief, id))
const revised = (order: string, netKg: number, quantity = 3) =>
  readImport(db, order, parsedList([parsedMark('GL-1', { name: '钢次梁', netKg, quantity })]))

async function endOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'done'
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
}
const race = (...work: (() => Promise<unknown>)[]) => Promise.all(work.map(endOf))

describe.skipIf(found === null).each(rounds)('round %i', () => {
  test('a revision applied while somebody reports: the report counts, and the revision only on what it was compared with', async () => {
    const order = await nextOrder()
    const [piece = ''] = await pieceIds(db, order)
    const step = (await orderView(db, order)).byProcess[0]?.processId ?? ''
    const id = await revised(order, 120)
    const [applied] = await race(apply(id), () => report(db, foreman, reportInput(step, [piece]), new Date()))
    const after = await orderView(db, order)
    // If the revision is first, the piece is reported with its new weight. If the report is first, the revision must
    // be reviewed again.
    expect(after.weightKg).toBe(applied === 'done' ? 360 : 301.5)
    expect(['done', 'import.stale']).toContain(applied)
    expect(after.byProcess[0]).toMatchObject({ donePieces: 1, doneKg: applied === 'done' ? 120 : 100.5 })
    expect(await disagreements(db)).toEqual([])
  })

  test('of two revisions at once one is written, the other is stale', async () => {
    const order = await nextOrder()
    const ends = await race(apply(await revised(order, 120)), apply(await revised(order, 130, 5)))
    expect(ends.sort()).toEqual(['done', 'import.stale'])
    const { pieces, weightKg } = await orderView(db, order)
    expect([
      [3, 360],
      [5, 650],
    ]).toContainEqual([pieces, weightKg])
    expect(await disagreements(db)).toEqual([])
  })

  test('an undo while somebody reports: either the import is gone or the report is there, never both', async () => {
    const order = await nextOrder()
    const id = await readImport(db, order, parsedList([parsedMark('GL-7', { name: '钢次梁', quantity: 1 })]))
    await apply(id)()
    const piece = (await pieceIds(db, order)).at(-1) ?? ''
    const step = (await orderView(db, order)).byProcess[0]?.processId ?? ''
    const input = reportInput(step, [piece])
    const [undone] = await race(
      () => db.tx((write) => undoImport(write, chief, id, recordsOfQuality)),
      () => report(db, foreman, input, new Date()),
    )
    const after = await orderView(db, order)
    expect(['done', 'state.refused']).toContain(undone)
    expect([after.pieces, after.byProcess[0]?.donePieces]).toEqual(undone === 'done' ? [3, 0] : [4, 1])
    expect(await disagreements(db)).toEqual([])
  })

  test('an undo while the pieces get welds: either the import is gone or the welds are there, never both', async () => {
    const order = await nextOrder()
    const id = await readImport(db, order, parsedList([parsedMark('GL-8', { name: '钢次梁', quantity: 1 })]))
    await apply(id)()
    const piece = (await pieceIds(db, order)).at(-1) ?? ''
    const give = { pieceIds: [piece], welds: [weld('W1')] }
    const [undone, assigned] = await race(
      () => db.tx((write) => undoImport(write, chief, id, recordsOfQuality)),
      () => db.tx((write) => giveWelds(write, chief, ordersForQuality, give, new Date())),
    )
    expect([
      ['done', 'not_found'],
      ['state.refused', 'done'],
    ]).toContainEqual([undone, assigned])
    const welds = await recordsOfQuality(db.reads, 1, Number(order))
    expect([(await orderView(db, order)).pieces, welds.length]).toEqual(undone === 'done' ? [3, 0] : [4, 1])
    expect(await disagreements(db)).toEqual([])
  })

  test('one of five instances takes an import up', async () => {
    const order = await nextOrder()
    const { id } = await db.tx((write) =>
      write
        .insertInto('import_jobs')
        .values({ plant_id: 1, order_id: Number(order), created_by_name: 'x', updated_by_name: 'x' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const claims = await Promise.all(
      [1, 2, 3, 4, 5].map((n) =>
        db.tx((write) => claimReading(write, 1, id, `00000000-0000-4000-8000-00000000000${n}`)),
      ),
    )
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
  })
})
