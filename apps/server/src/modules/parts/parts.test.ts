import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { ordersForQuality } from '../../app/ports.ts'
import { readRows } from '../../platform/db/handles.ts'
import { quarantineLot, rejectLot } from '../material/change-lot.ts'
import { keeper, materialPerson } from '../material/material.fixtures.ts'
import { unreleasedPieces } from '../material/public.ts'
import { tracePiece } from '../material/trace.queries.ts'
import { newProject, now } from '../orders/orders.fixtures.ts'
import { reportWork, undoReport } from '../production/report-work.ts'
import { oneWorkPiece } from '../production/work.queries.ts'
import { scrapPiece } from '../production/set-piece-status.ts'
import {
  chief,
  foreman,
  passing,
  pieceIds,
  processIds,
  releasedOrder,
  reportInput,
} from '../production/work.fixtures.ts'
import { kitOf, kitParts } from './kits.ts'
import { partOf, reportPart, setParts } from './parts.fixtures.ts'
import { listOrderParts, listPartReports, partsByCode } from './parts.queries.ts'
import { undoPartReport } from './report-parts.ts'

let testDb: TestDatabase
let steel: ReturnType<typeof materialPerson>
let project: string
let order: string
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  steel = materialPerson(testDb.db, ordersForQuality)
  project = await newProject(testDb.db)
  order = await releasedOrder(testDb.db, project)
  await setParts(testDb.db, order, [
    { part: 'p', perMark: 2 },
    { part: 'd', holes: 4 },
  ])
})
afterAll(() => testDb.close())

type ReportArguments = Parameters<typeof reportPart>
const report = (kind: ReportArguments[3], what: ReportArguments[4], more: ReportArguments[5] = {}) =>
  reportPart(testDb.db, foreman, order, kind, what, more)
const undo = (id: string, actor = foreman) =>
  testDb.db.tx((write) => undoPartReport(write, actor, id, '报错了', now))
const part = (name: string) => partOf(testDb.db, foreman, order, name)
const refused = (reason: string, params: object = {}) => ({
  facts: { params: { reason, ...params } },
})
const material = (
  reads: Parameters<typeof unreleasedPieces>[1],
  plant: number,
  pieces: Parameters<typeof unreleasedPieces>[3],
) => unreleasedPieces(ordersForQuality, reads, plant, pieces)

/** Reports fit-up of pieces by index, and returns the outcomes. */
async function fitUp(...indexes: number[]) {
  const pieces = await pieceIds(testDb.db, order)
  const { FitUpComp = '' } = await processIds(testDb.db)
  const input = reportInput(
    FitUpComp,
    indexes.map((at) => pieces[at] ?? ''),
    { withEarlier: true },
  )
  const { items } = await testDb.db.tx((write) =>
    reportWork(write, foreman, input, now, { ...passing, material }),
  )
  return items.map(({ outcome, reason }) => reason ?? outcome)
}

/** Whether the next step of the first piece can be reported, as its page says. */
async function nextOfFirst() {
  const [piece = ''] = await pieceIds(testDb.db, order)
  return (await oneWorkPiece(testDb.db.reads, foreman, piece, { ...passing, material })).can.report
}

async function undoFitUp(index: number) {
  const pieces = await pieceIds(testDb.db, order)
  const { FitUpComp } = await processIds(testDb.db)
  const [row] = await readRows(
    testDb.db.reads,
    sql<{
      id: number
    }>`select id from work_reports where piece_id = ${pieces[index]} and process_id = ${FitUpComp}
      and undone_at is null`,
  )
  await testDb.db.tx((write) => undoReport(write, chief, String(row?.id), '报错了', now, passing.outside))
}

/** Heats of a piece as traced: part, heat, kilograms. */
async function heatsOf(index: number) {
  const pieces = await pieceIds(testDb.db, order)
  const { uses } = await tracePiece(
    { reads: testDb.db.reads, orders: ordersForQuality },
    keeper,
    pieces[index] ?? '',
  )
  return uses.map(({ part: name, heatNo, kg }) => [name, heatNo, kg])
}

