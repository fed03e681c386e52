import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { madePieces } from '../../../test/made-pieces.ts'
import { ordersForQuality } from '../../app/ports.ts'
import { readRows } from '../../platform/db/handles.ts'
import { approveNcr, disposeNcr, finishNcr, startNcr } from './decide-ncr.ts'
import { editNcr } from './edit-ncr.ts'
import { defectId, ncrPerson, raiseInput } from './ncr.fixtures.ts'
import { ncrEvents } from './ncr.queries.ts'

const tags = ['quality.view', 'quality.inspect', 'quality.judge', 'order.report']
const judge = testActor({ userId: '21', cnName: '质检主任', tags })
const worker = testActor({ userId: '22', cnName: '王班长', tags })

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
afterAll(() => testDb.close())

const person = (actor = judge) => ncrPerson(testDb.db, ordersForQuality, actor)
const dispose = {
  disposition: 'rework' as const,
  note: '打磨补焊',
  processId: null,
  crewId: null,
  dueOn: null,
  cause: 'man' as const,
  causeNote: '电流过大',
  cost: 120.5,
}

test('an unlikely cost needs a reason, which its history and the audit log keep', async () => {
  const { pieceIds } = await madePieces(testDb.db, { quantity: 1 })
  const defect = await defectId(testDb.db)
  const id = await person(worker).raise(raiseInput(defect, pieceIds))
  const cost = 1_205_000
  const question = {
    code: 'state.refused',
    facts: { params: { reason: 'unlikely.cost', value: cost, most: 500_000 } },
  }
  await expect(person().does(disposeNcr, id, { ...dispose, cost })).rejects.toMatchObject(question)
  await person().does(disposeNcr, id, { ...dispose, cost, reason: '整榀返工' })
  expect(await person().detail(id)).toMatchObject({ cost })
  const { items } = await ncrEvents(testDb.db.reads, judge.plantId, id)
  expect(items.map(({ note }) => note)).toContain('打磨补焊 · 整榀返工')

  const edit = { ...raiseInput(defect, []), cause: null, causeNote: '' }
  await expect(person().does(editNcr, id, { ...edit, cost: 600_000 })).rejects.toMatchObject({
    facts: { params: { reason: 'unlikely.cost' } },
  })
  // A cost that stays is not questioned again.
  const corrected = { severity: 'minor' as const, description: '咬边', dueOn: '2026-04-01' }
  const other = await defectId(testDb.db, 'WLD-02')
  await person(worker).does(editNcr, id, { ...edit, ...corrected, defectId: other, cost })
  const [audited] = await readRows(
    testDb.db.reads,
    sql<{ after: object }>`select after from audit_log where action = 'ncrs.update'`,
  )
  expect(audited?.after).toEqual({ ...corrected, defect: 'WLD-02', cause: null, causeNote: '' })

  await person().does(approveNcr, id, { note: '同意', agreedBy: null })
  await person(worker).does(startNcr, id, { note: '' })
  const finish = { note: '完成', cost: 700_000, replace: false }
  await expect(person(worker).does(finishNcr, id, finish)).rejects.toMatchObject({
    facts: { params: { reason: 'unlikely.cost' } },
  })
  await person(worker).does(finishNcr, id, { ...finish, reason: '含外协' })
  expect(await person().detail(id)).toMatchObject({ cost: 700_000, status: 'verify' })
})
