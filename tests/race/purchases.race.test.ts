import { describe, expect, test } from 'vitest'
import { keeper, materialNow } from '../../apps/server/src/modules/material/material.fixtures.ts'
import { listStockBars } from '../../apps/server/src/modules/material/stock-bars.queries.ts'
import { oneStockTake } from '../../apps/server/src/modules/material/stock-takes.queries.ts'
import { moveLotBars } from '../../apps/server/src/modules/material/stock-bars.store.ts'
import { closeStockTake, startStockTake } from '../../apps/server/src/modules/material/stock-takes.store.ts'
import { purchasePerson } from '../../apps/server/src/modules/purchasing/purchases.fixtures.ts'
import type { Database } from '../../apps/server/src/platform/db/handles.ts'
import { outcomes, raceDatabase, rounds } from './race-database.ts'

const found = await raceDatabase('purchases')
const db = found as Database

const race = async (work: readonly Promise<unknown>[]) => (await outcomes(work)).toSorted()

describe.skipIf(found === null).each(rounds)('round %i', () => {
  test('the same shortage requested by three people is bought once', async () => {
    const person = purchasePerson(db)
    await person.nesting.steel.gradeId()
    await person.nesting.order(5000, 2)
    expect(await race([person.request(), person.request(), person.request()])).toEqual([
      'done',
      'purchase.nothing_short',
      'purchase.nothing_short',
    ])
    await person.clear()
  })

  test('deliveries over the ordered quantity: one is received, the other refused', async () => {
    const person = purchasePerson(db)
    await person.nesting.steel.gradeId()
    await person.nesting.order(5000, 6)
    const order = await person.ordered(await person.request())
    const [line] = order.items
    const half = Math.ceil(((line?.pieces ?? 0) + 1) / 2)
    const receive = () => person.receive(order.id, line?.id ?? '', half)
    expect(await race([receive(), receive()])).toEqual(['done', 'purchase.too_many'])
    expect((await person.one(order.id)).items[0]?.received).toBe(half)
    await person.clear()
  })

  test('a stock take without the bar beside the release of the nest that needs it', async () => {
    const person = purchasePerson(db)
    await person.nesting.order(5000)
    const lot = await person.nesting.bars(1)
    const plan = await person.nesting.solved()
    const place = `R-${lot.id}`
    await db.tx((write) => moveLotBars(write, 1, Number(lot.id), place))
    const id = await db.tx((write) =>
      startStockTake(write, keeper, { location: place, profile: '' }, materialNow),
    )
    const { version } = await oneStockTake(db.reads, keeper, id)
    const ends = await race([
      person.nesting.release(plan),
      db.tx((write) => closeStockTake(write, keeper, id, { version, reason: '盘点' }, materialNow)),
    ])
    expect(['done,nest.bar_unavailable', 'done,stock_take.bar_reserved']).toContain(ends.join())
    const [bar] = (await listStockBars(db.reads, keeper, { lotId: lot.id })).items
    expect(bar?.status).toBe(ends.includes('nest.bar_unavailable') ? 'scrapped' : 'reserved')
    await person.clear()
  })
})
