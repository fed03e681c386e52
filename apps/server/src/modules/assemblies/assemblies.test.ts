import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { planOf } from '../../../test/plan-of.ts'
import { portsOfAssemblies } from '../../app/ports.ts'
import { readRows } from '../../platform/db/handles.ts'
import { applyImport } from '../order-import/apply-import.ts'
import { undoImport } from '../order-import/undo-import.ts'
import { oneOrder } from '../orders/orders.queries.ts'
import {
  newOrder,
  newProject,
  now,
  parsedList,
  parsedMark,
  planner,
  readImport,
} from '../orders/orders.fixtures.ts'
import { moveOrder } from '../orders/save-order.ts'
import { kitOf } from '../parts/kits.ts'
import { listOrderParts } from '../parts/parts.queries.ts'
import { seedPlan } from '../planning/public.ts'
import { disagreements } from '../production/disagreements.fixtures.ts'
import { holdPiece } from '../production/hold-orders.ts'
import { releaseOrder } from '../production/release-order.ts'
import { undoReport } from '../production/report-work.ts'
import { scrapPiece } from '../production/set-piece-status.ts'
import {
  chief,
  foreman,
  passing,
  processIds,
  report,
  reportInput,
  workOfBeam,
} from '../production/work.fixtures.ts'
import { openDemandsOf, withheldPieces } from '../quality-records/public.ts'
import { packPieces } from '../shipping/pack-pieces.ts'
import { listPackable } from '../shipping/packing.queries.ts'
import { newPackages, shipper } from '../shipping/shipping.fixtures.ts'
import { packagesByIds } from '../shipping/packages.queries.ts'
import { type AssemblyPorts, buildPieces, takePieceOut } from './build-pieces.ts'
import { addSubAssembly, changeSubAssembly, removeSubAssembly } from './save-sub-assemblies.ts'
import { contentsOfMark, contentsOfPiece, lackingOf, lackingPieces } from './sub-assemblies.queries.ts'

let testDb: TestDatabase
let [project, order] = ['', '']
let job = ''
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  project = await newProject(testDb.db)
  await testDb.db.tx((write) => seedPlan(write, 1))
  order = await newOrder(testDb.db, project, { no: 'SA-1' })
  job = await listed()
})
afterAll(() => testDb.close())

const part = (partMark: string, quantityPerMark: number, netKg: number) => ({
  partMark,
  profile: 'PL20*300',
  lengthMm: 400,
  quantityPerMark,
  netKg,
  isMain: false,
  file: 'list.xls',
  row: 4,
})

/** Two girders `A` of 300 kg with 2 brackets `B` of 100.5 kg each, as their list says. `C` is a plate that is also shipped loose. */
async function listed(kg = 300): Promise<string> {
  const marks = [
    parsedMark('A', {
      name: '钢次梁',
      netKg: kg,
      parts: [part('a1', 1, 60), part('B', 2, 100.5), part('C', 1, 38)],
    }),
    parsedMark('B', { name: '钢次梁', quantity: 5 }),
    parsedMark('C', { name: '钢次梁', quantity: 1, netKg: 38, parts: [part('C', 1, 38)] }),
  ]
  const id = await readImport(testDb.db, order, parsedList(marks))
  await testDb.db.tx((write) => applyImport(write, planner, id))
  return id
}

const ids = async (mark: string) =>
  (
    await readRows(
      testDb.db.reads,
      sql<{ id: string }>`select p.id::text from pieces p join marks m on m.id = p.mark_id
        where p.order_id = ${order} and m.mark = ${mark} order by p.serial`,
    )
  ).map(({ id }) => id)
const markId = async (mark: string) =>
  (
    await readRows(
      testDb.db.reads,
      sql<{
        id: string
      }>`select id::text from marks where order_id = ${order} and mark = ${mark} order by id desc`,
    )
  )[0]?.id ?? ''
const contents = async (mark: string) => contentsOfMark(testDb.db.reads, planner, await markId(mark))
const add = async (outer: string, mark: string, isWeightIncluded = false, quantity = 1) => {
  const id = await markId(outer)
  await testDb.db.tx((write) => addSubAssembly(write, planner, id, { mark, quantity, isWeightIncluded }))
}
const orderKg = async () => (await oneOrder(testDb.db.reads, chief, order, now)).weightKg
const refused = (reason: string) => ({ facts: { params: { reason } } })

