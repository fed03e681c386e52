import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { nestingPerson, profile } from '../nesting/nests.fixtures.ts'
import { newProject, now } from '../orders/orders.fixtures.ts'
import {
  chief,
  pieceIds,
  processIds,
  releasedOrder,
  report,
  reportInput,
} from '../production/work.fixtures.ts'
import { listCosts, valueSteel } from './order-costs.queries.ts'
import { progressStatement, saveStatement, stageValues } from './progress-statement.ts'

const manager = testActor({ tags: ['cost.view', 'cost.edit'] })
const worker = { ...chief, tags: [...chief.tags, 'order.report'] }

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

const costs = async () => (await listCosts(testDb.db.reads, manager, {}, now)).items

test('steel that was cut is known, with its waste; the rest is by theory, and what has no price is said', async () => {
  const nesting = nestingPerson(testDb.db)
  await nesting.steel.gradeId()
  await nesting.order(5000)
  await nesting.bars(1)
  const nest = await nesting.release(await nesting.solved())
  const [bar] = nest.items
  await nesting.report(bar?.id ?? '', 1200)
  await testDb.db.tx((write) =>
    sql`insert into steel_prices (plant_id, profile, grade, price_per_tonne) values (1, ${profile}, 'Q355B', 4000)`.execute(
      write,
    ),
  )
  // A bar of 784.8 kg, of which a tenth went back; plates of the list have no price.
  expect(await costs()).toMatchObject([
    {
      material: { known: 2825.28, knownKg: 706.32, estimated: 0, estimatedKg: 150.72, unpricedKg: 150.72 },
      total: 2825.28,
    },
  ])
})

test('what of the list is cut already is not estimated again', () => {
  const row = { order_id: 1, profile, grade: 'Q355B' }
  const prices = new Map([[`${profile} Q355B`, 5000]])
  const rows = [
    { ...row, kg: 300, is_known: true },
    { ...row, kg: 1000, is_known: false },
  ]
  expect(valueSteel(rows, prices)).toEqual({
    known: 1500,
    estimated: 3500,
    knownKg: 300,
    estimatedKg: 700,
    unpricedKg: 0,
    theoryKg: 1000,
  })
  expect(valueSteel([{ ...row, kg: 1100, is_known: true }, ...rows.slice(1)], prices)).toMatchObject({
    known: 5500,
    estimated: 0,
  })
})

test('plates that were cut are part of the plates of the list, whose sizes differ', () => {
  const steel = { order_id: 1, grade: 'Q355B' }
  const rows = [
    { ...steel, profile: 'PL20', kg: 300, is_known: true },
    { ...steel, profile: 'PL20*300', kg: 600, is_known: false },
    { ...steel, profile: 'PL20*450', kg: 400, is_known: false },
  ]
  expect(valueSteel(rows, new Map([['PL20 Q355B', 4000]]))).toMatchObject({
    known: 1200,
    estimated: 2800,
    unpricedKg: 0,
  })
})

const rate = (processId: string, basis: string, price: number) =>
  testDb.db.tx((write) =>
    sql`insert into labour_rates (plant_id, code, process_id, basis, price, from_kg, valid_from, updated_by_name)
      values (1, ${`${processId} ${basis}`}, ${processId}, ${basis}, ${price}, 0, '2026-01-01', '')`.execute(
      write,
    ),
  )

/** A released order of two beams of 100.5 kg; the first is reported at these processes. */
async function workedOrder(steps: Readonly<Record<string, number | null>>) {
  const order = await releasedOrder(testDb.db, await newProject(testDb.db), { no: 'K-1' })
  const [piece = ''] = await pieceIds(testDb.db, order)
  const ids = await processIds(testDb.db)
  for (const [code, hours] of Object.entries(steps))
    await report(testDb.db, worker, reportInput(ids[code] ?? '', [piece], { hours }))
  return { order, id: (code: string) => ids[code] ?? '' }
}

test('labour is valued by piece rate, else by its hours, else by the standard; the rest is counted', async () => {
  const { id } = await workedOrder({ CutComp: 9, Drilled: 2, FitUpComp: null, WeldComp: null })
  await rate(id('CutComp'), 'tonne', 100)
  await rate(id('CutComp'), 'hour', 50)
  await rate(id('Drilled'), 'hour', 30)
  await rate(id('FitUpComp'), 'hour', 30)
  await testDb.db.tx((write) =>
    sql`insert into standard_hours (plant_id, code, process_id, basis, hours, from_kg, updated_by_name)
      values (1, 'S', ${id('FitUpComp')}, 'tonne', 10, 0, '')`.execute(write),
  )
  expect(await costs()).toMatchObject([
    { kg: 201, labour: { known: 70.05, estimated: 30.15, unvalued: 1 }, total: 100.2, perTonne: 498.51 },
  ])
})

test('amounts of stages sum to the contract value', () => {
  expect(stageValues(100, [33.333, 33.333, 33.334])).toEqual([33.33, 33.34, 33.33])
  expect(stageValues(0.01, [50, 50])).toEqual([0.01, 0])
  expect(stageValues(0, [100])).toEqual([0])
})

test('a statement begins with a proposal and is earned by the tonnes of its processes', async () => {
  const { order, id } = await workedOrder({ CutComp: null })
  const { reads, tx } = testDb.db
  const proposal = await progressStatement(reads, manager, order)
  expect(proposal).toMatchObject({ amount: 0, earned: 0, version: 0, can: { edit: true } })
  expect(proposal.stages.reduce((sum, { share }) => sum + share, 0)).toBe(100)
  const save = (version: number, shares: readonly number[]) =>
    tx((write) =>
      saveStatement(write, manager, order, {
        version,
        amount: 100.01,
        stages: shares.map((share, at) => ({
          name: `S${at}`,
          share,
          processId: at === 0 ? id('CutComp') : null,
        })),
      }),
    )
  await expect(save(0, [60, 39])).rejects.toMatchObject({ facts: { params: { reason: 'weights.not_100' } } })
  await save(0, [60, 40])
  await expect(save(0, [50, 50])).rejects.toMatchObject({ code: 'version.conflict' })
  expect(await progressStatement(reads, manager, order)).toMatchObject({
    version: 1,
    amount: 100.01,
    earned: 30.01,
    stages: [
      { name: 'S0', value: 60.01, kg: 201, doneKg: 100.5, done: 0.5, earned: 30.01 },
      { name: 'S1', value: 40, processId: null, doneKg: 0, done: 0, earned: 0 },
    ],
  })
  await save(1, [100])
  expect(await progressStatement(reads, manager, order)).toMatchObject({
    version: 2,
    stages: [{ share: 100 }],
  })
})
