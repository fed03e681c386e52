import { beforeAll, describe, expect, test } from 'vitest'
import { newProject, now } from '../../apps/server/src/modules/orders/orders.fixtures.ts'
import { disagreements } from '../../apps/server/src/modules/production/disagreements.fixtures.ts'
import { reportWork } from '../../apps/server/src/modules/production/report-work.ts'
import {
  foreman,
  pieceIds,
  processIds,
  releasedOrder,
  reportInput,
} from '../../apps/server/src/modules/production/work.fixtures.ts'
import {
  outsidePorts,
  subcontractPerson,
} from '../../apps/server/src/modules/subcontracting/subcontracts.fixtures.ts'
import type { Database } from '../../apps/server/src/platform/db/handles.ts'
import { raceDatabase, rounds } from './race-database.ts'

const found = await raceDatabase('subcontracts')
const db = found as Database

interface Answer {
  readonly items: readonly { readonly outcome: string; readonly reason: string | null }[]
}
const reasons = async (work: readonly Promise<Answer>[]) =>
  (await Promise.all(work)).map(({ items }) => items[0]?.reason ?? items[0]?.outcome ?? '').toSorted()

describe.skipIf(found === null).each(rounds)('round %i', (round) => {
  let [order, piece, cutting] = ['', '', '']
  const person = subcontractPerson(db)
  beforeAll(async () => {
    const project = await newProject(db, { code: `SC-${round}` })
    order = await releasedOrder(db, project, { no: `SC-${round}`, quantity: 1 })
    piece = (await pieceIds(db, order))[0] ?? ''
    cutting = (await processIds(db))['CutComp'] ?? ''
  })

  test('a piece goes to one of two suppliers, or is cut here; its receipt counts once', async () => {
    const [one, other] = [await person.create(order, cutting), await person.create(order, cutting)]
    expect(await reasons([person.add(one, [piece]), person.add(other, [piece])])).toEqual([
      'done',
      'subcontract.piece_elsewhere',
    ])
    const own = (await person.one(one)).pieces.planned === 1 ? one : other
    const report = () =>
      db.tx((write) => reportWork(write, foreman, reportInput(cutting, [piece]), now, outsidePorts))
    const ends = await reasons([person.send(own, [piece]), report()])
    expect(['done,work.piece_outside', 'reported,work.done_already']).toContain(ends.join())
    if (ends.includes('done')) {
      const receive = () => person.receive(own, [piece]).catch(() => ({ items: [] }))
      expect(await reasons([receive(), receive()])).toEqual(['', 'done'])
    }
    expect(await disagreements(db)).toEqual([])
  })
})