async function release(): Promise<void> {
  await testDb.db.tx((write) => moveOrder(write, planner, order, { version: 1, to: 'confirmed' }, now))
  await testDb.db.tx((write) => releaseOrder(write, chief, order, { version: 2 }, now))
}
/** Reports pieces up to a process; returns the outcomes. */
async function work(pieces: string[], codes: readonly string[]) {
  const processes = await processIds(testDb.db)
  const ends: string[] = []
  for (const code of codes) {
    const input = reportInput(processes[code] ?? '', pieces, { withEarlier: true })
    const { items } = await report(testDb.db, foreman, input)
    ends.push(...items.map(({ outcome, reason }) => reason ?? outcome))
  }
  return [...new Set(ends)]
}
const build = async (outer: string, pieces: string[], ports: AssemblyPorts = withoutRecords) =>
  (await testDb.db.tx((write) => buildPieces(write, foreman, outer, { pieces }, ports, now))).map(
    ({ outcome, reason }) => reason ?? outcome,
  )
/** The pieces of these tests have no records of quality. */
const withoutRecords: AssemblyPorts = { ...portsOfAssemblies, conformity: () => Promise.resolve(new Map()) }
const takeOut = (id: string) =>
  testDb.db.tx((write) => takePieceOut(write, foreman, id, '装错', portsOfAssemblies))

describe('what marks contain', () => {
  test('a list names sub-assemblies by their marks; their weight is counted once', async () => {
    expect(await contents('A')).toMatchObject({
      items: [{ mark: 'B', quantity: 2, isWeightIncluded: true, isImported: true, netKg: 100.5 }],
      ownKg: 99,
      wholeKg: 300,
    })
    expect((await contents('B')).outer).toEqual([{ markId: await markId('A'), mark: 'A', quantity: 2 }])
    expect(await orderKg()).toBe(2 * 99 + 5 * 100.5 + 38)
    const parts = await listOrderParts(testDb.db.reads, planner, order, { q: '' })
    expect(parts.items.filter(({ mark }) => mark === 'A').map(({ partMark }) => partMark)).toEqual([
      'C',
      'a1',
    ])
    await testDb.db.tx((write) => undoImport(write, planner, job, () => Promise.resolve([])))
    expect(await readRows(testDb.db.reads, sql`select from sub_assemblies`)).toEqual([])
    await listed(99)
    expect(await contents('A')).toMatchObject({
      items: [{ isWeightIncluded: false }],
      ownKg: 99,
      wholeKg: 300,
    })
  })

  test('lines by hand: no cycle, the same order, once, and not heavier than the outer mark', async () => {
    await expect(add('B', 'A')).rejects.toMatchObject(refused('sub_assembly.cycle'))
    await expect(add('A', 'A')).rejects.toMatchObject(refused('sub_assembly.itself'))
    await expect(add('A', 'B')).rejects.toMatchObject({ code: 'duplicate' })
    await expect(add('A', 'Z')).rejects.toMatchObject({ code: 'not_found' })
    await expect(add('C', 'B', true)).rejects.toMatchObject(refused('sub_assembly.heavier'))
    await add('B', 'C', true, 2)
    expect(await contents('B')).toMatchObject({ ownKg: 24.5, wholeKg: 100.5 })
    expect(await contents('A')).toMatchObject({ ownKg: 99, wholeKg: 300 })
    const [line] = (await contents('B')).items
    const change = (version: number) =>
      testDb.db.tx((write) =>
        changeSubAssembly(write, planner, line?.id ?? '', { version, quantity: 1, isWeightIncluded: false }),
      )
    await change(1)
    await expect(change(1)).rejects.toMatchObject({ code: 'version.conflict' })
    expect(await contents('B')).toMatchObject({ ownKg: 100.5, wholeKg: 138.5 })
    await testDb.db.tx((write) => removeSubAssembly(write, planner, line?.id ?? '', 2))
    expect(await orderKg()).toBe(2 * 99 + 5 * 100.5 + 38)
    expect(await disagreements(testDb.db)).toEqual([])
  })

  test('the weight of begun pieces stays', async () => {
    await release()
    const [piece = ''] = await ids('B')
    await work([piece], ['CutComp'])
    await expect(add('B', 'C', true)).rejects.toMatchObject(refused('sub_assembly.begun'))
    await add('B', 'C')
    expect((await contents('B')).ownKg).toBe(100.5)
  })
})

