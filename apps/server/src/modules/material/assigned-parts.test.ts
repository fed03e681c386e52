import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ordersForQuality } from '../../app/ports.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { madePieces } from '../../../test/made-pieces.ts'
import { keeper, materialPerson } from './material.fixtures.ts'
import { saveMaterialPlan } from './receive-material.ts'
import { tracePiece, unreleasedPieces } from './trace.queries.ts'

let testDb: TestDatabase
let person: ReturnType<typeof materialPerson>
beforeAll(async () => {
  testDb = await testDatabase()
  person = materialPerson(testDb.db, ordersForQuality)
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

const bars = async (pieceId: number, projectId: number) =>
  (await unreleasedPieces(ordersForQuality, testDb.db.reads, 1, [{ pieceId, projectId }])).get(pieceId) ??
  null
const refusedAs = (reason: string) => ({
  code: 'state.refused',
  facts: { params: expect.objectContaining({ reason }) },
})
const asksHeats = (projectId: number) =>
  testDb.db.tx((write) =>
    saveMaterialPlan(write, keeper, {
      version: 0,
      retestFromMm: null,
      retestProjects: [],
      heatProjects: [String(projectId)],
    }),
  )

/** Pieces of a mark with parts p1 and p2 of 20 mm, which weigh 1 to 2, and p3 of 10 mm. */
async function piecesOfParts() {
  const { pieceIds, orderId } = await madePieces(testDb.db)
  const part = (mark: string, profile: string, kg: number) => sql`
    insert into parts (plant_id, mark_id, part_mark, profile, grade, quantity_per_mark, net_kg, is_main)
    select 1, id, ${mark}, ${profile}, 'Q355B', 1, ${kg}, false from marks where order_id = ${orderId}`
  await testDb.db.tx(async (write) => {
    await sql`delete from parts`.execute(write)
    await part('p1', 'PL20*300', 10).execute(write)
    await part('p2', '-20*600', 20).execute(write)
    await part('p3', 'PL10*300', 5).execute(write)
  })
  const [{ projectId } = { projectId: 0 }] = await ordersForQuality.pieces(testDb.db.reads, 1, pieceIds)
  return { pieceIds, projectId }
}

test.each([
  ['of another thickness', { profile: '-25*2000*8000', thicknessMm: '25' }, 'lot.other_thickness'],
  ['of another product', { form: 'section', profile: 'HN400*200*8*13', thicknessMm: null }, 'lot.other_form'],
])('are not cut out of a lot %s', async (_name, part, reason) => {
  const { pieceIds } = await madePieces(testDb.db)
  const { id } = await person.released(part)
  await expect(person.assign(id, pieceIds)).rejects.toMatchObject(refusedAs(reason))
})

test('of which the list names several parts need a heat for each; a weight is shared out between them', async () => {
  const { pieceIds, projectId } = await piecesOfParts()
  const [piece = 0] = pieceIds
  await asksHeats(projectId)
  const thick = await person.released()
  const thin = await person.released({ heatNo: 'H2', profile: '-10*1500*6000', thicknessMm: '10' })
  expect(await person.assign(thick.id, [piece], 9.001)).toMatchObject({ pieces: 1, kg: 9.001 })
  expect(await bars(piece, projectId)).toBe('work.heat_missing')
  await expect(person.assign(thin.id, [piece], 1, 'p1')).rejects.toMatchObject(
    refusedAs('lot.other_thickness'),
  )
  await person.assign(thin.id, [piece], 2, 'p3')
  expect(await bars(piece, projectId)).toBeNull()
  const { uses } = await tracePiece(
    { reads: testDb.db.reads, orders: ordersForQuality },
    keeper,
    String(piece),
  )
  expect(new Map(uses.map(({ part, kg }) => [part, kg]))).toEqual(
    new Map([
      ['p1', 3],
      ['p2', 6.001],
      ['p3', 2],
    ]),
  )
})

test('a weight too small to share, or a part that the list weighs with nothing, is refused', async () => {
  const { pieceIds } = await piecesOfParts()
  const { id } = await person.released()
  await expect(person.assign(id, pieceIds, 0.001)).rejects.toMatchObject(refusedAs('lot.piece_unweighed'))
  await testDb.db.tx((write) => sql`update parts set net_kg = 0 where part_mark = 'p1'`.execute(write))
  await expect(person.assign(id, pieceIds)).rejects.toMatchObject(refusedAs('lot.piece_unweighed'))
  expect(await person.assign(id, pieceIds, 3)).toMatchObject({ pieces: 2, kg: 6 })
})