test('parts are cut, processed where they have holes, put in kits, and a report is undone while they did not go further', async () => {
  expect(await part('p')).toMatchObject({
    needed: 4,
    missing: 4,
    cut: 0,
    max: { cut: 4, process: 0, kit: 0, scrap: 0 },
  })
  const cut = await report('cut', ['p', 3])
  expect(await part('p')).toMatchObject({
    missing: 1,
    cut: 3,
    processed: 3,
    max: { cut: 1, kit: 3, scrap: 3 },
  })
  await report('cut', ['d', 2])
  expect(await part('d')).toMatchObject({ cut: 2, processed: 0, max: { process: 2, kit: 0 } })
  await report('process', ['d', 1])
  await report('kit', ['p', 2])
  await expect(undo(cut)).rejects.toMatchObject(refused('part.used_further'))
  await expect(report('cut', ['p', 2])).rejects.toMatchObject(refused('part.too_many_cut', { most: 1 }))
  await expect(report('scrap', ['p', 2])).rejects.toMatchObject(refused('part.too_many_scrap', { most: 1 }))

  const { items, total } = await listPartReports(testDb.db.reads, foreman, order, {})
  expect(total).toBe(4)
  expect(items[0]).toMatchObject({
    kind: 'kit',
    partMark: 'p',
    quantity: 2,
    reportedBy: '王班长',
    can: { undo: true },
  })
  await undo(items[0]?.id ?? '')
  await expect(undo(items[0]?.id ?? '')).rejects.toMatchObject(refused('work.undone'))
  await expect(undo(cut, { ...foreman, userId: '77' })).rejects.toMatchObject(refused('work.not_yours'))
  await undo(cut, chief)
  expect(await part('p')).toMatchObject({ missing: 4, cut: 0, processed: 0, kitted: 0 })
})

test('a scrapped part is needed again; once replaced, its scrap cannot be undone', async () => {
  await report('cut', ['d', 2])
  await report('process', ['d', 1])
  await expect(report('scrap', ['d', 1])).rejects.toMatchObject({ code: 'request.invalid' })
  const scrap = await report('scrap', ['d', 2], { reason: '孔位错' })
  expect(await part('d')).toMatchObject({ missing: 2, cut: 0, processed: 0, scrapped: 2 })
  const replaced = await report('cut', ['d', 1])
  await expect(undo(scrap)).rejects.toMatchObject(refused('part.replaced_already'))
  await undo(replaced)
  await undo(scrap)
  expect(await part('d')).toMatchObject({ missing: 0, cut: 2, processed: 1, scrapped: 0 })
})

test('lists by state, part mark and profile; a code leads to its part', async () => {
  await report('cut', ['d', 2])
  const names = async (query: object) =>
    (await listOrderParts(testDb.db.reads, foreman, order, query)).items.map(({ partMark }) => partMark)
  expect(await names({})).toEqual(['d', 'p'])
  expect(await names({ state: ['cut'] })).toEqual(['d'])
  expect(await names({ state: ['missing'] })).toEqual(['p'])
  expect(await names({ state: ['processed', 'built'] })).toEqual([])
  expect(await names({ profile: 'PL20', q: 'P' })).toEqual([])
  const { markId } = await part('d')
  const found = partsByCode(testDb.db.reads)
  expect(await found(foreman, `CFP1:1:${markId}:d`, 5)).toMatchObject([
    { kind: 'part', code: 'd', path: `/order/detail/${order}?part=parts&q=d` },
  ])
  expect(await found(foreman, `CFP1:2:${markId}:d`, 5)).toEqual([])
})

test('a kit names what lacks and where it is, and is refused until all parts are there', async () => {
  const { markId } = await part('p')
  await report('cut', ['p', 3])
  await report('cut', ['d', 1])
  const kit = await kitOf(testDb.db.reads, foreman, markId)
  expect(kit).toMatchObject({ pieces: 2, open: 2, can: { kit: true } })
  expect(kit.items).toMatchObject([
    {
      partMark: 'd',
      required: 2,
      available: 0,
      lacking: 2,
      places: [
        { place: 'to_process', quantity: 1 },
        { place: 'to_cut', quantity: 1 },
      ],
    },
    { partMark: 'p', required: 4, available: 3, lacking: 1, places: [{ place: 'to_cut', quantity: 1 }] },
  ])
  const putInKit = (pieces: number) => testDb.db.tx((write) => kitParts(write, foreman, markId, pieces, now))
  await expect(putInKit(1)).rejects.toMatchObject(refused('part.kit_short', { parts: 'd × 1' }))
  await report('process', ['d', 1])
  expect(await putInKit(1)).toMatchObject({ open: 1 })
  expect(await part('p')).toMatchObject({ kitted: 2 })
  await expect(putInKit(2)).rejects.toMatchObject(refused('part.kits_open', { most: 1 }))
})

test('fit-up builds parts in, assumes what nobody reported, and its undo takes exactly that back', async () => {
  await report('cut', ['p', 3])
  expect(await fitUp(0, 1)).toEqual(['reported', 'reported'])
  expect(await part('p')).toMatchObject({ needed: 4, cut: 4, processed: 4, kitted: 4, built: 4, missing: 0 })
  // Nobody reported the other part: nothing is counted of it.
  expect(await part('d')).toMatchObject({ cut: 0, built: 0 })
  await undoFitUp(1)
  expect(await part('p')).toMatchObject({ cut: 3, processed: 3, kitted: 2, built: 2 })
  await undoFitUp(0)
  expect(await part('p')).toMatchObject({ cut: 3, processed: 3, kitted: 0, built: 0 })
})

