import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { madePieces } from '../../apps/server/test/made-pieces.ts'
import { ordersForQuality } from '../../apps/server/src/app/ports.ts'
import { rejectLot } from '../../apps/server/src/modules/material/change-lot.ts'
import {
  keeper,
  materialNow,
  materialPerson,
} from '../../apps/server/src/modules/material/material.fixtures.ts'
import type { Database } from '../../apps/server/src/platform/db/handles.ts'
import { outcomes, raceDatabase, rounds } from './race-database.ts'

const found = await raceDatabase('material')
const db = found as Database

let number = 0
beforeAll(async () => {
  if (found === null) return
  // Create the grades before concurrent requests need them.
  await materialPerson(db, ordersForQuality).gradeId()
})

const person = () => materialPerson(db, ordersForQuality)
const made = () => madePieces(db, { no: `M-${(number += 1)}`, project: `M-${number}`, quantity: 6 })

/** Sorted results of all commands. */
const race = async (work: readonly Promise<unknown>[]) => (await outcomes(work)).toSorted()

describe.skipIf(found === null).each(rounds)('round %i', () => {
  test('two take the last kilograms of a lot: one has them, the other is told that too little is left', async () => {
    const { pieceIds } = await made()
    const lot = await person().released({ heatNo: `L${number}`, kg: 75.36 })
    const tries = pieceIds.slice(0, 4).map((piece) => person().assign(lot.id, [piece]))
    const ends = await race(tries)
    expect(ends.filter((end) => end === 'done')).toHaveLength(1)
    // The later command finds the lot used up, or had read the same remaining quantity.
    expect(ends.filter((end) => end === 'lot.used_up' || end === 'lot.too_little')).toHaveLength(3)
    expect(await person().lot(lot.id)).toMatchObject({ usedKg: 75.36, leftKg: 0 })
  })

  test('pieces taken in two orders by two people do not lock each other', async () => {
    const { pieceIds, orderId } = await made()
    await db.tx((write) =>
      sql`insert into parts (plant_id, mark_id, part_mark, profile, quantity_per_mark, is_main)
        select 1, id, 'GL-1-b', 'PL20*300', 1, false from marks where order_id = ${orderId}`.execute(write),
    )
    const lots = await Promise.all(['A', 'B'].map((end) => person().released({ heatNo: `X${number}${end}` })))
    const ends = await race(
      lots.flatMap(({ id }) => [
        person().assign(id, pieceIds, 1, 'GL-1-a'),
        person().assign(id, pieceIds.toReversed(), 1, 'GL-1-b'),
      ]),
    )
    expect(ends).toEqual(['done', 'done', 'done', 'done'])
  })

  test('a heat that arrives with two receipts at once is one heat', async () => {
    const heatNo = `T${(number += 1)}`
    const receipts = await Promise.all([1, 2, 3].map(() => person().receive({ lots: [{ heatNo }] })))
    expect(new Set(receipts.map(({ items }) => items[0]?.heat.id)).size).toBe(1)
  })

  test('a lot is rejected while somebody assigns it: no piece of it goes on', async () => {
    const { pieceIds } = await made()
    const lot = await person().released({ heatNo: `R${number}` })
    const ends = await race([
      person().assign(lot.id, pieceIds),
      db.tx((write) => rejectLot(write, keeper, lot.id, { version: lot.version, note: '分层' }, materialNow)),
    ])
    expect(['done,done', 'done,lot.rejected']).toContain(ends.join())
    expect(await person().lot(lot.id)).toMatchObject({ status: 'rejected' })
  })
})