describe('pieces in pieces', () => {
  let [outer, other] = ['', '']
  let inner: string[] = []
  beforeEach(async () => {
    await release()
    ;[outer = '', other = ''] = await ids('A')
    inner = await ids('B')
  })
  const finishInner = () => work(inner, workOfBeam)

  test('finished ones are built in, one only once; fit-up waits for them', async () => {
    const [one = '', two = ''] = inner
    expect(await build(outer, [one])).toEqual(['build.inner_unfinished'])
    expect(await finishInner()).toEqual(['reported'])
    expect(await work([outer], ['FitUpComp'])).toEqual(['work.sub_assemblies_missing'])
    const kit = await kitOf(testDb.db.reads, chief, await markId('A'))
    expect(kit.subAssemblies).toEqual([{ mark: 'B', required: 4, available: 4, lacking: 0 }])
    await testDb.db.tx((write) => holdPiece(write, chief, two, '划伤'))
    expect(await build(outer, ['B-001', two, other, 'B-9'])).toEqual([
      'done',
      'work.piece_held',
      'build.no_sub_assembly',
      'work.unknown_piece',
    ])
    expect(await build(other, [one])).toEqual(['build.inner_built'])
    expect(await build(outer, [one])).toEqual(['already'])
    expect(await build(outer, inner.slice(2))).toEqual(['done', 'build.no_room', 'build.no_room'])
    expect(await contentsOfPiece(testDb.db.reads, foreman, outer)).toMatchObject({
      items: [{ serial: 'B-001' }, { serial: 'B-003' }],
      lacking: [],
    })
    expect(await work([outer], ['FitUpComp'])).toEqual(['reported'])
    expect(await disagreements(testDb.db)).toEqual([])
  })

  test('not with an open demand of quality; not scrapped or undone while it is in another one', async () => {
    const [one = ''] = inner
    await finishInner()
    const failed: AssemblyPorts = {
      ...portsOfAssemblies,
      conformity: async () => new Map([[Number(one), ['ncr_open' as const]]]),
    }
    expect(await build(outer, [one], failed)).toEqual(['work.piece_ncr'])
    await build(outer, [one])
    const scrap = (id: string) =>
      testDb.db.tx((write) => scrapPiece(write, chief, id, { reason: '切错', replace: false }))
    await expect(scrap(one)).rejects.toMatchObject(refused('piece.inner'))
    await expect(scrap(outer)).rejects.toMatchObject(refused('piece.outer'))
    const [row] = await readRows(
      testDb.db.reads,
      sql<{ id: string }>`select max(id)::text as id from work_reports where piece_id = ${one}`,
    )
    await expect(
      testDb.db.tx((write) => undoReport(write, chief, row?.id ?? '', '错', now, passing.outside)),
    ).rejects.toMatchObject(refused('work.built_in'))
    expect(await takeOut(one)).toBe(outer)
    await expect(takeOut(one)).rejects.toMatchObject(refused('build.not_built'))
    await scrap(one)
    expect(await disagreements(testDb.db)).toEqual([])
  })

  test('they are packed with the outer piece, weigh in its package, and conform with it', async () => {
    const [one = '', two = '', three = ''] = inner
    await finishInner()
    await build(outer, [one, two])
    await work([outer], workOfBeam)
    const demands = async (id: string) =>
      (
        await openDemandsOf(
          testDb.db.reads,
          1,
          [Number(id)],
          new Set(['sub_assembly_missing', 'sub_assembly_open']),
        )
      ).get(Number(id))
    expect(await demands(outer)).toBeUndefined()
    expect(await demands(other)).toEqual(['sub_assembly_missing'])
    await testDb.db.tx((write) => holdPiece(write, chief, two, '划伤'))
    expect(await demands(outer)).toEqual(['sub_assembly_open'])
    await testDb.db.tx((write) => sql`update pieces set holds = 0 where id = ${two}`.execute(write))
    await testDb.db.tx((write) => sql`delete from holds`.execute(write))
    const withheld = withheldPieces
    const packable = await listPackable({ reads: testDb.db.reads, withheld }, 1, order, {})
    expect(packable.items.map(({ serial }) => serial)).toEqual(['A-001', 'B-003', 'B-004', 'B-005'])
    const [box] = await newPackages(testDb.db, order, { contents: [[]], maxKg: 350 })
    const pack = (pieces: string[], remove = false) =>
      testDb.db.tx((write) =>
        packPieces(write, shipper, box?.id ?? '', { pieces, remove }, (...question) =>
          openDemandsOf(...question),
        ),
      )
    const ends = async (done: ReturnType<typeof pack>) =>
      (await done).map(({ outcome, reason }) => reason ?? outcome)
    expect(await ends(pack([one, outer, three]))).toEqual(['pack.built_in', 'added', 'package.over_weight'])
    const packed = async () => (await packagesByIds(testDb.db.reads, shipper, [Number(box?.id)]))[0]
    expect(await packed()).toMatchObject({ pieces: 3, netKg: 300 })
    await expect(takeOut(one)).rejects.toMatchObject(refused('build.outer_packed'))
    expect(await ends(pack([one], true))).toEqual(['pack.built_in'])
    expect(await ends(pack([outer], true))).toEqual(['removed'])
    expect(await packed()).toMatchObject({ pieces: 0, netKg: 0 })
  })

  test('what is lacking is found by index, also in words', async () => {
    const plan = await planOf(testDb.db, lackingOf(sql`p.id = ${Number(outer)}`))
    expect(plan).toMatch(/sub_assemblies_once|sub_assemblies_by_inner/)
    expect([...(await lackingPieces(testDb.db.reads, [Number(outer)])).values()]).toEqual(['B × 2'])
  })
})
