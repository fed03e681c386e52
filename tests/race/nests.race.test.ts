import { describe, expect, test } from 'vitest'
import { nestingPerson, sawyer } from '../../apps/server/src/modules/nesting/nests.fixtures.ts'
import { cancelNest } from '../../apps/server/src/modules/nesting/save-nest.ts'
import { keeper } from '../../apps/server/src/modules/material/material.fixtures.ts'
import { listStockBars } from '../../apps/server/src/modules/material/stock-bars.queries.ts'
import { partDisagreements, reportPart } from '../../apps/server/src/modules/parts/parts.fixtures.ts'
import { planner } from '../../apps/server/src/modules/orders/orders.fixtures.ts'
import type { Database } from '../../apps/server/src/platform/db/handles.ts'
import { outcomes, raceDatabase, rounds } from './race-database.ts'

const found = await raceDatabase('nests')
const db = found as Database

/** Sorted results of all commands. */
const race = async (work: readonly Promise<unknown>[]) => (await outcomes(work)).toSorted()

/** A plan for new parts: with one bar in stock, two plans choose the same. */
async function planned(person: ReturnType<typeof nestingPerson>) {
  await person.order(5000)
  return person.solved()
}

describe.skipIf(found === null).each(rounds)('round %i', () => {
  test('a bar reserved by two nests, a bar cut by two people, a report beside a cancellation', async () => {
    const person = nestingPerson(db)
    const lot = await person.bars(1)
    const plans = [await planned(person), await planned(person)]
    expect(await race(plans.map((plan) => person.release(plan)))).toEqual(['done', 'nest.bar_unavailable'])

    const bars = () => listStockBars(db.reads, keeper, { lotId: lot.id })
    const nests = await Promise.all(plans.map(({ id }) => person.one(id)))
    const nest = nests.find(({ status }) => status === 'released')
    const bar = nest?.items[0]?.id ?? ''
    expect(await race([1, 2, 3].map(() => person.report(bar, 1900)))).toEqual([
      'done',
      'nest.bar_cut',
      'nest.bar_cut',
    ])
    expect((await bars()).items.filter(({ parentId }) => parentId !== null)).toHaveLength(1)
    expect(await person.steel.lot(lot.id)).toMatchObject({ usedKg: 660.54, leftKg: 124.26 })

    const other = nests.find(({ status }) => status === 'planned')
    const second = await person.bars(1)
    await db.tx((write) => cancelNest(write, planner, other?.id ?? '', other?.version ?? 0))
    const again = await person.release(await person.solved())
    const ends = await race([
      person.report(again.items[0]?.id ?? '', 1900),
      db.tx((write) => cancelNest(write, planner, again.id, again.version)),
    ])
    expect(['done,nest.bar_cancelled', 'done,version.conflict']).toContain(ends.join())
    const left = (await listStockBars(db.reads, keeper, { lotId: second.id, status: ['available'] })).items
    expect(left).toHaveLength(1)
    const { nested = 0 } = (await person.counts()) ?? {}
    expect(nested).toBe(0)
    await person.clear()
  })

  test('the last parts reported as cut by two people, and put in a kit beside a report as scrap', async () => {
    const person = nestingPerson(db)
    const order = await person.order(4000)
    const report = (kind: 'cut' | 'kit' | 'scrap', quantity: number) =>
      reportPart(db, sawyer, order, kind, ['b', quantity], { reason: '弯曲' })
    expect(await race([report('cut', 2), report('cut', 2)])).toEqual(['done', 'part.too_many_cut'])
    const ends = await race([report('kit', 2), report('scrap', 1)])
    expect(['done,part.too_many_kit', 'done,part.too_many_scrap']).toContain(ends.join())
    expect(await partDisagreements(db)).toEqual([])
    await person.clear()
  })
})
