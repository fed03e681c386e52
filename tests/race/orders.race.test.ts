import { beforeAll, describe, expect, test } from 'vitest'
import { applyImport, discardImport } from '../../apps/server/src/modules/order-import/apply-import.ts'
import { deleteOrder, moveOrder, updateOrder } from '../../apps/server/src/modules/orders/save-order.ts'
import {
  newOrder,
  newProject,
  now,
  orderInput,
  parsedList,
  parsedMark,
  planner,
  readImport,
} from '../../apps/server/src/modules/orders/orders.fixtures.ts'
import { oneOrder } from '../../apps/server/src/modules/orders/orders.queries.ts'
import { oneProject } from '../../apps/server/src/modules/projects/projects.queries.ts'
import { verifyChain } from '../../apps/server/src/platform/audit/chain.ts'
import type { Database } from '../../apps/server/src/platform/db/handles.ts'
import { DomainError } from '../../apps/server/src/platform/http/domain-error.ts'
import { raceDatabase, rounds } from './race-database.ts'

// Races need several database connections. The embedded database has only one.
const found = await raceDatabase('orders')
const db = found as Database

let project: string
let number = 0
beforeAll(async () => {
  if (found === null) return
  project = await newProject(db)
})

const nextOrder = () => newOrder(db, project, { no: `R-${(number += 1)}` })
const view = (id: string) => oneOrder(db.reads, planner, id, now)

/** Runs all commands at once. Returns the code of each rejection, or `done`. */
async function race(work: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const ends = await Promise.allSettled(work.map((one) => one()))
  const codes = ends.map((end) => {
    if (end.status === 'fulfilled') return 'done'
    if (end.reason instanceof DomainError) return end.reason.code
    throw end.reason
  })
  return codes.sort()
}

describe.skipIf(found === null).each(rounds)('round %i', () => {
  const apply = (id: string) => () => db.tx((write) => applyImport(write, planner, id))

  test('one import applied by three people is written once', async () => {
    const order = await nextOrder()
    const id = await readImport(db, order, parsedList([parsedMark('A'), parsedMark('B')]))
    expect(await race([apply(id), apply(id), apply(id)])).toEqual([
      'done',
      'import.not_ready',
      'import.not_ready',
    ])
    expect(await view(order)).toMatchObject({ marks: 2, pieces: 4, weightKg: 402 })
  })

  test('of two imports with a mark in common one is written, the other is stale', async () => {
    const order = await nextOrder()
    const first = await readImport(db, order, parsedList([parsedMark('A'), parsedMark('B')]))
    const second = await readImport(db, order, parsedList([parsedMark('B'), parsedMark('C')]))
    expect(await race([apply(first), apply(second)])).toEqual(['done', 'import.stale'])
    expect(await view(order)).toMatchObject({ marks: 2, pieces: 4 })
  })

  test('imports of different marks are all written and counted', async () => {
    const order = await nextOrder()
    const ids = await Promise.all(
      ['A', 'B', 'C', 'D'].map((mark) => readImport(db, order, parsedList([parsedMark(mark)]))),
    )
    expect(await race(ids.map(apply))).toEqual(['done', 'done', 'done', 'done'])
    expect(await view(order)).toMatchObject({ marks: 4, pieces: 8, weightKg: 804 })
  })

  test('applied or discarded, not both', async () => {
    const order = await nextOrder()
    const id = await readImport(db, order, parsedList([parsedMark('A')]))
    const discard = () => db.tx((write) => discardImport(write, planner, id))
    expect(await race([apply(id), discard])).toEqual(['done', 'import.not_ready'])
  })

  test('two orders of one number: one is created', async () => {
    const no = `SAME-${(number += 1)}`
    const create = () => newOrder(db, project, { no })
    expect(await race([create, create, create])).toEqual(['done', 'duplicate', 'duplicate'])
  })

  test('two people change one order: one hears of the other', async () => {
    const order = await nextOrder()
    const change = (name: string) => () =>
      db.tx((write) =>
        updateOrder(
          write,
          planner,
          order,
          { ...orderInput(project, { no: `U-${order}`, name }), version: 1 },
          now,
        ),
      )
    expect(await race([change('一'), change('二')])).toEqual(['done', 'version.conflict'])
    expect((await view(order)).version).toBe(2)
  })

  test('a change and an import keep both', async () => {
    const order = await nextOrder()
    const id = await readImport(db, order, parsedList([parsedMark('A')]))
    const change = () =>
      db.tx((write) =>
        updateOrder(
          write,
          planner,
          order,
          { ...orderInput(project, { no: `B-${order}`, name: '改' }), version: 1 },
          now,
        ),
      )
    expect(await race([change, apply(id)])).toEqual(['done', 'done'])
    expect(await view(order)).toMatchObject({ name: '改', marks: 1, pieces: 2, version: 2 })
  })

  test('cancelling and importing: nothing is written into a cancelled order', async () => {
    const order = await nextOrder()
    const id = await readImport(db, order, parsedList([parsedMark('A')]))
    const cancel = () =>
      db.tx((write) => moveOrder(write, planner, order, { version: 1, to: 'cancelled' }, now))
    const codes = await race([cancel, apply(id)])
    expect([
      ['done', 'done'],
      ['done', 'state.refused'],
    ]).toContainEqual(codes)
    expect(await view(order)).toMatchObject({ status: 'cancelled', marks: codes[1] === 'done' ? 1 : 0 })
  })

  test('deleting and importing: either the order is gone or it has its pieces', async () => {
    const order = await nextOrder()
    const id = await readImport(db, order, parsedList([parsedMark('A')]))
    const remove = () => db.tx((write) => deleteOrder(write, planner, order, 1, now))
    const codes = await race([remove, apply(id)])
    expect([
      ['done', 'not_found'],
      ['done', 'state.refused'],
    ]).toContainEqual(codes)
  })
})

test.skipIf(found === null)(
  'after all of it the project counts its orders right and the log is one chain',
  async () => {
    const orders = await db.reads.selectFrom('orders').select(['status', 'weight_kg']).execute()
    const weightKg = orders.reduce(
      (sum, order) => sum + (order.status === 'cancelled' ? 0 : order.weight_kg),
      0,
    )
    expect(await oneProject(db.reads, planner, project)).toMatchObject({ orders: orders.length, weightKg })
    expect(await verifyChain(db.reads, 1)).toMatchObject({ brokenAt: null })
  },
)