test('pieces that were fitted up before the first report on parts have their parts built in', async () => {
  expect(await fitUp(0)).toEqual(['reported'])
  expect(await part('d')).toMatchObject({ missing: 1, built: 0 })
  await report('cut', ['d', 1])
  expect(await part('d')).toMatchObject({ needed: 2, cut: 2, processed: 1, built: 1, missing: 0 })
  await undoFitUp(0)
  expect(await part('d')).toMatchObject({ cut: 1, processed: 0, built: 0 })
})

test('a project that requires kits lets only kitted pieces through fit-up, and cutting follows from the parts', async () => {
  await testDb.db.tx((write) => sql`update projects set kits_required = true`.execute(write))
  await report('cut', ['p', 4])
  await report('cut', ['d', 2])
  await report('process', ['d', 2])
  const { markId } = await part('p')
  await testDb.db.tx((write) => kitParts(write, foreman, markId, 1, now))
  expect(await fitUp(0, 1)).toEqual(['reported', 'work.parts_missing'])
  expect(await part('p')).toMatchObject({ kitted: 2, built: 2 })
  const [, second = ''] = await pieceIds(testDb.db, order)
  const rows = await readRows(testDb.db.reads, sql`select from built_parts where piece_id = ${second}`)
  expect(rows).toEqual([])
})

test('a scrapped piece takes its built parts along; its replacement needs new ones', async () => {
  await report('cut', ['p', 4])
  await fitUp(0)
  const [first = ''] = await pieceIds(testDb.db, order)
  await testDb.db.tx((write) => scrapPiece(write, chief, first, { reason: '切错', replace: true }))
  expect(await part('p')).toMatchObject({ needed: 4, cut: 2, built: 0, scrapped: 2, missing: 2 })
})

test('heats of cut parts reach the pieces they are built into, oldest first, and leave with the undo', async () => {
  const plate = await steel.released({ heatNo: 'HA' })
  const other = await steel.released({ heatNo: 'HB' })
  await report('cut', ['p', 3], { lotId: plate.id })
  await report('cut', ['p', 1], { lotId: other.id })
  await expect(report('scrap', ['p', 1], { reason: '缺口' })).rejects.toMatchObject(
    refused('part.which_heat'),
  )
  expect(await fitUp(0, 1)).toEqual(['reported', 'reported'])
  expect(await heatsOf(0)).toEqual([['p', 'HA', 37.68]])
  expect(await heatsOf(1)).toEqual([
    ['p', 'HA', 18.84],
    ['p', 'HB', 18.84],
  ])
  expect(await steel.lot(plate.id)).toMatchObject({ usedKg: 56.52 })
  await undoFitUp(1)
  expect(await heatsOf(1)).toEqual([])
  expect(await steel.lot(plate.id)).toMatchObject({ usedKg: 37.68 })
  expect(await fitUp(1)).toEqual(['reported'])
  expect(await heatsOf(1)).toHaveLength(2)
})

test('where heats are required, no part is cut without one, and an unreleased lot stops its pieces at fit-up', async () => {
  await testDb.db.tx((write) =>
    sql`insert into material_projects (plant_id, project_id, retest, heat) values (1, ${project}, false, true)`.execute(
      write,
    ),
  )
  await setParts(testDb.db, order, [{ part: 'p', perMark: 2 }])
  await expect(report('cut', ['p', 4])).rejects.toMatchObject(refused('part.heat_missing'))
  const thin = await steel.released({ heatNo: 'HT', profile: '-10*2000*8000', thicknessMm: '10' })
  await expect(report('cut', ['p', 4], { lotId: thin.id })).rejects.toMatchObject(
    refused('lot.other_thickness'),
  )
  const plate = await steel.released({ heatNo: 'HA' })
  expect(await nextOfFirst()).toBe('work.heat_missing')
  await report('cut', ['p', 2], { lotId: plate.id })
  // The heat is with the parts, and comes to the piece at fit-up.
  expect(await nextOfFirst()).toBe(true)
  const { version } = await steel.lot(plate.id)
  await testDb.db.tx((write) => quarantineLot(write, keeper, plate.id, { version, note: '质保书未到' }, now))
  expect(await fitUp(0)).toEqual(['work.heat_unreleased'])
  expect(await part('p')).toMatchObject({ cut: 2, kitted: 0, built: 0 })
  expect(await steel.lot(plate.id)).toMatchObject({ usedKg: 0 })

  await testDb.db.tx((write) =>
    sql`update material_lots set status = 'released' where id = ${plate.id}`.execute(write),
  )
  expect(await fitUp(0, 1)).toEqual(['reported', 'work.heat_missing'])
  expect(await heatsOf(0)).toEqual([['p', 'HA', 37.68]])
  const lot = await steel.lot(plate.id)
  await testDb.db.tx((write) =>
    rejectLot(write, keeper, plate.id, { version: lot.version, note: '不合格' }, now),
  )
  await expect(report('cut', ['p', 1], { lotId: plate.id })).rejects.toMatchObject(refused('lot.rejected'))
})
